/** @module storey: rooms and enclosed spaces of a level, and the passages between them. */
import { GRID_MM, MODEL_LIMIT_MM } from '../../../../schemas/units.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { pointInRing, ringBounds } from '../../../building/geometry/plan/polygon.ts';
import type { Box2, Point2 } from '../../../building/geometry/vector.ts';
import { axisPieces } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import { door } from '../../../building/kinds/door/door.ts';
import type { Element, ElementOf } from '../../../building/kinds/elements.ts';
import { enclosedOn } from '../../../building/kinds/room/enclosure.ts';
import { room } from '../../../building/kinds/room/room.ts';
import { leadsThrough } from '../../../building/spatial/passages.ts';
import { floorOf, hasRaisedRooms } from '../../../building/spatial/room-floors.ts';
import { oncePerRun, type Run } from '../run.ts';
import { sidesOfDoorway, doorwayOf } from './doorway.ts';
import { elevationOf, groundOf } from './surfaces.ts';
import { isWay } from './way-parts.ts';

/** Rooms are found at this height above the floors of their level, mm. */
const ABOVE_FLOOR_MM = 100;
/** A door within this height above or below the ground is an exit, mm: external steps need not be modelled. */
const STEPS_MM = 1500;
/** Doors of a room are in walls no thicker than this, mm. */
const THICKEST_MM = 1000;

/** A door or an opening to walk through. `rooms`: ids of the rooms on the left and right of its wall, null without one. */
export type Passage = {
  readonly id: string;
  readonly is_door: boolean;
  /** Whether the model marks it as an exit. */
  readonly is_exit: boolean;
  readonly rooms: readonly [string | null, string | null];
};

type Placed = { readonly id: string; readonly ring: Ring; readonly box: Box2 };

/** Index of outlines in a grid of cells, so that a point is tested against few outlines. */
class Outlines {
  readonly #cells = new Map<string, Placed[]>();
  static readonly #CELL_MM = 8000;

  constructor(outlines: readonly Placed[]) {
    for (const outline of outlines) {
      const { min, max } = outline.box;
      for (let i = Outlines.#cell(min.x); i <= Outlines.#cell(max.x); i++) {
        for (let j = Outlines.#cell(min.y); j <= Outlines.#cell(max.y); j++) {
          const key = `${i},${j}`;
          const cell = this.#cells.get(key);
          if (cell === undefined) this.#cells.set(key, [outline]);
          else cell.push(outline);
        }
      }
    }
  }

  static #cell(mm: number): number {
    return Math.floor(mm / Outlines.#CELL_MM);
  }

  /** Returns the first outline that contains the point, inside or on its boundary. */
  at({ x, y }: Point2): Placed | undefined {
    const cell = this.#cells.get(`${Outlines.#cell(x)},${Outlines.#cell(y)}`) ?? [];
    return cell.find(
      ({ ring, box: { min, max } }) =>
        x >= min.x && x <= max.x && y >= min.y && y <= max.y && pointInRing({ x, y }, ring),
    );
  }
}

function withBox(id: string, ring: Ring): Placed {
  return { id, ring, box: ringBounds(ring) };
}

/** The rooms of a level. */
export const roomsOn = oncePerRun((run, level_id): readonly ElementOf<'room'>[] => {
  const rooms: ElementOf<'room'>[] = [];
  for (const element of run.view.elementsOnLevel(level_id)) {
    if (element.kind === room.kind) rooms.push(element);
  }
  return rooms;
});

/** The spaces that walls of a level enclose, smaller ones first. */
const spacesIn = oncePerRun((run, level_id) => {
  const spaces = enclosedOn(level_id, run.view).toSorted((a, b) => a.grossArea - b.grossArea);
  return new Outlines(spaces.map(({ ring }, i) => withBox(`${level_id} ${i}`, ring)));
});

