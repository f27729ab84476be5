from django.urls import path

from . import views

app_name = "letters"
urlpatterns = [
    path("<slug:slug>/letters/", views.letters, name="letters"),
    path("<slug:slug>/bonds/", views.bonds, name="bonds"),
]
