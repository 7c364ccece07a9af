/** @module ibc-single-exit: for how many people one way out of a room does, by occupancy group (IBC Table 1006.2.1). */
import { persons } from '../outcome.ts';

export const SINGLE_EXIT = {
  A: persons(49),
  B: persons(49),
  E: persons(49),
  F: persons(49),
  M: persons(49),
  U: persons(49),
  S: persons(29),
  I: persons(10),
  'R-1': persons(10),
  'R-2': persons(20),
  'R-3': persons(20),
} as const;
