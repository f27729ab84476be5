from django.urls import path

from . import views

app_name = "tours"
urlpatterns = [
    path("learn/<slug:title_id>/", views.learn, name="learn"),
    path("t/<slug:slug>/tour/", views.tour, name="tour"),
]
