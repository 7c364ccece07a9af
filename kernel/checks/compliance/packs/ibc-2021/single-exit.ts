/** @module single-exit: the rooms for which one exit is not enough (IBC-2021, Table 1006.2.1). */
import { defineGuard } from '../../guard.ts';
import { notApplicable, notEvaluated } from '../../measured.ts';
import { groupOf, loadOf, ofGroup, withoutGroup } from '../../measures/occupants.ts';
import { persons } from '../../outcome.ts';

/** Greatest number of occupants with one exit, by occupancy group. */
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

/** Rooms with more occupants than one exit serves. */
export const roomNeedingTwoExits = defineGuard({
  subject: 'room',
  parameters: SINGLE_EXIT,
  exempt(room, run) {
    const group = groupOf(run, room);
    if (group === null) return withoutGroup(room);
    const most = ofGroup(SINGLE_EXIT, group)?.value;
    if (most === undefined) return notEvaluated(`no limit is known for occupancy \`${group}\``);
    const load = loadOf(run, room.id);
    if (load.outcome !== 'value') return load;
    return load.value <= most ? notApplicable(`one exit is enough for ${most} persons`) : null;
  },
});
