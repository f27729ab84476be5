from django.urls import path

from marchland.web.ahead import views as ahead_views

from . import desk_views, story_views, views

app_name = "tables"
urlpatterns = [
    path("<slug:slug>/", views.table, name="table"),
    *(
        path(f"<slug:slug>/{page.__name__}/", page, name=page.__name__)
        for page in (
            views.parts,
            views.act,
            views.screen,
            views.undo,
            views.restart,
            views.waive,
            views.about,
            views.terms,
            views.log,
            views.chat,
            views.rules,
            views.replay,
            views.record,
            desk_views.desk,
            desk_views.cards,
            desk_views.kinds,
            desk_views.receipt,
            desk_views.papers,
            story_views.story,
            ahead_views.standing,
            ahead_views.plan,
        )
    ),
]
