"""Work on a Dask cluster: the same bytes as here, also when a worker dies, and plain words where there is none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.errors import RefereeError
from referee.jobs import cluster
from referee.jobs.work import work
from tests.jobs.tasks import always_dies, dies_once, slow, squared

pytest.importorskip("distributed", reason="the extra `dask` is not installed")

from distributed import LocalCluster

CASES = "scenarios/compensation.toml"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two worker processes, of one thread each."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers:
        yield str(workers.scheduler_address)


@pytest.mark.long
def test_a_cluster_gives_the_same_as_one_process(address: str) -> None:
    assert list(work(squared, range(14, 60), on=address)) == [number**2 for number in range(14, 60)]
    with pytest.raises(ValueError, match="thirteen"):
        list(work(squared, range(40), on=address))
    told: list[int] = []
    assert list(work(slow, range(20), on=address, progress=lambda done, _: told.append(done))) == [*range(20)]
    assert told == sorted(told) and told[-1] == 20
    here = json.dumps(referee.check(CASES, strict=True, jobs=1).to_dict())
    assert json.dumps(referee.check(CASES, strict=True, on=address).to_dict()) == here


@pytest.mark.long
def test_a_worker_that_is_killed_loses_nothing_and_counts_nothing_twice(address: str, tmp_path: Path) -> None:
    items = [(str(tmp_path), number) for number in range(60)]
    assert list(work(dies_once, items, on=address)) == [*range(60)]
    assert (tmp_path / "died").exists()
    assert len((tmp_path / "done-5").read_text()) == 2


@pytest.mark.long
def test_an_item_at_which_every_worker_dies_is_given_up(address: str) -> None:
    assert list(work(always_dies, range(10), on=address, lost=lambda item: -item)) == [*range(7), -7, 8, 9]


@pytest.mark.long
def test_the_programs_of_dask_do_the_cases_and_one_is_killed_in_the_middle(tmp_path: Path) -> None:
    """`dask scheduler` and two `dask worker`, as its documents say; the checked cases are the same bytes."""
    files = sorted(Path("scenarios").glob("table-*.toml"))
    one = json.dumps(referee.check(*files, jobs=1).to_dict())
    running = [_begin("scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", tmp_path / "where")]
    try:
        for _ in range(200):
            if (tmp_path / "where").exists() and (tmp_path / "where").read_text().strip().endswith("}"):
                break
            time.sleep(0.1)
        address = json.loads((tmp_path / "where").read_text())["address"]
        running += [_begin("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard") for _ in range(2)]
        killed: list[int] = []

        def kill_one(done: int, of: int) -> None:
            if done > of // 4 and not killed:
                killed.append(done)
                os.kill(running[1].pid, signal.SIGKILL)

        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        assert json.dumps(referee.check(*files, on=address, progress=kill_one).to_dict()) == one
        assert killed
    finally:
        for process in running:
            process.kill()
            process.wait()


def _begin(*words: str | Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@pytest.mark.long
def test_a_worker_with_another_referee_is_refused_in_words(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "referee_print", lambda: "9.9.9 (abc)")
    with pytest.raises(RefereeError, match=r"a worker .* has referee 0\.\d.*, and here is 9\.9\.9 \(abc\).*same wheel"):
        list(work(squared, range(20, 40), on=address))


def test_nobody_at_the_address_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 1)
    with pytest.raises(RefereeError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9 .*dask scheduler"):
        list(work(squared, [1, 2], on="tcp://127.0.0.1:9"))
    with pytest.raises(RefereeError, match="no Dask scheduler answers at nonsense"):
        list(work(squared, [1, 2], on="nonsense://x"))


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RefereeError, match=r"pip install '.\[dask\]'"):
        list(work(squared, [1, 2], on="tcp://127.0.0.1:9"))
