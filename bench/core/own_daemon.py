"""A daemon with settings and a folder of its own, for benchmarks."""

import os
import pathlib
import subprocess
import sys


class OwnDaemon:
    """Runs from its making until down()."""

    def __init__(self, ringfence, folder, settings):
        self.ringfence = pathlib.Path(ringfence).resolve()
        folder.mkdir(mode=0o700)
        file = folder / "ringfence.toml"
        file.write_text(settings)
        self.environment = {**os.environ, "RINGFENCE_SOCKET": str(folder / "socket")}
        self.run("up", "--config", str(file))

    def run(self, *words):
        """A command of ringfence's; gives what it prints."""
        done = subprocess.run([self.ringfence, *words], env=self.environment, stdout=subprocess.PIPE, text=True,
                              check=False, timeout=600)
        if done.returncode != 0:
            sys.exit(f"{pathlib.Path(sys.argv[0]).name}: ringfence {' '.join(words)} failed with {done.returncode}")
        return done.stdout

    def down(self):
        """Ends it."""
        self.run("down")


def compiled(folder, source):
    """A program of one file, made here."""
    program = folder / source.stem
    subprocess.run(["c++", "-O2", "-std=c++17", "-o", program, source, "-ldl"], check=True)
    return program
