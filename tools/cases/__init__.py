"""The tables behind tools/run_cases.py: one module for every folder of tests/ptx/run that is generated."""
