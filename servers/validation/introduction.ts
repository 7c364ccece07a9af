/** @module introduction: how the validation server introduces itself, apart from its tools: initialize is answered before they are loaded. */

export const validationIntroduction = {
  name: 'validation',
  title: 'Plumbline validation',
  instructions:
    'Checks the building model and changes nothing of it; every run is recorded: get_validation_run pages and compares. clash_detection finds overlaps, code_compliance and accessibility_check measure rules, validate_constraints finds faults of the model. What could not be judged is in not_evaluated.',
} as const;
