/** @module served: what kind of building a stair or floor serves, by the rooms of its levels. */
import type { ElementOf } from '../../kinds/elements.ts';
import { type Outcome, otherwise, unknown } from '../outcome.ts';
import { oncePerRun, type Run } from '../run.ts';
import { unknownUse, type Use, useOf } from '../usage.ts';
import { doorwayOf } from './doorway.ts';
import { passageOf, roomsOn } from './storey.ts';

/** Occupancy groups of dwellings with stairs of their own. */
const DWELLINGS = new Set(['R-2', 'R-3']);

/** `dwelling`: all rooms whose use is known belong to homes. `other`: some do not. */
export type Served = 'dwelling' | 'other' | 'unknown';

/** What the rooms of a level serve; the occupancy that is stated for the building goes before. */
export const servedOn = oncePerRun((run, level_id): Served => {
  const { occupancy } = run.circumstances;
  if (occupancy !== null) return DWELLINGS.has(occupancy) ? 'dwelling' : 'other';
  const groups = usesOn(run, level_id).flatMap(({ group }) => group ?? []);
  if (groups.length === 0) return 'unknown';
  return groups.every((group) => DWELLINGS.has(group)) ? 'dwelling' : 'other';
});

function usesOn(run: Run, level_id: string): readonly Use[] {
  return roomsOn(run, level_id).flatMap((room) => useOf(room) ?? []);
}

/** What a stair serves: the rooms of the levels that it joins. */
function servedBy(run: Run, { params }: ElementOf<'stair'>): Served {
  const served = [params.level_id, params.top_level_id].map((id) => servedOn(run, id));
  if (served.includes('other')) return 'other';
  return served.includes('dwelling') ? 'dwelling' : 'unknown';
}

/** Whether a stair leads up to rooms for plant alone. */
function servesPlant(run: Run, { params }: ElementOf<'stair'>): boolean {
  const uses = usesOn(run, params.top_level_id);
  return uses.length > 0 && uses.every((use) => use.unoccupied === true);
}

/** The rule is not about stairs up to rooms that are entered for maintenance only; null where it is about this one. */
export function plantStair(run: Run, stair: ElementOf<'stair'>): Outcome | null {
  return servesPlant(run, stair) ? otherwise('the stair leads to plant rooms only') : null;
}

/** Why a door is on nobody's way; null where it may be on somebody's. */
export function offRoute(run: Run, id: string): Outcome | null {
  const passage = passageOf(run, id);
  const host = doorwayOf(run, id)?.host_id;
  if (passage === null || host === undefined || passage.rooms.some((room) => room !== null)) {
    return null;
  }
  return run.view.joinedWalls(host).length === 0
    ? otherwise('the wall of the door stands alone, and no room is beside it')
    : null;
}

/** Why a room is nobody's place to be; null where people are in it. */
export function unoccupied(room: ElementOf<'room'>): Outcome | null {
  return useOf(room)?.unoccupied === true
    ? otherwise('the room is entered for maintenance only')
    : null;
}

/** For stairs outside homes; null where this is one. */
export function withinHome(run: Run, stair: ElementOf<'stair'>): Outcome | null {
  return servedBy(run, stair) === 'dwelling' ? otherwise('the stair is in a dwelling') : null;
}

const NO_HOME_KNOWN = 'no usage tells whether the stair is in a dwelling: set that of its rooms';

/** For stairs in homes; null where this is one. */
export function elsewhere(run: Run, stair: ElementOf<'stair'>): Outcome | null {
  const served = servedBy(run, stair);
  if (served === 'unknown') return unknown(NO_HOME_KNOWN);
  return served === 'other' ? otherwise('the stair is in no dwelling') : null;
}

/** For stairs that everyone uses; null where this is one. */
export function homeOrPlant(run: Run, stair: ElementOf<'stair'>): Outcome | null {
  const plant = plantStair(run, stair);
  if (plant !== null) return plant;
  const served = servedBy(run, stair);
  if (served === 'unknown') return unknown(NO_HOME_KNOWN);
  return served === 'dwelling' ? otherwise('the stair is in a dwelling') : null;
}

/** For stairs to plant; null where this is one. */
export function unlessPlant(run: Run, stair: ElementOf<'stair'>): Outcome | null {
  return servesPlant(run, stair) ? null : otherwise('the stair leads to more than plant rooms');
}

/** For rooms to live in; null where this is one. */
export function notHabitable(room: ElementOf<'room'>): Outcome | null {
  const use = useOf(room);
  if (use === null) return unknown(unknownUse(room));
  return use.habitable === true ? null : otherwise('the room is not habitable');
}

/** For toilets and bathrooms; null where this is one. */
export function notSanitary(room: ElementOf<'room'>): Outcome | null {
  const use = useOf(room);
  if (use === null) return unknown(unknownUse(room));
  return use.sanitary === true ? null : otherwise('the room is no toilet or bathroom');
}
