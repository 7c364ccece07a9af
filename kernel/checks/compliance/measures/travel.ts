/** @module travel: how far it is out of the building, and how far there is only one way. */
import type { ElementOf } from '../../kinds/elements.ts';
import { room } from '../../kinds/room.ts';
import { defineMeasure } from '../measure.ts';
import { notApplicable, notEvaluated, value } from '../measured.ts';
import {
  commonPath,
  furthestFromExit,
  outward,
  placeOf,
  preparePlaces,
  prepareWays,
} from './ways.ts';

export const roomTravel = defineMeasure({
  subject: room.kind,
  unit: 'm',
  reach: 'building',
  prepare: prepareWays,
  name: 'room_travel',
  definition:
    'Shortest way from the furthest place of the room to the nearest exit: round corners and what stands in the way, through the middle of each door, along the slope of each stair.',
  measured({ id, params }: ElementOf<'room'>, run) {
    const place = placeOf(run, params.level_id, id);
    const furthest = place === null ? null : furthestFromExit(run, place);
    if (furthest === null) {
      return notEvaluated('no way leads from the room to an exit: check its doors and `is_exit`');
    }
    const z = run.view.bounds(id)?.min.z ?? 0;
    return value(furthest.length_mm / 1000, { ...furthest.from, z });
  },
});

export const roomCommonPath = defineMeasure({
  subject: room.kind,
  unit: 'm',
  reach: 'storey',
  prepare: preparePlaces,
  name: 'room_common_path',
  definition:
    'Way from the furthest place of the room to the place from which there are two ways on; rooms with two ways out are left out.',
  measured({ id, params }: ElementOf<'room'>, run) {
    const place = placeOf(run, params.level_id, id);
    if (place === null || place.portals.length === 0) {
      return notEvaluated('no door leads out of the room');
    }
    if (outward(run, place).length > 1) {
      return notApplicable('the room has more than one way out');
    }
    const common = commonPath(run, place);
    if (common === null) return notEvaluated('no way leads from the room to an exit');
    const z = run.view.bounds(id)?.min.z ?? 0;
    return value(common.length_mm / 1000, { ...common.from, z });
  },
});

/** Sprinklered limits of IBC Table 1017.2: most groups, business, and those of low hazard. */
export function sprinkleredLimit<Limit>(
  limits: {
    readonly sprinklered: Limit;
    readonly sprinklered_B: Limit;
    readonly sprinklered_low: Limit;
  },
  group: string,
): Limit {
  if (group === 'B') return limits.sprinklered_B;
  return ['F-2', 'S-2', 'U'].includes(group) ? limits.sprinklered_low : limits.sprinklered;
}
