#!/usr/bin/env python3
"""Runs the examples of the native API over a daemon of their own."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/native"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--library", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rf-", ignore_cleanup_errors=True) as folder:
        environment = dict(os.environ, RINGFENCE_SOCKET=f"{folder}/socket")
        settings = pathlib.Path(folder, "ringfence.toml")
        settings.write_text('backend = "soft"\n')
        daemon = subprocess.Popen([options.daemon, "--config", str(settings)], env=environment)
        try:
            while not pathlib.Path(folder, "control").exists() and daemon.poll() is None:
                time.sleep(0.01)
            ptx = str(EXAMPLES / "saxpy.ptx")
            for command in ([options.program, ptx],
                            [sys.executable, str(EXAMPLES / "saxpy.py"), ptx, "--library", options.library]):
                subprocess.run(command, env=environment, check=True, timeout=300)
        finally:
            daemon.terminate()
            daemon.wait(120)


if __name__ == "__main__":
    main()
