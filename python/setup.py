"""Copies the shared library into the package, so that a wheel carries it.

CMCM_LIBRARY names it; without it the one in ../build is taken, and without that one the package
looks for an installed library when it is imported.
"""

import os
import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.dist import Distribution

HERE = Path(__file__).resolve().parent


def version() -> str:
    """The version of the C project, or of the header of an unpacked source."""
    lists = HERE.parent / "CMakeLists.txt"
    if lists.is_file():
        found = re.search(r"project\s*\(\s*\w+\s+VERSION\s+([0-9.]+)", lists.read_text())
        if found:
            return found.group(1)
    return "0.1.0"


def library() -> "Path | None":
    named = os.environ.get("CMCM_LIBRARY")
    path = Path(named) if named else HERE.parent / "build" / "libcmcm.so"
    return path.resolve() if path.is_file() else None


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        found = library()
        if found:
            target = Path(self.build_lib) / "cmcm"
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, target / "libcmcm.so.0")


class BinaryDistribution(Distribution):
    """A wheel with a library is of one platform."""

    def has_ext_modules(self) -> bool:
        return library() is not None


setup(version=version(), cmdclass={"build_py": BuildWithLibrary}, distclass=BinaryDistribution)
