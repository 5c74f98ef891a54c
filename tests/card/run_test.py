#!/usr/bin/env python3
"""Tests run.py with plans that need no card, and looks whether the files that the real plan names are there."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]


class Runs(unittest.TestCase):
    """Each case is a run of the program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bundle" / "bin").mkdir(parents=True)
        (self.folder / "bundle" / "bin" / "ringfence").touch()

    def run_plan(self, plan, *words):
        """(exit status, verdict and last words by step, standard error)."""
        (self.folder / "plan.toml").write_text(plan)
        done = subprocess.run(
            [sys.executable, HERE / "run.py", "--plan", self.folder / "plan.toml", "--bundle", self.folder / "bundle",
             "--out", self.folder / "out", *words], capture_output=True, text=True, check=False, timeout=600)
        lines = [re.fullmatch(r"(\w+(?: out)?) +[\d.]+ s  (\S+) *(.*)", line) for line in done.stdout.splitlines()]
        return done.returncode, {line[2]: (line[1], line[3]) for line in lines}, done.stderr

    def test_steps_pass_and_fail(self):
        """The words are the last line of the output; the files lie where the plan says."""
        status, steps, _ = self.run_plan('''
            [[step]]
            name = "good"
            seconds = 1
            run = "echo first; echo of $RINGFENCE; echo"
            [[step]]
            name = "bad"
            seconds = 1
            run = "echo no >&2; touch $OUT/made; exit 3"
        ''')
        self.assertEqual(status, 1)
        self.assertEqual(steps["good"], ("passed", f"of {self.folder.resolve()}/bundle/bin/ringfence"))
        self.assertEqual(steps["bad"], ("failed", "no"))
        self.assertTrue((self.folder / "out" / "made").exists())
        self.assertIn("first", (self.folder / "out" / "good.log").read_text())
        self.assertEqual(len((self.folder / "out" / "summary.txt").read_text().splitlines()), 2)

    def test_what_was_built_is_kept_in_the_work_folder(self):
        """For a second call."""
        plan = """
            [[step]]
            name = "one"
            seconds = 1
            run = "test -e $WORK/built && echo was there; touch $WORK/built"
        """
        work = ("--work", self.folder / "work")
        self.assertEqual(self.run_plan(plan, *work)[1]["one"][1], "")
        self.assertEqual(self.run_plan(plan, *work)[1]["one"][1], "was there")

    def test_what_is_missing_is_skipped_with_its_reason(self):
        """So are steps that come after one that did not pass, and those that would take too long."""
        status, steps, _ = self.run_plan('''
            [[step]]
            name = "other_machine"
            seconds = 1
            needs = "false"
            run = "true"
            [[step]]
            name = "later"
            seconds = 1
            after = "other_machine"
            run = "true"
            [[step]]
            name = "long"
            seconds = 100000
            run = "true"
            [[step]]
            name = "short"
            seconds = 1
            run = "true"
        ''')
        self.assertEqual(status, 0)
        self.assertEqual(steps["other_machine"], ("skipped", "not here: false"))
        self.assertEqual(steps["later"], ("skipped", "other_machine did not pass"))
        self.assertRegex(" ".join(steps["long"]), r"skipped \d+ s are left, and it takes 100000")
        self.assertEqual(steps["short"][0], "passed")

    def test_a_step_that_does_not_end_is_ended(self):
        """With all that it has started."""
        status, steps, _ = self.run_plan('''
            [[step]]
            name = "endless"
            seconds = 0
            run = "echo begun; sleep 100000 & wait"
        ''', "--budget", "2")
        self.assertEqual((status, steps["endless"]), (1, ("timed out", "begun")))

    def test_steps_beside_each_other_run_at_once(self):
        """Either waits until the other one has begun."""
        status, _, _ = self.run_plan('''
            [[step]]
            name = "one"
            seconds = 300
            run = "touch $WORK/one; until [[ -e $WORK/other ]]; do sleep 0.1; done"
            [[step]]
            name = "other"
            seconds = 300
            beside = true
            run = "touch $WORK/other; until [[ -e $WORK/one ]]; do sleep 0.1; done"
        ''')
        self.assertEqual(status, 0)

    def test_named_steps_bring_what_they_come_after(self):
        """And nothing else."""
        plan = '''
            [[step]]
            name = "made"
            seconds = 1
            run = "true"
            [[step]]
            name = "used"
            seconds = 1
            after = "made"
            run = "true"
            [[step]]
            name = "unwanted"
            seconds = 1
            run = "false"
        '''
        status, steps, _ = self.run_plan(plan, "used")
        self.assertEqual((status, list(steps)), (0, ["made", "used"]))
        status, _, errors = self.run_plan(plan, "unheard_of")
        self.assertIn("there is no step unheard_of", errors)
        self.assertEqual(status, 1)

    def test_wrong_plans_are_refused(self):
        """With the file and what is wrong."""
        for plan, reason in (("[[step]]\nname = 'a'", "missing"), ("no", "Expected"), ("", "step"),
                             ("[[step]]\nname='a'\nseconds=1\nrun=''\nafter='b'", "a comes after b, which is not before it"),
                             (2 * "[[step]]\nname='a'\nseconds=1\nrun=''\n", "two steps are named a")):
            status, _, errors = self.run_plan(plan)
            self.assertEqual(status, 1)
            self.assertIn("plan.toml: ", errors)
            self.assertIn(reason, errors)


class RealPlan(unittest.TestCase):
    """What plan.toml names."""

    def test_files_of_the_sources_exist(self):
        """All words that are paths, but for those with a pattern or a variable."""
        words = re.findall(r"(?<![\w/$}.-])(?:bench|tests|tools|include)/[\w/.]+\w", (HERE / "plan.toml").read_text())
        self.assertGreater(len(words), 20)
        self.assertEqual([word for word in words if not (SOURCE / word).exists()], [])

    def test_scripts_that_are_called_by_name_can_be(self):
        """Those at the beginning of a command."""
        plan = (HERE / "plan.toml").read_text()
        calls = re.findall(r'(?:^|run = "+|&&\s)((?:bench|tests)/[\w/]+\.py)', plan, re.MULTILINE)
        self.assertGreater(len(calls), 10)
        self.assertEqual([call for call in calls if not os.access(SOURCE / call, os.X_OK)], [])

    def test_programs_of_the_bundle_are_installed(self):
        """Each is named in some CMakeLists.txt as a program of the bundle."""
        programs = set(re.findall(r"\$BUNDLE/tests/(\w+)(?![\w/])", (HERE / "plan.toml").read_text()))
        self.assertGreater(len(programs), 5)
        texts = [file.read_text() for part in ("tests", "bench") for file in (SOURCE / part).glob("*/CMakeLists.txt")]
        installed = {name for text in texts for name in re.findall(r"ringfence_bundle_test\((\w+)\)", text)}
        installed |= {f"{name}_test" for text in texts for name in re.findall(r"ringfence_test\((\w+)[^)]*ON_CARD", text)}
        self.assertEqual(programs - installed, set())


if __name__ == "__main__":
    unittest.main()
