"""Pages of the site itself: home, account, health."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from ecoagent_site import views

urlpatterns = [
    path("", views.home, name="home"),
    path("docs/", views.docs_list, name="docs"),
    path("docs/<slug:name>/", views.docs_page, name="docs-page"),
    path("login/", LoginView.as_view(template_name="site/login.html"), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/", views.account, name="account"),
    path("account/tokens/", views.create_token, name="create-token"),
    path("account/tokens/revoke/", views.revoke_token, name="revoke-token"),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
]
