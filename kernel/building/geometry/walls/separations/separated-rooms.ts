/** @module separated rooms: the spaces between walls, divided and closed by lines without thickness. */
import { compareText } from '../../in-order.ts';
import { cyclic } from '../../indexed.ts';
import { signedArea } from '../../plan/polygon.ts';
import { type Area, sizeOf, united } from '../../plan/regions.ts';
import type { Point2 } from '../../vector.ts';
import { axisPieces } from '../arcs/wall-axis.ts';
import { findRooms, type RoomFace } from '../rooms.ts';
import type { StraightWall } from '../wall-contacts.ts';
import { solveJoinsFor } from '../wall-joins.ts';
import { closedAreas, LINE_REACH_MM, type PlanLine, splitArea } from './split-area.ts';

/**
 * All spaces that walls and separation lines enclose: those of `findRooms`, divided by the lines, and those that lines
 * close together with walls. Lines do not join walls: they change no outline of a wall, and apply at any height.
 * Without lines it is `findRooms`. Throws `RangeError` as `findRooms` does.
 */
export function findSeparatedRooms(
  walls: readonly StraightWall[],
  lines: readonly PlanLine[],
): readonly RoomFace[] {
  const faces = findRooms(walls);
  if (lines.length === 0) return faces;
  const divided = faces.flatMap((face): readonly RoomFace[] => {
    const parts = splitArea([face.ring, ...face.holes], lines);
    if (parts.length < 2) return [face];
    const bounding = new Set(face.wallIds);
    const around = walls.filter(({ id }) => bounding.has(id));
    return parts.map((part) => faceOf(part, around, face.low));
  });
  return [...divided, ...closedFaces(walls, lines)];
}

function closedFaces(
  walls: readonly StraightWall[],
  lines: readonly PlanLine[],
): readonly RoomFace[] {
  const footprints = solveJoinsFor(
    walls.map(({ id }) => id),
    walls,
  );
  const bodies = united([...footprints.values()].map(({ ring }) => [ring]));
  const outlines = bodies.filter((ring) => signedArea(ring) > 0);
  return closedAreas(outlines, lines).map((part) => {
    const around = walls.filter((wall) => isAlong(part, wall));
    const lows = around.map(({ low = -Infinity }) => low);
    return faceOf(part, around, lows.length === 0 ? -Infinity : Math.min(...lows));
  });
}

function faceOf(part: Area, walls: readonly StraightWall[], low: number): RoomFace {
  const [ring = [], ...holes] = part;
  const area_mm2 = sizeOf(part);
  const wallIds = walls.flatMap((wall) => (isAlong(part, wall) ? [wall.id] : []));
  return {
    ring,
    holes,
    area_mm2,
    grossArea: area_mm2,
    wallIds: wallIds.toSorted(compareText),
    low,
    simple: true,
  };
}

/** Whether a side of the area runs along a face of the wall. */
function isAlong(part: Area, wall: StraightWall): boolean {
  const reach = wall.thickness / 2 + LINE_REACH_MM / 2;
  const pieces = axisPieces(wall);
  return part.some((ring) =>
    ring.some((from, i) => {
      const to = cyclic(ring, i + 1);
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      return pieces.some((piece) => distanceTo(middle, piece) <= reach);
    }),
  );
}

/** Distance of a point from a segment, mm. */
function distanceTo(point: Point2, { start, end }: PlanLine): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const square = dx * dx + dy * dy;
  const share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / (square === 0 ? 1 : square);
  const near = Math.max(0, Math.min(1, share));
  const [x, y] = [point.x - start.x - near * dx, point.y - start.y - near * dy];
  return Math.sqrt(x * x + y * y);
}
