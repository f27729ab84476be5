from django.urls import path

from . import views

app_name = "post"
urlpatterns = [path("<slug:slug>/post/", views.by_mail, name="by_mail")]
