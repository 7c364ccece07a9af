/** @module doors: measures of doors: clear opening, step, and free floor on both sides. */
import { sillOf } from '../../../building/kinds/door/door.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { defineMeasure } from '../measure.ts';
import { type Measured, notEvaluated, value } from '../measured.ts';
import type { Run } from '../run.ts';
import { Frame, type Interval } from '../shapes/frame.ts';
import { lowestAbove, othersOver } from './bodies.ts';
import { sidesOfDoorway, type Doorway, doorwayOf, middleOf } from './doorway.ts';
import { FEET_MM, narrowestOf, SHOULDERS_MM, TOUCH_MM } from './free-space/blocked.ts';
import { DEEPEST_MM, type Depth, type Edge, freeDepth } from './landing.ts';
import { elevationOf, floorAt, raisedFootAt, standingAt } from './surfaces.ts';

/** Clear width lost to the stop of the frame and to the thickness of a leaf that is open at 90°, mm. */
const STOP_MM = 16;
const LEAF_MM = 44;
/** The floors on both sides are measured at this distance from the faces of the wall, mm. */
const FROM_WALL_MM = 100;

type Door = ElementOf<'door'>;

function ofDoorway(measured: (doorway: Doorway, door: Door, run: Run) => Measured) {
  return (door: Door, run: Run): Measured => {
    const doorway = doorwayOf(run, door.id);
    return doorway === null
      ? notEvaluated('the door has no place in a wall')
      : measured(doorway, door, run);
  };
}

/** Number of leaves in the void, and the clear width lost per leaf, mm; null if the construction is not modelled. */
const LEAVES = {
  single: { leaves: 1, lost: STOP_MM + LEAF_MM },
  double: { leaves: 2, lost: STOP_MM + LEAF_MM },
  sliding: { leaves: 1, lost: STOP_MM },
  pocket: { leaves: 1, lost: STOP_MM },
  folding: null,
  revolving: null,
} as const satisfies Record<Door['params']['door_type'], object | null>;

/** Clear width of a void of this width with the door open, mm; null if its construction is not modelled. */
function clearWidthOf({ params: { door_type } }: Door, width: number): number | null {
  const type = LEAVES[door_type];
  return type === null ? null : width / type.leaves - type.lost;
}

const door = { subject: 'door', unit: 'mm' } as const;

export const doorClearWidth = defineMeasure({
  ...door,
  name: 'door_clear_width',
  definition: `Width of the void, less obstructions by other bodies, less ${STOP_MM} mm for the stop and ${LEAF_MM} mm for the leaf open at 90° (sliding and pocket doors: the stop only; double doors: per half).`,
  measured: ofDoorway((doorway, element, run) => {
    const { frame, s, t, low, host_id } = doorway;
    const strip = {
      // The frame of the strip is rotated by 90°, because the strip runs through the wall.
      frame: new Frame(frame.origin, { x: 0 - frame.along.y, y: frame.along.x }),
      s: t,
      t: [0 - s[1], 0 - s[0]],
      height: () => low,
      low: FEET_MM,
      high: SHOULDERS_MM,
    } as const;
    const { width, of } = narrowestOf(run, strip, ({ id }) => id !== host_id);
    const clear = clearWidthOf(element, width);
    if (clear === null) {
      return notEvaluated(`the clear width of a ${element.params.door_type} door is not modelled`);
    }
    return value(Math.max(0, clear), { ...middleOf(doorway), z: low }, of);
  }),
});

export const doorClearHeight = defineMeasure({
  ...door,
  name: 'door_clear_height',
  definition:
    'Height from the foot of the void, or from the floor in it if that is higher, to its top or a lower obstruction.',
  measured: ofDoorway((doorway, _element, run) => {
    const { frame, s, t, low, high, host_id, level_id } = doorway;
    const middle = middleOf(doorway);
    const raised = sidesOfDoorway(doorway).map((side) => raisedFootAt(run, level_id, side) ?? low);
    const foot = Math.max(low, standingAt(run, level_id, middle), ...raised);
    const base = { pieces: [frame.rectangle(s, t)], height: () => foot };
    const hangs = lowestAbove(run, base, (box) => othersOver(run, box, host_id), high - foot);
    const at = { ...middle, z: foot };
    return hangs !== null && hangs.clear < high - foot
      ? value(hangs.clear, at, hangs.of)
      : value(high - foot, at);
  }),
});

/** Elevations of the floors on the two sides, mm; null if one is not modelled. */
function floorsAtSides(doorway: Doorway, run: Run): readonly [number, number] | null {
  const [left = null, right = null] = sidesOfDoorway(doorway, FROM_WALL_MM).map((point) =>
    floorAt(run, doorway.level_id, point),
  );
  return left === null || right === null ? null : [left, right];
}

