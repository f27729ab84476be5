from django.contrib.auth import views as auth
from django.urls import path, reverse_lazy

from marchland.web.config.throttle import limited_by_address

from . import access_views, views
from .forms import ResetForm

app_name = "accounts"
urlpatterns = [
    path("register/", views.register, name="register"),
    path("guest/", views.play_as_guest, name="guest"),
    path("login/", limited_by_address("login")(access_views.LogIn.as_view()), name="login"),
    path("login/second/", limited_by_address("login")(access_views.second_question), name="second"),
    path("logout/", access_views.LogOut.as_view(), name="logout"),
    path("", views.profile, name="profile"),
    path("appearance/", views.appearance, name="appearance"),
    path("address/", access_views.address, name="address"),
    path("keys/", access_views.keys, name="keys"),
    path("keys/<int:pk>/withdraw/", access_views.key_withdraw, name="key-withdraw"),
    path("sessions/", access_views.sessions, name="sessions"),
    path("second-factor/", access_views.second_factor, name="second-factor"),
    path("export/", views.export, name="export"),
    path("delete/", views.delete, name="delete"),
    path(
        "password/",
        auth.PasswordChangeView.as_view(template_name="accounts/password.html", success_url=reverse_lazy("accounts:profile")),
        name="password",
    ),
    path(
        "reset/",
        limited_by_address("reset")(
            auth.PasswordResetView.as_view(
                template_name="accounts/reset.html",
                form_class=ResetForm,
                success_url=reverse_lazy("accounts:reset-sent"),
            )
        ),
        name="reset",
    ),
    path("reset/sent/", auth.PasswordResetDoneView.as_view(template_name="accounts/reset_sent.html"), name="reset-sent"),
    path("reset/<uidb64>/<token>/", access_views.ResetConfirm.as_view(), name="reset-confirm"),
]
