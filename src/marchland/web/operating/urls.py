from django.urls import path

from . import views

app_name = "operating"
urlpatterns = [path("<slug:slug>/export/", views.export, name="export")]
