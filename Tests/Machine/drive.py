#!/usr/bin/env python3
"""Drives the machine that Tests/Machine/run has made.

    drive.py WORK OUTPUT COMPOSITOR [STEP...]
"""
import sys

from machine import Machine, run_steps
from steps import GUIDE, STEPS, SWAY

machine = Machine(*sys.argv[1:4])
steps = GUIDE if machine.compositor == "guide" else [step for step in STEPS if machine.compositor == "sway" or step not in SWAY]
sys.exit(run_steps(machine, steps, sys.argv[4:]))
