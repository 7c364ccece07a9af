/** @module run-refusals: the refusals that every run of a check can return. */
export const RUN_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says',
  EXTERNAL_FAILURE: 'call again to rerun the check',
} as const;