/** Elevations at which rooms of a level are found, mm: over the level itself first, then over other floors, ascending. */
const probesOn = oncePerRun((run, level_id): readonly number[] => {
  const elevation = elevationOf(run, level_id);
  if (!hasRaisedRooms(run.view, level_id)) return [elevation + ABOVE_FLOOR_MM];
  const feet = roomsOn(run, level_id).map(({ id }) => floorOf(run.view, level_id, { room_id: id }));
  const others = [...new Set(feet)].filter((foot) => foot !== elevation);
  return [elevation, ...others.toSorted((a, b) => a - b)].map((foot) => foot + ABOVE_FLOOR_MM);
});

/** Outlines of the rooms of a level at `ABOVE_FLOOR_MM` over one of its floors, in order of their ids. */
const roomOutlinesOn = oncePerRun((run, level_id) => {
  const probes = probesOn(run, level_id);
  const outlines: Placed[] = [];
  for (const { id } of roomsOn(run, level_id)) {
    const [ring, box] = [run.view.outline(id), run.view.bounds(id)];
    if (ring === null || box === null) continue;
    if (probes.every((z) => z < box.min.z || z > box.max.z)) continue;
    outlines.push(withBox(id, ring));
  }
  return new Outlines(outlines.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
});

/** Greatest gap between the ends of the axes of walls that join, mm. */
const SHORT_MM = 2 * THICKEST_MM;

/** The four directions along the coordinate axes: coordinates along and across. */
const DIRECTIONS = [
  { along: 'x', across: 'y', sign: 1 },
  { along: 'x', across: 'y', sign: -1 },
  { along: 'y', across: 'x', sign: 1 },
  { along: 'y', across: 'x', sign: -1 },
] as const;

/** Whether a ray from a point in one of four directions crosses no wall axis: then no walls enclose the point. */
function isOutside({ view }: Run, level_id: string, point: Point2): boolean {
  return DIRECTIONS.some(({ along, across, sign }) => {
    const [from, line] = [point[along], point[across]];
    const far = from + sign * 2 * MODEL_LIMIT_MM;
    const corner = (a: number, b: number): Point2 =>
      along === 'x' ? { x: a, y: b } : { x: b, y: a };
    const box = {
      min: corner(Math.min(from, far) - SHORT_MM, line - SHORT_MM),
      max: corner(Math.max(from, far) + SHORT_MM, line + SHORT_MM),
    };
    const axes = view.wallsNear(level_id, box).flatMap(({ params }) => {
      const pieces = axisPieces(params);
      // Straight walls may leave a gap at a joint; the facets of one arc do not.
      const short = pieces.length === 1 ? SHORT_MM : 1;
      return pieces.map(({ start, end }) => ({ start, end, short }));
    });
    return axes.every(({ start, end, short }) => {
      const [dx, dy] = [end.x - start.x, end.y - start.y];
      const share = short / Math.sqrt(dx * dx + dy * dy);
      const [a, b] = [
        { x: start.x - dx * share, y: start.y - dy * share },
        { x: end.x + dx * share, y: end.y + dy * share },
      ];
      const [over, under] = [a[across] - line, b[across] - line];
      if ((over > 0 && under > 0) || (over < 0 && under < 0)) return true;
      if (over === under) return Math.max(sign * (a[along] - from), sign * (b[along] - from)) < 0;
      const met = a[along] + ((b[along] - a[along]) * over) / (over - under);
      return sign * (met - from) < 0;
    });
  });
}

/**
 * Id of the first room of a level at a point in plan; null if there is none. Of several rooms in one space, one that was
 * drawn elsewhere comes last; of rooms over each other, the one at the level comes first.
 */
export function roomAt(run: Run, level_id: string, point: Point2): string | null {
  const { x, y } = point;
  for (const z of probesOn(run, level_id)) {
    const min = { x: x - GRID_MM, y: y - GRID_MM, z };
    const max = { x: x + GRID_MM, y: y + GRID_MM, z };
    const found = run.view.inBox({ min, max }).find((id) => {
      if (run.view.elementOf(id, room.kind)?.params.level_id !== level_id) return false;
      return pointInRing(point, run.view.outline(id) ?? []);
    });
    if (found !== undefined) return found;
  }
  // The search by box misses rooms whose walls were moved far from where they were drawn.
  return isOutside(run, level_id, point)
    ? null
    : (roomOutlinesOn(run, level_id).at(point)?.id ?? null);
}

/** Id of the space of a level at a point: the enclosed space, else the room; null if there is neither. */
export function spaceAt(run: Run, level_id: string, point: Point2): string | null {
  return spacesIn(run, level_id).at(point)?.id ?? roomAt(run, level_id, point);
}

/** The passage of a door, or of an opening to walk through; null for other elements. */
export const passageOf = oncePerRun((run, id): Passage | null => {
  const doorway = doorwayOf(run, id);
  const element = run.view.element(id);
  if (doorway === null || element === undefined || !isWalkThrough(element, run)) return null;
  const [left, right] = sidesOfDoorway(doorway);
  const at = (point: Point2): string | null => roomAt(run, doorway.level_id, point);
  const is_door = element.kind === door.kind;
  const is_exit = element.kind === door.kind && element.params.is_exit;
  return { id, is_door, is_exit, rooms: [at(left), at(right)] };
});

/** Any door, since a low one is reported by the rules about doors; of openings, those that routes pass. */
function isWalkThrough(element: Element, run: Run): boolean {
  return element.kind === door.kind || leadsThrough(element, run.view);
}

/** Passages of a level, in order. */
export const passagesOn = oncePerRun((run, level_id): readonly Passage[] => {
  const passages: Passage[] = [];
  for (const { id } of run.view.elementsOnLevel(level_id)) {
    for (const hosted of run.view.hostedBy(id)) {
      const passage = passageOf(run, hosted.id);
      if (passage !== null) passages.push(passage);
    }
  }
  return passages;
});

/** Like `passagesOn`, with checkpoints. */
export function passagesOnLevel(run: Run, level_id: string): readonly Passage[] {
  const standing = [...run.view.elementsOnLevel(level_id)];
  for (const [done, { id }] of standing.entries()) {
    for (const hosted of run.view.hostedBy(id)) {
      checkpoint({ done, total: standing.length, doing: 'finding rooms next to doors' });
      passageOf(run, hosted.id);
    }
  }
  return passagesOn(run, level_id);
}

const passagesAround = oncePerRun((run, room_id): readonly Passage[] => {
  const box = run.view.bounds(room_id);
  if (box === null) return [];
  const around = {
    min: { x: box.min.x - THICKEST_MM, y: box.min.y - THICKEST_MM, z: box.min.z },
    max: { x: box.max.x + THICKEST_MM, y: box.max.y + THICKEST_MM, z: box.max.z },
  };
  return run.view
    .inBox(around)
    .flatMap((id) => passageOf(run, id) ?? [])
    .filter(({ rooms }) => rooms.includes(room_id));
});

/** Passages of a room. */
export function passagesOf(run: Run, { id }: ElementOf<'room'>): readonly Passage[] {
  return passagesAround(run, id);
}

/** Whether a passage leads out of the building at ground level. */
function leadsOutside(run: Run, { id, rooms }: Passage): boolean {
  const doorway = doorwayOf(run, id);
  if (doorway === null || Math.abs(doorway.low - groundOf(run, '')) > STEPS_MM) return false;
  const out = sidesOfDoorway(doorway).filter(
    (point, side) =>
      rooms[side] === null && spacesIn(run, doorway.level_id).at(point) === undefined,
  );
  return out.length === 1;
}

/** Whether a passage is an exit: it leads out at ground level, or is a door that the model marks as an exit. */
export function isExit(run: Run, passage: Passage): boolean {
  if (!isWay(run, passage.id)) return false;
  return passage.is_exit || leadsOutside(run, passage);
}
