/** @module shrunk: the fewest calls of a building that still break a law. */
import type { Building } from './random-building.ts';

/** Drops calls, first many at once, as long as the law stays violated; calls that refer to dropped ones are refused. */
export async function shrunk(
  building: Building,
  isBroken: (building: Building) => Promise<boolean>,
): Promise<Building> {
  let calls = building.calls;
  for (let size = Math.floor(calls.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let from = calls.length - size; from >= 0; from -= size) {
      const fewer = [...calls.slice(0, from), ...calls.slice(from + size)];
      // An outer outline is known only for whole storeys.
      if (await isBroken({ ...building, calls: fewer, outer: new Map() })) calls = fewer;
    }
  }
  return { ...building, calls, outer: new Map() };
}
