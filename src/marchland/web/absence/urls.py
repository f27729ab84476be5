from django.urls import path

from . import views

app_name = "absence"
urlpatterns = [
    path("t/<slug:slug>/draft/", views.draft, name="draft"),
    path("t/<slug:slug>/late/", views.late, name="late"),
    path("t/<slug:slug>/back/", views.back, name="back"),
    path("account/vacation/", views.vacation, name="vacation"),
    path("account/vacation/<int:pk>/end/", views.vacation_end, name="vacation-end"),
]
