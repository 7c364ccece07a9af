/** @module limits: bounds of one call that the gate and the engine threads share. */

/** Longest time (ms) that the plan of one call may take: hosts give up after a minute. */
export const MAX_PLAN_MS = 120_000;
