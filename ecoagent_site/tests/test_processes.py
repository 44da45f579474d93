"""Child processes and the commands around them, with real processes."""

import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress

import psutil
import pytest

from ecoagent_site import processes
from ecoagent_site.processes import ProcessError, Program, Supervisor
from ecoagent_site.tests.checkouts import (
    ROOT,
    copied_checkout,
    environment,
    processes_in,
    runs_still,
    wait_until,
)

# Writes its pid and its child's, then both ignore every polite request.
STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.fork()
with open(sys.argv[1], "a") as pids:
    print(os.getpid(), file=pids)
time.sleep(60)
"""
FALLING = """
import sys
with open(sys.argv[1], "a") as starts:
    print("started", file=starts)
sys.exit(3)
"""
SUPERVISING = """
import sys
from ecoagent_site.processes import Program, Supervisor
with Supervisor(Program("sleeper", sys.argv[1])) as supervisor:
    print(supervisor.children[0].process.pid, flush=True)
    supervisor.watch()
"""


@pytest.fixture
def program(tmp_path):
    def write(source):
        script = tmp_path / "script.py"
        script.write_text(source)
        return Program("test", f"{script} {tmp_path / 'output'}")

    return write


@pytest.fixture
def output(tmp_path):
    path = tmp_path / "output"
    path.touch()
    return path


@pytest.fixture(autouse=True)
def _no_long_waits(monkeypatch):
    monkeypatch.setattr(processes, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(processes, "FIRST_DELAY_SECONDS", 0.01)


def test_no_process_outlives_the_block_however_stubborn(program, output):
    with Supervisor(program(STUBBORN)):
        wait_until(lambda: len(output.read_text().split()) == 2)
    assert not any(runs_still(int(pid)) for pid in output.read_text().split())


def test_an_error_in_the_block_ends_the_processes_too(program, output):
    with pytest.raises(ZeroDivisionError), Supervisor(program(STUBBORN)) as supervisor:
        _ = 1 / 0
    assert supervisor.children[0].has_ended()


def test_a_killed_child_is_started_again(program, output):
    with Supervisor(program(STUBBORN)) as supervisor:
        wait_until(lambda: len(output.read_text().split()) == 2)
        first, its_child = map(int, output.read_text().split())
        supervisor.children[0].process.kill()
        supervisor.children[0].process.wait()

        supervisor.restart_fallen()

        wait_until(lambda: len(output.read_text().split()) == 4)
        assert supervisor.children[0].process.pid not in (first, its_child)
        assert not runs_still(its_child)


def test_a_child_that_falls_again_and_again_is_given_up_with_a_sentence(program, output):
    complaint = "test process ended 5 times in a row, last with status 3"
    with Supervisor(program(FALLING)) as supervisor, pytest.raises(ProcessError, match=complaint):
        supervisor.watch()
    assert output.read_text().count("started") == 1 + processes.RESTARTS


@pytest.mark.skipif(sys.platform != "linux", reason="other systems don't tell an orphan")
def test_children_end_when_their_supervisor_is_killed(tmp_path):
    sleeper = tmp_path / "sleeper.py"
    sleeper.write_text("import time; time.sleep(60)")
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISING, str(sleeper)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as supervisor:
        child = int(supervisor.stdout.readline())
        supervisor.kill()
    wait_until(lambda: not runs_still(child))


def test_a_taken_port_is_refused_by_number():
    with socket.create_server((processes.LOOPBACK, 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ProcessError, match=f"Port {port} is not free"):
            processes.refuse_taken_port(port)
    processes.refuse_taken_port(port)


@contextmanager
def command(checkout, *arguments):
    with subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        cwd=checkout,
        env=environment(ECOAGENT_MODE="test"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()  # or a failing test would wait for it for ever


def programs_in(checkout):
    """The command lines of all that runs there."""
    for process in processes_in(checkout):
        with suppress(psutil.Error):  # ended since
            yield process.cmdline()


def has_worker(checkout):
    """Whether Celery's main process has got as far as making its pool."""
    return sum("celery" in program for program in programs_in(checkout)) > 1


def leader(process, name):
    """The child of a command that runs the named module."""
    return next(child for child in process.children() if name in child.cmdline())


@pytest.fixture(scope="module")
def checkout():
    with copied_checkout() as folder:
        yield folder


def test_run_serves_restarts_and_ends_without_a_trace(checkout):
    port = free_port()
    with command(checkout, "run", "--port", str(port), "--concurrency", "1") as site:
        wait_until(lambda: processes.answers(port) and has_worker(checkout))

        with command(checkout, "run", "--port", str(port)) as second:
            words, _ = second.communicate()
        assert second.returncode == 1
        assert f"Port {port} is not free" in words

        leader(psutil.Process(site.pid), "granian").kill()
        wait_until(lambda: not processes.answers(port))
        wait_until(lambda: processes.answers(port))

        site.send_signal(signal.SIGTERM)
        words, _ = site.communicate()
    assert f"http://{processes.LOOPBACK}:{port}" in words
    assert site.returncode == 128 + signal.SIGTERM
    assert processes_in(checkout) == []


def test_worker_runs_in_the_foreground_until_ctrl_c(checkout):
    with command(checkout, "worker", "--concurrency", "1") as worker:
        wait_until(lambda: has_worker(checkout) or worker.poll() is not None)
        worker.send_signal(signal.SIGINT)
        worker.communicate()
    assert worker.returncode == 128 + signal.SIGINT
    assert processes_in(checkout) == []


def free_port():
    with socket.create_server((processes.LOOPBACK, 0)) as probe:
        return probe.getsockname()[1]
