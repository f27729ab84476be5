"""The post: writing mails, reading them, knowing who wrote them, and carrying them.

- `writing`: a mail with a plain-text part always, what it answers, and an id made from what it is about
- `reading`: a mail as it came: from whom, to whom, what in it may be a sheet; answering machines and bounces
- `quotes`, `pages`: one's own words without those of the mail that is answered, in plain text and in HTML
- `seals`: reply addresses that prove a seat
- `wires`: where to send and where to fetch, as addresses
- `smtp`, `imap`, `intake`: sending, fetching from a mailbox, and taking in at the door

Nothing here knows games or seats, and nothing decides what a mail means: the arbiter and the site do.
"""
