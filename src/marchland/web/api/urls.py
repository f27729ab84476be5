from django.urls import path

from .interface import interface

urlpatterns = [path("", interface.urls)]
