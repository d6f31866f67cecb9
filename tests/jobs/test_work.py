"""Work over processes: the same results in the same order, whoever does it and whoever dies at it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from referee.errors import RefereeError
from referee.jobs.pieces import LostError, cut
from referee.jobs.work import cores, work, workers
from tests.jobs.tasks import always_dies, dies_once, slow, squared

EVEN = [number for number in range(60) if number != 13]


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(work(squared, EVEN, jobs)) == [number * number for number in EVEN]


def test_there_may_be_no_items_or_one() -> None:
    assert list(work(squared, [], 3)) == []
    assert list(work(squared, [4], 3)) == [16]


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_error_is_raised_at_its_item_and_whole(jobs: int) -> None:
    came = []
    with pytest.raises(ValueError, match="thirteen") as raised:
        for result in work(squared, range(20), jobs):
            came.append(result)
    assert came == [number * number for number in range(13)]
    assert raised.traceback[-1].name == "squared"


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_tells_how_much_is_done_and_ends_with_all(jobs: int) -> None:
    told: list[tuple[int, int]] = []
    assert list(work(slow, range(10), jobs, progress=lambda done, of: told.append((done, of)))) == [*range(10)]
    assert told == sorted(told) and told[-1] == (10, 10)


@pytest.mark.parametrize("count", [1, 5, 64, 1000, 100_000])
def test_chunks_have_each_item_once(count: int) -> None:
    chunks = cut(range(count), 4)
    assert [item for chunk in chunks for item in chunk.items] == [*range(count)]
    assert [chunk.number for chunk in chunks] == [*range(len(chunks))]
    assert len(chunks) >= min(count, 48)  # twelve for each
    sizes = [len(chunk.items) for chunk in chunks]
    assert sizes == sorted(sizes, reverse=True) and sizes[-1] == 1  # all workers end together


def test_what_a_process_did_that_died_is_done_again_and_counted_once(tmp_path: Path) -> None:
    items = [(str(tmp_path), number) for number in range(40)]
    told: list[int] = []
    assert list(work(dies_once, items, 2, progress=lambda done, _: told.append(done))) == [*range(40)]
    assert (tmp_path / "died").exists()
    assert len((tmp_path / "done-5").read_text()) == 2
    assert told[-1] == 40 and max(told) == 40


def test_an_item_at_which_every_process_dies_is_given_up_and_the_others_are_not() -> None:
    assert list(work(always_dies, range(20), 2, lost=lambda item: -item)) == [*range(7), -7, *range(8, 20)]
    with pytest.raises(LostError, match=r"each time: 7"):
        list(work(always_dies, range(20), 2))


def test_other_threads_do_not_hinder_it() -> None:
    """Processes cannot be copies of this one then."""
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert list(work(squared, range(5), 2)) == [0, 1, 4, 9, 16]
    finally:
        done.set()
        thread.join()


def test_who_stops_listening_leaves_no_process_behind() -> None:
    before = {*multiprocessing.active_children()}
    results = work(slow, range(200), 2)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert {*multiprocessing.active_children()} <= before


SCRIPT = """
from tests.jobs.tasks import slow
from referee.jobs.work import work
if __name__ == "__main__":
    for number in work(slow, range(200), 2):
        print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups are of Unix")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_end_from_outside_ends_all_processes(how: signal.Signals) -> None:
    """Ctrl-C goes to the whole group of processes, as a terminal sends it; a kill to the first process alone."""
    first = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert first.stdout is not None and first.stdout.readline() == "0\n"
    if how == signal.SIGINT:
        os.killpg(first.pid, how)
    else:
        first.kill()
    _, errors = first.communicate(timeout=20)
    assert errors.count("KeyboardInterrupt") <= 1  # the workers say nothing
    for _ in range(100):
        try:
            os.killpg(first.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("processes are left")


def test_long_work_takes_all_cores_unless_told() -> None:
    assert workers(None, "", long=True) == cores() >= 1
    assert workers(None, "", long=False) == 1
    assert workers(7, "", long=False) == 7
    with pytest.raises(RefereeError, match="leave one out"):
        workers(2, "tcp://nowhere:8786", long=True)
