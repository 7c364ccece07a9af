/** @module shrunk: the fewest calls of a building that still break a law. */
import type { Building } from './random-building.ts';

/** Drops calls, at first many at once, as long as the law stays broken; what names a dropped call is refused. */
export async function shrunk(
  building: Building,
  isBroken: (building: Building) => Promise<boolean>,
): Promise<Building> {
  let calls = building.calls;
  for (let size = Math.floor(calls.length / 2); size > 0; size = Math.floor(size / 2)) {
    for (let from = calls.length - size; from >= 0; from -= size) {
      const fewer = [...calls.slice(0, from), ...calls.slice(from + size)];
      // An outer outline is known of whole storeys only.
      if (await isBroken({ ...building, calls: fewer, outer: new Map() })) calls = fewer;
    }
  }
  return { ...building, calls, outer: new Map() };
}
