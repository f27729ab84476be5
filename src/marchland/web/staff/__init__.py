"""Operators: their pages for people, tables, jobs and mails, and the book of what they did."""
