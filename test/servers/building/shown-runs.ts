/** @module shown-runs: validation runs of callers with the same and with another view. */
import type { PlannedEventOf } from '../../../schemas/events.ts';

/** A run of a caller with the same view, with findings about each wall, about pairs, and about no element. */
export const ABOUT = [
  ['wall_0'],
  ['wall_1', 'wall_2'],
  ['wall_0', 'not-there'],
  ['door_1', 'wall_1'],
  [],
];
export const RUN: PlannedEventOf<'validation.run'> = {
  type: 'validation.run',
  aggregate_id: 'runs of clash_detection',
  payload: {
    tool: 'clash_detection',
    options: {},
    head: { branch: 'main', branch_seq: 3, seq: 3 },
    whole: false,
    sight: 'test',
    summary: { status: 'violations' },
    findings: ABOUT.map((element_ids, n) => ({
      finding_id: `finding-${n}`,
      check: 'clash.hard',
      severity: 'error',
      element_ids,
      level_id: null,
      message: 'both are there',
      location: null,
      box: null,
      details: {},
      since: 'event-1',
    })),
    found: ABOUT.length,
  },
};
/** The same run of a caller that sees everything. */
export const RUN_OF_ALL: PlannedEventOf<'validation.run'> = {
  ...RUN,
  payload: { ...RUN.payload, options: { of: 'all' }, whole: true },
};
