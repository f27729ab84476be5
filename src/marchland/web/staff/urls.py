from django.urls import path

from . import views

app_name = "staff"
urlpatterns = [
    path("", views.status, name="status"),
    path("people/", views.people, name="people"),
    path("people/<int:number>/", views.person, name="person"),
    path("tables/", views.tables, name="tables"),
    path("tables/<slug:slug>/", views.table, name="table"),
    path("jobs/", views.jobs, name="jobs"),
    path("mails/", views.mails, name="mails"),
    path("book/", views.deeds, name="deeds"),
]
