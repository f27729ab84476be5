from django.contrib.auth import views as auth
from django.urls import path, reverse_lazy

from marchland.web.config.throttle import limited_by_address

from . import views
from .forms import ResetForm

app_name = "accounts"
urlpatterns = [
    path("register/", views.register, name="register"),
    path("guest/", views.play_as_guest, name="guest"),
    path("login/", limited_by_address("login")(views.LogIn.as_view()), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("", views.profile, name="profile"),
    path("appearance/", views.appearance, name="appearance"),
    path("keys/", views.token_new, name="token-new"),
    path("keys/<int:pk>/withdraw/", views.token_withdraw, name="token-delete"),
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
    path(
        "reset/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(
            template_name="accounts/reset_confirm.html",
            success_url=reverse_lazy("lobby:home"),
            post_reset_login=True,
            post_reset_login_backend=views.BACKEND,
        ),
        name="reset-confirm",
    ),
]
