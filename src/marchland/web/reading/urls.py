from django.urls import path

from . import views

app_name = "reading"
urlpatterns = [
    path("<slug:title_id>/", views.howto, name="howto"),
    path("<slug:title_id>/find/<str:language>/", views.find, name="find"),
]
