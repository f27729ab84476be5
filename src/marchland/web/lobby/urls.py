from django.urls import path

from . import views

app_name = "lobby"
urlpatterns = [
    path("", views.home, name="home"),
    path("tables/", views.tables, name="tables"),
    path("play/<slug:title_id>/", views.play_now, name="play-now"),
    path("new/<slug:title_id>/", views.new_table, name="new"),
    path("join/<str:code>/", views.invitation, name="invitation"),
    path("t/<slug:slug>/join/", views.join, name="join"),
    path("t/<slug:slug>/leave/", views.leave, name="leave"),
    path("t/<slug:slug>/kick/", views.kick, name="kick"),
    path("t/<slug:slug>/fill/", views.fill, name="fill"),
    path("t/<slug:slug>/rematch/", views.rematch, name="rematch"),
]
