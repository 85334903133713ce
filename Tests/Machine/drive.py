#!/usr/bin/env python3
"""Drives the machine that Tests/Machine/run has made.

    drive.py WORK OUTPUT COMPOSITOR ARCHITECTURE [STEP...]
"""
import sys

from machine import Machine, run_steps
from steps import GUIDE, STEPS, SWAY, TESTS

machine = Machine(*sys.argv[1:5])
missing = ([] if machine.compositor == "sway" else SWAY) + ([] if machine.architecture == "arm64" else TESTS)
steps = GUIDE if machine.compositor == "guide" else [step for step in STEPS if step not in missing]
sys.exit(run_steps(machine, steps, sys.argv[5:]))
