#!/usr/bin/env python3
"""Tests of run.py itself, with a stand-in for the program: it does what the PTX, here a line of Python, says."""

import argparse
import pathlib
import stat
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import run  # noqa: E402  pylint: disable=wrong-import-position

STAND_IN = f"#!{sys.executable}\nimport sys\nargs = sys.argv[1:]\nexec(open('case.ptx').read())\n"
COPY = "open('r', 'wb').write(open('a', 'rb').read())\n"


class CaseTest(unittest.TestCase):
    """Runs case files."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(self.folder.cleanup)
        program = pathlib.Path(self.folder.name, "ringfence")
        program.write_text(STAND_IN, encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        self.options = argparse.Namespace(ringfence=str(program), backend="soft", rebase=False, timeout=120,
                                          cache=self.folder.name)
        self.path = pathlib.Path(self.folder.name, "case.txt")

    def run_text(self, text, **options):
        """Runs a case, and gives what is wrong with it."""
        self.path.write_text(text, encoding="utf-8")
        vars(self.options).update(options)
        return run.run_case(self.path, self.options)

    def copy_case(self, given, expected, out="OUT r u32"):
        """A case whose output is its input."""
        return f"Copies.\n;;; RUN: --arg in:a --arg out:r:4\n;;; PTX\n{COPY};;; IN a u32\n{given}\n;;; {out}\n{expected}\n"

    def test_good(self):
        """Expected results pass."""
        self.assertEqual(self.run_text(self.copy_case("1 2 x3", "1 2 2 2")).report, "")

    def test_wrong_value(self):
        """A wrong value is named with its place."""
        report = self.run_text(self.copy_case("1 2", "1 3")).report
        self.assertEqual(report, "r[1]: expected 3 (0x00000003), got 2 (0x00000002)\n")

    def test_wrong_count(self):
        """Too many or too few values are wrong."""
        self.assertIn("2 values, expected 1", self.run_text(self.copy_case("1 2", "1")).report)
        self.assertIn("2 values, expected 0", self.run_text(self.copy_case("1 2", "")).report)

    def test_anything(self):
        """A star stands for any value."""
        self.assertEqual(self.run_text(self.copy_case("1 2", "1 *")).report, "")

    def test_nan_by_bits(self):
        """Without a bound even a NaN is compared by its bits."""
        self.assertIn("r[0]", self.run_text(self.copy_case("0x7fc00000", "nan", "OUT r f32")).report)
        self.assertEqual(self.run_text(self.copy_case("0x7fc00000", "nan", "OUT r f32 ulp=0")).report, "")

    def test_bounds(self):
        """A bound holds or does not."""
        case = self.copy_case("0x3f800002", "1.0", "OUT r f32 {}")
        self.assertEqual(self.run_text(case.format("ulp=2")).report, "")
        self.assertIn("2 ulp off", self.run_text(case.format("ulp=1")).report)
        self.assertEqual(self.run_text(case.format("rel=2^-22")).report, "")
        self.assertNotEqual(self.run_text(case.format("rel=2^-22.1")).report, "")
        self.assertEqual(self.run_text(case.format("ulp=0 abs=3e-7")).report, "")
        self.assertTrue(self.run_text(case.format("abs=3e-7")).approximate)

    def test_infinity_is_not_near(self):
        """The largest number and infinity are neighbours, but not alike."""
        self.assertNotEqual(self.run_text(self.copy_case("0x7f800000", "0x7f7fffff", "OUT r f32 ulp=9")).report, "")

    def test_missing_output(self):
        """A file that is not written, and one that nobody expects."""
        case = self.copy_case("1", "1").replace(COPY, "pass\n")
        self.assertIn("r: was not written", self.run_text(case).report)
        self.assertIn("there is no OUT for it", self.run_text(self.copy_case("1", "").partition(";;; OUT")[0]).report)

    def test_status_and_text(self):
        """The exit status and what is printed count."""
        case = ";;; RUN:\n;;; PTX\nprint('hello'); print('at 0x12', file=sys.stderr); sys.exit(4)\n"
        report = self.run_text(case).report
        self.assertIn("exit status 4, expected 0", report)
        self.assertIn("+hello", report)
        good = case + ";;; STDOUT\nhello\n;;; STDERR\nat {{0x[0-9a-f]+}}\n;;; EXIT: 4\n"
        self.assertEqual(self.run_text(good).report, "")
        self.assertIn("+at 0x12", self.run_text(good.replace("{{0x", "{{1x")).report)

    def test_crash(self):
        """To end by a signal is never right."""
        self.assertIn("crashed", self.run_text(";;; RUN:\n;;; PTX\nimport os; os.kill(os.getpid(), 9)\n").report)

    def test_several_runs(self):
        """Inputs hold until they are given anew."""
        case = self.copy_case("1", "1") + ";;; RUN: --arg out:r:4\n;;; OUT r u32\n1\n;;; RUN: --arg out:r:4\n"
        result = self.run_text(case + ";;; IN a u32\n2\n;;; OUT r u32\n2\n")
        self.assertEqual((result.report, result.runs), ("", 3))
        self.assertIn("run 3:", self.run_text(case + ";;; IN a u32\n2\n;;; OUT r u32\n3\n").report)

    def test_soft_only(self):
        """A case that would break a card is not run there."""
        case = self.copy_case("1", "2") + ";;; SOFT-ONLY: it breaks\n"
        self.assertEqual(self.run_text(case, backend="cuda").skipped, "it breaks")
        self.assertNotEqual(self.run_text(case, backend="soft").report, "")

    def test_bad_cases(self):
        """Mistakes in the file itself are reported."""
        for text, problem in ((";;; PTX\n", "there is no RUN line"), (";;; RUN:\n;;; OTHER\n", "unknown heading"),
                              (";;; EXIT: 1\n;;; RUN:\n", "stands before the RUN"),
                              (";;; RUN:\n;;; IN a u7\n", "takes a name and a type"),
                              (";;; RUN:\n;;; IN a u8\n256\n", "'256' is not a number of type u8"),
                              (";;; RUN:\n;;; IN a s8\n128\n", "'128' is not a number of type s8"),
                              (";;; RUN:\n;;; IN a f32\n1e39\n", "'1e39' is not a number of type f32"),
                              (";;; RUN:\n;;; IN a u8\n*\n", "only stand in an OUT"),
                              (";;; RUN:\n;;; OUT a f32 ulps=1\n", "is not ulp=N")):
            self.assertIn(problem, self.run_text(text).report)

    def test_rebase(self):
        """Results are written, comments stay, and results that hold are left alone."""
        case = self.copy_case("1 5 x4", "# one\n7\n# fives\n0 x4")
        self.assertEqual(self.run_text(case, rebase=True).report, "")
        self.assertIn(";;; OUT r u32\n# one\n1\n# fives\n5 x4\n", self.path.read_text(encoding="utf-8"))
        before = self.path.read_text(encoding="utf-8")
        self.assertEqual(self.run_text(before, rebase=False).report, "")
        self.run_text(before, rebase=True)
        self.assertEqual(self.path.read_text(encoding="utf-8"), before)

    def test_rebase_adds_what_is_missing(self):
        """Sections that are not there yet are added behind their RUN."""
        case = ";;; RUN: --arg out:r:4\n;;; PTX\nopen('r', 'wb').write(bytes(4)); print('x')\n"
        self.run_text(case, rebase=True)
        self.assertEqual(self.path.read_text(encoding="utf-8"), case + ";;; OUT r u32\n0\n;;; STDOUT\nx\n")


class NumberTest(unittest.TestCase):
    """Reads and writes numbers."""

    def test_rounding(self):
        """Decimals are rounded once, ties to even."""
        single = run.TYPES["f32"]
        for text, bits in (("16777217", 0x4B800000), ("16777219", 0x4B800002), ("1e-45", 1), ("7e-46", 0), ("-0", 1 << 31),
                           ("0x1.8p3", 0x41400000), ("3.4028235e38", 0x7F7FFFFF),
                           # Just above a tie: by way of a double it would be rounded to even.
                           ("1.00000017881393432617187499", 0x3F800001), ("1.00000017881393432617187501", 0x3F800002)):
            self.assertEqual(single.parse(text), bits, text)
        self.assertEqual(run.TYPES["f16"].parse("65504"), 0x7BFF)
        self.assertEqual(run.TYPES["bf16"].parse("3.140625"), 0x4049)

    def test_round_trip(self):
        """Written values are read back, for every type."""
        for kind in run.TYPES.values():
            top = (1 << kind.bits) - 1
            values = [0, 1, 2, 3, 4, 5, top, top, top, top >> 1, (top >> 1) + 1, top // 3, *range(40)]
            text = run.show_values(kind, values)
            self.assertEqual(run.flatten(run.parse_values(kind, text)), values, kind.name)

    def test_ranges(self):
        """Counting up, down and in steps."""
        kind = run.TYPES["s32"]
        values = run.flatten(run.parse_values(kind, "-1..1, 3..0  0..6:3 # not this: 9"))
        self.assertEqual([kind.number(value) for value in values], [-1, 0, 1, 3, 2, 1, 0, 0, 3, 6])


if __name__ == "__main__":
    unittest.main()
