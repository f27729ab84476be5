from django.urls import path

from . import link_views, views

app_name = "lobby"
urlpatterns = [
    path("", views.home, name="home"),
    path("tables/", views.tables, name="tables"),
    path("play/<slug:title_id>/", views.play_now, name="play-now"),
    path("new/<slug:title_id>/", views.new_table, name="new"),
    path("join/<str:code>/", link_views.invitation, name="invitation"),
    path("watch/<str:code>/", link_views.watch, name="watch"),
    path("t/<slug:slug>/join/", views.join, name="join"),
    path("t/<slug:slug>/leave/", views.leave, name="leave"),
    path("t/<slug:slug>/kick/", views.kick, name="kick"),
    path("t/<slug:slug>/fill/", views.fill, name="fill"),
    path("t/<slug:slug>/rematch/", views.rematch, name="rematch"),
    path("t/<slug:slug>/choose/", link_views.choose, name="choose"),
    path("t/<slug:slug>/line/", link_views.stand_in_line, name="line"),
    path("t/<slug:slug>/exchange/", link_views.exchange, name="exchange"),
    path("t/<slug:slug>/start/", link_views.start, name="start"),
    path("t/<slug:slug>/renew/", link_views.renew, name="renew"),
    path("t/<slug:slug>/admit/", link_views.admit, name="admit"),
    path("t/<slug:slug>/watching/", link_views.watching, name="watching"),
]
