"""The settings with which a daemon's workers load the libraries that came with this Python's PyTorch."""

import importlib.util
import os
import pathlib
import subprocess


def folder_of_packages():
    """Where this Python's packages of NVIDIA's libraries are installed: the folder that lib/python3.X is in."""
    found = importlib.util.find_spec("nvidia")
    folders = list(found.submodule_search_locations or []) if found else []
    return pathlib.Path(folders[0]).parents[3] if folders else None


def libraries_setting(ringfence, folder):
    """The line that `ringfence doctor --libraries --write` writes, made in a folder of its own."""
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder)}
    packages = folder_of_packages()
    if packages:
        environment["VIRTUAL_ENV"] = str(packages)
    subprocess.run([ringfence, "doctor", "--libraries", "--write"], env=environment, check=True, timeout=120,
                   stdout=subprocess.DEVNULL)
    return (folder / "ringfence" / "ringfence.toml").read_text()
