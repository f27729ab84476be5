from django.urls import path

from . import views

app_name = "news"
urlpatterns = [
    path("", views.page, name="page"),
    path("lists/", views.lists, name="lists"),
    path("read/", views.read, name="read"),
    path("settings/", views.settings, name="settings"),
    path("secret/", views.secret, name="secret"),
    path("devices/", views.device_new, name="device-new"),
    path("devices/<int:pk>/remove/", views.device_remove, name="device-remove"),
    path("hooks/", views.hook_new, name="hook-new"),
    path("hooks/<int:pk>/remove/", views.hook_remove, name="hook-remove"),
    path("hooks/<int:pk>/on/", views.hook_on, name="hook-on"),
    path("off/<str:token>/", views.off, name="off"),
    path("<str:secret>/news.atom", views.feed, name="feed"),
    path("<str:secret>/deadlines.ics", views.calendar, name="calendar"),
]