export const doorStep = defineMeasure({
  ...door,
  name: 'door_step',
  definition:
    'Greatest difference in height between the floors 100 mm in front of and behind the wall and, of a door with a sill, its threshold above the lower of them.',
  measured: ofDoorway((doorway, { params }, run) => {
    const floors = floorsAtSides(doorway, run);
    if (floors === null) return notEvaluated('a side of the door has no modelled floor');
    const top = Math.max(...floors, ...(sillOf(params) === 0 ? [] : [doorway.low]));
    return value(top - Math.min(...floors), { ...middleOf(doorway), z: top });
  }),
});

/** Elevation at which the floor on a side of a door is searched, mm, and of its finish if a room states it. */
function floorBeside(run: Run, doorway: Doorway, side: 1 | -1): Pick<Edge, 'elevation' | 'finish'> {
  const [left, right] = sidesOfDoorway(doorway, FROM_WALL_MM);
  const finish = raisedFootAt(run, doorway.level_id, side === 1 ? left : right);
  return { elevation: finish ?? elevationOf(run, doorway.level_id), finish };
}

/**
 * Free depth in front of a face of the wall, over a part of the wall's length that begins and ends at these distances
 * from the start of the void (negative: before it), mm; null if no floor is modelled there. `side` 1 is the left of the
 * wall, -1 the right.
 */
export function depthOver(
  run: Run,
  doorway: Doorway,
  side: 1 | -1,
  [from, to]: Interval,
): Depth | null {
  const { frame, t, host_id } = doorway;
  const { x, y } = frame.along;
  const outward = new Frame(frame.origin, { x: 0 - side * y, y: side * x });
  const edge = {
    frame: outward,
    s: side === 1 ? t[1] : 0 - t[0],
    t: side === 1 ? ([0 - to, 0 - from] as const) : ([from, to] as const),
    ...floorBeside(run, doorway, side),
  };
  return freeDepth(run, edge, ({ id }) => id !== host_id);
}

/** The width next to a leaf is measured from this far before its edge, mm: a thin body on the edge touches neither side. */
const BEFORE_MM = 2 * TOUCH_MM;

/**
 * Free width next to the leaf of a door, along the wall from `from` on (distance from the start of the void) in the
 * direction `out`, mm, over this depth in front of the wall. 0 if no floor is modelled there.
 */
export function widthBeyond(
  run: Run,
  doorway: Doorway,
  side: 1 | -1,
  { from, out, depth }: { readonly from: number; readonly out: 1 | -1; readonly depth: number },
): Depth {
  const { frame, t, host_id } = doorway;
  const { x, y } = frame.along;
  const near = side === 1 ? t[1] + TOUCH_MM : t[0] - TOUCH_MM;
  const far = side === 1 ? t[1] + depth : t[0] - depth;
  // Along the wall from its end to its start, the frame measures across it from right to left.
  const across = [out * near, out * far] as const;
  const edge = {
    frame: new Frame(frame.origin, { x: out * x, y: out * y }),
    s: out * from - BEFORE_MM,
    t: [Math.min(...across), Math.max(...across)] as const,
    ...floorBeside(run, doorway, side),
  };
  const free = freeDepth(run, edge, ({ id }) => id !== host_id);
  return free === null
    ? { depth: 0, of: [] }
    : { depth: Math.max(0, free.depth - BEFORE_MM), of: free.of };
}

/** Free depths in front of both faces over the width of the door, mm; null if one has no modelled floor. */
function depthsOf(doorway: Doorway, run: Run): readonly [number, number] | null {
  const one = depthOver(run, doorway, 1, doorway.s);
  const other = depthOver(run, doorway, -1, doorway.s);
  return one === null || other === null ? null : [one.depth, other.depth];
}

function ofDepths(chosen: (a: number, b: number) => number) {
  return ofDoorway((doorway, _element, run) => {
    const depths = depthsOf(doorway, run);
    if (depths === null) return notEvaluated('a side of the door has no modelled floor');
    return value(chosen(...depths), { ...middleOf(doorway), z: doorway.low });
  });
}

export const doorDepthLesser = defineMeasure({
  ...door,
  name: 'door_depth_lesser',
  definition: `Free level depth in front of the door over its width, on the side with the smaller depth; measured up to ${DEEPEST_MM} mm.`,
  measured: ofDepths((a, b) => Math.min(a, b)),
});

export const doorDepthGreater = defineMeasure({
  ...door,
  name: 'door_depth_greater',
  definition: `Free level depth in front of the door over its width, on the side with the greater depth; measured up to ${DEEPEST_MM} mm.`,
  measured: ofDepths((a, b) => Math.max(a, b)),
});

export const doorDeep = defineMeasure({
  ...door,
  name: 'door_deep',
  definition: 'Thickness of the wall at the door: the length of the passage through it.',
  measured: ofDoorway(({ t }) => value(t[1] - t[0])),
});
