"""What is written on: score pads, deduction pads, note slips."""
