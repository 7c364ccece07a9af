/**
 * @module introduction: name and instructions of the validation server. They are separate from its tools, because
 * `initialize` is answered before the tools are loaded.
 */

export const validationIntroduction = {
  name: 'validation',
  title: 'Plumbline validation',
  instructions:
    'Checks the building and records each run (get_validation_run). Run validate_constraints (model faults) first, then clash_detection, code_compliance, accessibility_check. not_evaluated or not_measured lists what was not checked.',
} as const;
