/** @module run-refusals: what every run of a check may refuse. */
export const RUN_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says',
  EXTERNAL_FAILURE: 'call again to run it afresh',
} as const;
