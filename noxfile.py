"""The same tests on every Python that is here, and what is made for a release: `nox`, `nox -s release`.

A Python that is not installed is skipped and named.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import nox

nox.options.sessions = ["tests"]
nox.options.error_on_missing_interpreters = False
_PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
_OF_ONE_COMMIT = {"SOURCE_DATE_EPOCH": "1577836800"}  # archives carry no time of their own


@nox.session(python=_PYTHONS)
def tests(session: nox.Session) -> None:
    """The tests of the README; `nox -- --long` has those that take long too."""
    session.install("-q", "-e", ".[test]")
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(python="3.11")
def release(session: nox.Session) -> None:
    """Wheel, archive and suite, built twice and compared, and a bill of what the wheel brings (CycloneDX)."""
    session.install("-q", "build>=1.2", "cyclonedx-bom>=4,<8")
    digests = []
    for folder in ("dist", str(Path(session.create_tmp()) / "again")):
        session.run("python", "-m", "build", "--outdir", folder, env={**os.environ, **_OF_ONE_COMMIT}, silent=True)
        built = sorted(path for path in Path(folder).iterdir() if path.name.endswith((".whl", ".tar.gz")))
        digests.append({path.name: sha256(path.read_bytes()).hexdigest() for path in built})
    if digests[0] != digests[1]:
        session.error(f"two builds differ: {digests}")
    for name, digest in digests[0].items():
        session.log(f"{digest}  {name}")
    clean = Path(session.create_tmp()) / "bare"
    session.run("python", "-m", "venv", str(clean))
    (wheel,) = Path("dist").glob("*.whl")
    session.run(str(clean / "bin" / "python"), "-m", "pip", "install", "-q", str(wheel), external=True)
    suites = [Path("dist") / "suite.zip", Path(session.create_tmp()) / "suite.zip"]
    for seed, place in enumerate(suites):  # by the wheel, with the sets of Python in another order
        words = [str(clean / "bin" / "python"), "-m", "referee", "suite", "build", str(place), "--force"]
        session.run(*words, env={**os.environ, "PYTHONHASHSEED": str(seed)}, external=True, silent=True)
    if suites[0].read_bytes() != suites[1].read_bytes():
        session.error("two builds of the suite differ")
    session.log(f"{sha256(suites[0].read_bytes()).hexdigest()}  {suites[0].name}")
    bill = Path("dist") / "bill-of-materials.json"
    session.run("cyclonedx-py", "environment", "--output-reproducible", "-o", str(bill), str(clean))
    session.log(f"{len(json.loads(bill.read_text())['components'])} packages in {bill}")
