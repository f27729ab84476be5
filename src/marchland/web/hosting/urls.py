from django.urls import path

from . import views

app_name = "hosting"
urlpatterns = [
    path("<slug:slug>/host/", views.host, name="host"),
    path("<slug:slug>/vote/", views.vote, name="vote"),
]
