#!/usr/bin/env python3
"""The system's daemon is killed: the starter and the workers, which are other users', end by themselves, and the next daemon goes on.

    killed_daemon.py --programs build/release/bin
"""

import argparse
import os
import signal
import sys

from system import VICTIM, System, expect, main_of, wait_until

def run(options):
    """Once, with a shared and a private worker."""
    system = System(options.programs, ["deploy_visitor"])
    try:
        guests = [system.start(VICTIM, system.bin / "deploy_visitor", "long_names", 1),
                  system.start(VICTIM, system.bin / "deploy_visitor", "keep_private", 1)]
        for guest in guests:
            expect("served 1 of 1" in guest.stdout.readline(), "the program was not served")
        wait_until(lambda: len(system.audit("session_begins")) == 2, "the sessions were not written down")
        processes = system.processes()
        expect(len(processes) == 4, f"daemon, starter and two workers run as {processes}")
        system.daemon.send_signal(signal.SIGKILL)
        system.daemon.wait(90)
        wait_until(lambda: not any(os.path.exists(f"/proc/{pid}") and state_of(pid) != "Z" for pid in processes),
                   "what the daemon had started lives on")
        for guest in guests:
            guest.communicate(timeout=120)
        system.launch()
        done = system.run(VICTIM, system.bin / "deploy_visitor", "unguarded")
        expect("served 1 of 1" in done.stdout, f"the next daemon does not serve: {done.stdout}{done.stderr}")
        ends = [entry["text"] for entry in system.audit("session_ends")]
        expect(sum("was killed" in text for text in ends) == 2, f"the audit trail has other ends: {ends}")
        print("all ended with the daemon, and the next one goes on")
    finally:
        system.end()


def state_of(pid):
    """A letter."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


if __name__ == "__main__":
    PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    PARSER.add_argument("--programs", required=True)
    sys.exit(main_of(run, PARSER))
