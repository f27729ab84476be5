from django.urls import path

from . import views

app_name = "coaching"
urlpatterns = [
    path("<slug:slug>/advise/", views.advise, name="advise"),
    path("<slug:slug>/review/", views.review, name="review"),
]
