"""What is shipped for running a server is closed, and the documented commands install it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from configparser import RawConfigParser
from pathlib import Path

import httpx
import pytest

from tests.server.ports import free_port
from tests.server.serving import Server, serving
from tests.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
COMMANDS = PAGE.partition("<!-- installing -->\n```text\n")[2].partition("```")[0].splitlines()
HARDENED = {
    "umask": "0077",
    "capabilityboundingset": "",
    "nonewprivileges": "true",
    "protectsystem": "strict",
    "privatedevices": "true",
    "restrictnamespaces": "true",
    "systemcallerrornumber": "EPERM",
    "protectproc": "invisible",
}
MOST_EXPOSED = 1.2


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which every documented `install` was carried out; the owner is whoever runs the tests."""
    prefix = tmp_path_factory.mktemp("machine")
    for folder in ("etc/systemd/system", "etc/nginx/conf.d", "etc/cron.d", "var/backups"):
        (prefix / folder).mkdir(parents=True)
    for command in (line for line in COMMANDS if line.startswith("install ")):
        words = shlex.split(command.replace("-o smalti -g smalti ", ""))
        subprocess.run([*words[:-1], f"{prefix}{words[-1]}"], cwd=ROOT, check=True)
    return prefix


def unit(file: Path) -> dict[str, str]:
    """The last value of each setting of a service."""
    read = RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    read.read(file, encoding="utf-8")
    return dict(read["Service"])


def test_the_documented_commands_install_everything_that_the_unit_names(installed: Path) -> None:
    settings = installed / "etc/smalti.env"
    assert settings.stat().st_mode & 0o777 == 0o600
    assert (installed / "var/backups/smalti").stat().st_mode & 0o777 == 0o700
    service = unit(installed / "etc/systemd/system/smalti.service")
    assert service["environmentfile"] == "/etc/smalti.env", "without `-`: it must be there"
    assert (service["statedirectory"], service["statedirectorymode"]) == ("smalti", "0700")
    for path in re.findall(r"/(?:etc|var/backups)/[\w./]+", (installed / "etc/cron.d/smalti").read_text()):
        assert (installed / path.lstrip("/").removesuffix(".backup").rstrip("/")).exists()


@pytest.mark.parametrize("name", ["smalti.service", "smalti-worker.service"])
def test_a_service_may_do_no_more_than_it_needs(name: str) -> None:
    service = unit(ROOT / "deploy" / name)
    assert {key: service.get(key) for key in HARDENED} == HARDENED
    if shutil.which("systemd-analyze"):
        command = ["systemd-analyze", "security", "--offline=true", str(ROOT / "deploy" / name)]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        found = re.search(r"Overall exposure level for \S+: ([\d.]+)", said)
        assert found, said
        assert float(found[1]) <= MOST_EXPOSED
        assert f" {found[1]}" in PAGE, "the page says how exposed it is"


@pytest.fixture(scope="module")
def server(installed: Path) -> Iterator[Server]:
    """The server as the unit starts it, with the installed settings, but for the port and the folder."""
    service = unit(installed / "etc/systemd/system/smalti.service")
    words = shlex.split(service["execstart"])
    assert words[1] == "serve"
    told = dict(
        line.split("=", 1)
        for line in (installed / "etc/smalti.env").read_text().splitlines()
        if line and not line.startswith("#")
    )
    options = {words[n]: words[n + 1] for n in range(2, len(words) - 1)}
    assert options["--trust-proxy"] == "127.0.0.1"
    told |= {"SMALTI_TRUSTED_PROXIES": options["--trust-proxy"], "SMALTI_TLS": str("--tls" in words)}
    told |= {"SMALTI_LIMIT_ADDRESS_REQUESTS": "30", "SMALTI_LOG_FILE": str(installed / "log")}
    with serving(installed / "var/lib/smalti", **told) as running:
        yield running


def test_personal_pages_are_kept_by_nobody(server: Server) -> None:
    for path in ("/", "/mine", "/api/games", "/nowhere"):
        assert server.get(path).headers["cache-control"] == "private, no-store"
    static = next((ROOT / "src/smalti/web/static").glob("*.js")).name
    assert "no-store" not in server.get(f"/static/{static}").headers.get("cache-control", "")


def test_figures_are_not_read_through_a_proxy_that_is_not_known(tmp_path: Path) -> None:
    with serving(tmp_path) as alone:
        assert alone.get("/metrics").status_code == 200
        assert alone.get("/metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 403


def test_the_shipped_proxy_is_closed() -> None:
    """Its text, where there is no nginx; one that runs is asked below."""
    text = " ".join(re.sub(r"#.*", "", (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")).split())
    _, plain, secure = text.split(" server { ")
    assert plain.startswith("listen 80;")
    assert plain.endswith("return 301 https://$host$request_uri; }")
    assert secure.startswith("listen 443 ssl ")
    assert 'add_header Strict-Transport-Security "max-age=31536000" always;' in secure.partition("location")[0]
    assert text.count("add_header") == 1, "one in a location would take the place of those above it"
    assert "location = /metrics { return 403; }" in secure
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in secure


@pytest.fixture
def proxied(installed: Path, server: Server, tmp_path: Path) -> Iterator[str]:
    """The installed nginx in front of it; its addresses, ports and certificate exchanged, nothing else."""
    port = free_port()
    key = ["-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "certificate"), "-subj", "/CN=localhost"]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *key],
        check=True,
        capture_output=True,
    )
    text = (installed / "etc/nginx/conf.d/smalti.conf").read_text(encoding="utf-8")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}").replace("listen 443", f"listen 127.0.0.1:{port}")
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};").replace("smalti.example;", "localhost;")
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(tmp_path / "certificate"), text)
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(tmp_path / "key"), text)
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {tmp_path}/b; proxy_temp_path {tmp_path}/p;\n"
        f"fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;\n{text}}}\n"
    )
    subprocess.run(["nginx", "-t", "-c", str(file)], check=True, capture_output=True)
    running = subprocess.Popen(["nginx", "-c", str(file)])
    try:
        yield f"https://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait()


@pytest.mark.skipif(shutil.which("nginx") is None or sys.platform != "linux", reason="there is no nginx here")
def test_behind_nginx_players_are_counted_by_their_own_address(proxied: str, server: Server) -> None:
    def ask(path: str, address: str = "127.0.0.1") -> httpx.Response:
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        with httpx.Client(transport=transport, base_url=proxied, timeout=PATIENCE_S) as client:
            return client.get(path)

    def is_up() -> bool:
        try:
            return ask("/health", "127.0.0.9").status_code == 200
        except httpx.TransportError:
            return False

    until(is_up)
    page = ask("/")
    assert page.status_code == 200
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    assert page.headers["cache-control"] == "private, no-store"
    assert ask("/metrics").status_code == 403
    assert server.get("/metrics").status_code == 200
    assert 429 in {ask("/health", "127.0.0.7").status_code for _ in range(40)}
    assert ask("/health", "127.0.0.8").status_code == 200, "another player is not counted with them"
