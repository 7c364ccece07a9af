/** @module served: the use that a level or stair serves, from the rooms of its levels. */
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { oncePerRun, type Run } from '../run.ts';
import { type Use, useOf } from '../usage.ts';
import { roomsOn } from './storey.ts';

/** Occupancy groups of dwellings. */
const DWELLINGS = new Set(['R-2', 'R-3']);

/** Maximum number of rooms in an assumption. */
const MAX_NAMED = 5;

/** `dwelling`: all rooms of known use are in dwellings. `other`: at least one is not. `unknown`: no use is known. */
export type Served = 'dwelling' | 'other' | 'unknown';

/** The use that a level serves: the stated occupancy of the building, else the uses of the level's rooms. */
export const servedOn = oncePerRun((run, level_id): Served => {
  const { occupancy } = run.circumstances;
  if (occupancy !== null) return DWELLINGS.has(occupancy) ? 'dwelling' : 'other';
  const groups = usesOn(run, level_id).flatMap(({ group }) => group ?? []);
  if (groups.length === 0) return 'unknown';
  if (groups.every((group) => DWELLINGS.has(group))) return 'dwelling';
  if (groups.some((group) => DWELLINGS.has(group))) {
    MIXED.set(run, [...(MIXED.get(run) ?? []), level_id]);
  }
  return 'other';
});

/** Ids of the levels with rooms of dwellings and others whose use a rule of the run depended on. */
const MIXED = new WeakMap<Run, readonly string[]>();

/** What a run has assumed about levels of mixed use: they do not count as dwellings. */
export function useAssumptions(run: Run): readonly string[] {
  return (MIXED.get(run) ?? []).map((level_id) => {
    const others = roomsOn(run, level_id).flatMap((room) => {
      const group = useOf(room)?.group ?? null;
      return group === null || DWELLINGS.has(group) ? [] : [`\`${room.params.name}\` (${group})`];
    });
    const name = run.view.elementOf(level_id, 'level')?.params.name ?? level_id;
    const more = others.length - MAX_NAMED;
    const named = `${others.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return `\`occupancy\` is not given, and level \`${name}\` has rooms of a dwelling and others by their usage: ${named}; its stairs and guards are checked as those of other buildings. If the building is a dwelling, give its \`occupancy\` (R-3 for a house, R-2 for apartments)`;
  });
}

function usesOn(run: Run, level_id: string): readonly Use[] {
  return roomsOn(run, level_id).flatMap((room) => useOf(room) ?? []);
}

/** The use that a stair serves, from the two levels that it connects. */
export function servedBy(run: Run, { params }: ElementOf<'stair'>): Served {
  const served = [params.level_id, params.top_level_id].map((id) => servedOn(run, id));
  if (served.includes('other')) return 'other';
  return served.includes('dwelling') ? 'dwelling' : 'unknown';
}

/** Whether all rooms of known use on the upper level of a stair are for plant. */
export function servesPlant(run: Run, { params }: ElementOf<'stair'>): boolean {
  const uses = usesOn(run, params.top_level_id);
  return uses.length > 0 && uses.every((use) => use.unoccupied === true);
}
