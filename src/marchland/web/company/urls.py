from django.urls import path

from . import views

app_name = "company"
urlpatterns = [
    path("people/", views.people, name="people"),
    path("find/", views.find, name="find"),
    path("people/<str:name>/", views.person, name="person"),
    path("people/<str:name>/friend/", views.friend, name="friend"),
    path("ratings/<slug:title_id>/", views.best, name="best"),
    path("waiting/", views.seek, name="seek"),
    path("t/<slug:slug>/invite/", views.invite, name="invite"),
    path("tournaments/", views.tournaments, name="tournaments"),
    path("tournaments/<int:number>/", views.tournament, name="tournament"),
]
