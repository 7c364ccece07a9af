/** @module travel: travel distance to an exit, and common path of travel. */
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { defineMeasure } from '../measure.ts';
import { notApplicable, notEvaluated, value } from '../measured.ts';
import {
  commonPath,
  furthestFromExit,
  outward,
  placeOf,
  preparePlaces,
  prepareWays,
  whyNoRoute,
} from './ways.ts';

export const roomTravel = defineMeasure({
  subject: room.kind,
  unit: 'm',
  reach: 'building',
  prepare: prepareWays,
  name: 'room_travel',
  definition:
    'Length of the shortest route from the furthest point of the room to the nearest exit: around corners and obstacles, through the middle of each door, along the slope of each stair.',
  measured({ id, params }: ElementOf<'room'>, run) {
    const place = placeOf(run, params.level_id, id);
    const furthest = place === null ? null : furthestFromExit(run, place);
    if (furthest === null) {
      const why = place === null ? 'the room has no outline' : whyNoRoute(run, place);
      return notEvaluated(`${why}; check the doors, gaps and \`is_exit\``);
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
    'Length of the route from the furthest point of the room to the point from which two routes lead on. Rooms with two exits are excluded.',
  measured({ id, params }: ElementOf<'room'>, run) {
    const place = placeOf(run, params.level_id, id);
    if (place === null || place.portals.length === 0) {
      return notEvaluated('no door leads out of the room');
    }
    if (outward(run, place).length > 1) {
      return notApplicable('the room has more than one exit');
    }
    const common = commonPath(run, place);
    if (common === null) return notEvaluated('no route leads from the room to an exit');
    const z = run.view.bounds(id)?.min.z ?? 0;
    return value(common.length_mm / 1000, { ...common.from, z });
  },
});
