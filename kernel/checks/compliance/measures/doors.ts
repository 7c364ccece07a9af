/** @module doors: measures of doors: what is clear when they stand open, and what lies before them. */
import type { Element, ElementOf } from '../../kinds/elements.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notEvaluated, value } from '../measured.ts';
import type { Run } from '../run.ts';
import { Frame } from '../shapes/frame.ts';
import { narrowestOf } from './blocked.ts';
import { lowestAbove, others } from './bodies.ts';
import { type Doorway, doorwayOf } from './doorway.ts';
import { DEEPEST_MM, freeDepth } from './landing.ts';
import { elevationOf, standingAt, surfaceAt } from './surfaces.ts';

/** What a leaf loses of its void when it stands open at 90°: the stop of the frame, and its own thickness; mm. */
const STOP_MM = 16;
const LEAF_MM = 44;
/** Nothing may stand in a doorway between these heights above its foot, mm. */
const FEET_MM = 50;
const SHOULDERS_MM = 1500;
/** Floors beside a door are looked for this far from the face of its wall, mm. */
const BESIDE_MM = 100;

type Door = ElementOf<'door'>;

function ofDoorway(measured: (doorway: Doorway, door: Door, run: Run) => Measured) {
  return (door: Door, run: Run): Measured => {
    const doorway = doorwayOf(run, door.id);
    return doorway === null
      ? notEvaluated('the door has no place in a wall')
      : measured(doorway, door, run);
  };
}

/** How many leaves share a void, and what one loses of its share when it stands open; null where that is not modelled. */
const LEAVES = {
  single: { leaves: 1, lost: STOP_MM + LEAF_MM },
  double: { leaves: 2, lost: STOP_MM + LEAF_MM },
  sliding: { leaves: 1, lost: STOP_MM },
  pocket: { leaves: 1, lost: STOP_MM },
  folding: null,
  revolving: null,
} as const satisfies Record<Door['params']['door_type'], object | null>;

/** Width that is left of a void when the door stands open; null where its construction is not modelled. */
function leftOpen({ params: { door_type } }: Door, width: number): number | null {
  const type = LEAVES[door_type];
  return type === null ? null : width / type.leaves - type.lost;
}

const door = { subject: 'door', unit: 'mm' } as const;

export const doorClearWidth = defineMeasure({
  ...door,
  name: 'door_clear_width',
  definition: `Width of the void less what other bodies take of it, less ${STOP_MM} mm of stop and ${LEAF_MM} mm of a leaf at 90° (sliding: the stop alone; double: one leaf).`,
  measured: ofDoorway((doorway, element, run) => {
    const { frame, s, t, low, host_id } = doorway;
    const strip = {
      // The strip is walked through the wall.
      frame: new Frame(frame.origin, { x: 0 - frame.along.y, y: frame.along.x }),
      s: t,
      t: [0 - s[1], 0 - s[0]],
      height: () => low,
      low: FEET_MM,
      high: SHOULDERS_MM,
    } as const;
    const { width, of } = narrowestOf(run, strip, ({ id }) => id !== host_id);
    const clear = leftOpen(element, width);
    if (clear === null) {
      return notEvaluated(`what a ${element.params.door_type} door leaves clear is not modelled`);
    }
    const middle = frame.point((s[0] + s[1]) / 2, (t[0] + t[1]) / 2);
    return value(Math.max(0, clear), { ...middle, z: low }, of);
  }),
});

export const doorClearHeight = defineMeasure({
  ...door,
  name: 'door_clear_height',
  definition:
    'Height of the void above the higher of its foot and the floor in it, less what hangs into it.',
  measured: ofDoorway(({ frame, s, t, low, high, host_id, level_id }, _element, run) => {
    const middle = frame.point((s[0] + s[1]) / 2, (t[0] + t[1]) / 2);
    const foot = Math.max(low, standingAt(run, level_id, middle));
    const base = { pieces: [frame.rectangle(s, t)], height: () => foot };
    const hangs = lowestAbove(run, base, (box) => others(run, box, host_id), high - foot);
    const at = { ...middle, z: foot };
    return hangs !== null && hangs.clear < high - foot
      ? value(hangs.clear, at, hangs.of)
      : value(high - foot, at);
  }),
});

/** Elevation of the floors on the two sides, null where one is not modelled. */
function floorsBeside(
  { frame, s, t, level_id }: Doorway,
  run: Run,
): readonly [number, number] | null {
  const elevation = elevationOf(run, level_id);
  const middle = (s[0] + s[1]) / 2;
  const left = surfaceAt(run, elevation, frame.point(middle, t[1] + BESIDE_MM));
  const right = surfaceAt(run, elevation, frame.point(middle, t[0] - BESIDE_MM));
  return left === null || right === null ? null : [left.z, right.z];
}

export const doorStep = defineMeasure({
  ...door,
  name: 'door_step',
  definition:
    'Difference in height between the floors 100 mm before and behind the wall; a threshold of its own is not modelled.',
  measured: ofDoorway((doorway, _element, run) => {
    const floors = floorsBeside(doorway, run);
    if (floors === null) return notEvaluated('no floor is modelled on both sides of the door');
    const { frame, s, t } = doorway;
    const at = frame.point((s[0] + s[1]) / 2, (t[0] + t[1]) / 2);
    return value(Math.abs(floors[0] - floors[1]), { ...at, z: Math.max(...floors) });
  }),
});

/** Free depths before both faces, over the width of the door; null where no floor is modelled. */
function depthsOf(doorway: Doorway, run: Run): readonly [number, number] | null {
  const { frame, s, t, level_id, host_id } = doorway;
  const elevation = elevationOf(run, level_id);
  const counts = ({ id }: Element): boolean => id !== host_id;
  const left = new Frame(frame.origin, { x: 0 - frame.along.y, y: frame.along.x });
  const right = new Frame(frame.origin, { x: frame.along.y, y: 0 - frame.along.x });
  const one = freeDepth(run, { frame: left, s: t[1], t: [0 - s[1], 0 - s[0]], elevation }, counts);
  const other = freeDepth(run, { frame: right, s: 0 - t[0], t: s, elevation }, counts);
  return one === null || other === null ? null : [one.depth, other.depth];
}

function ofDepths(chosen: (a: number, b: number) => number) {
  return ofDoorway((doorway, _element, run) => {
    const depths = depthsOf(doorway, run);
    if (depths === null) return notEvaluated('no floor is modelled on both sides of the door');
    const { frame, s, t, low } = doorway;
    const at = frame.point((s[0] + s[1]) / 2, (t[0] + t[1]) / 2);
    return value(chosen(...depths), { ...at, z: low });
  });
}

export const doorDepthLesser = defineMeasure({
  ...door,
  name: 'door_depth_lesser',
  definition: `Free level depth before the door, over its width, on the side with less; up to ${DEEPEST_MM} mm.`,
  measured: ofDepths((a, b) => Math.min(a, b)),
});

export const doorDepthGreater = defineMeasure({
  ...door,
  name: 'door_depth_greater',
  definition: `Free level depth before the door, over its width, on the side with more; up to ${DEEPEST_MM} mm.`,
  measured: ofDepths((a, b) => Math.max(a, b)),
});

export const doorDeep = defineMeasure({
  ...door,
  name: 'door_deep',
  definition: 'Thickness of the wall at the door: how far one passes through it.',
  measured: ofDoorway(({ t }) => value(t[1] - t[0])),
});
