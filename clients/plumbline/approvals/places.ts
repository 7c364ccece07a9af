/** @module places: where elements are in plan, from their parameters alone, in millimetres. */
import * as z from 'zod';

import { type ModelState, numberParam, type ShownElement, textParam } from './model-state.ts';

/** A point in plan, mm. */
export type Point = { readonly x: number; readonly y: number };

const PointShape = z.object({ x: z.number(), y: z.number() });
const PointsShape = z.array(PointShape);

/** The point under a parameter, or null. */
export function pointParam(element: ShownElement, name: string): Point | null {
  const read = PointShape.safeParse(element.params[name]);
  return read.success ? read.data : null;
}

/** The points under a parameter, or none. */
export function pointsParam(element: ShownElement, name: string): readonly Point[] {
  const read = PointsShape.safeParse(element.params[name]);
  return read.success ? read.data : [];
}

/** The holes of a floor, or none. */
export function holesOf(element: ShownElement): readonly (readonly Point[])[] {
  const read = z.array(PointsShape).safeParse(element.params['holes']);
  return read.success ? read.data : [];
}

/** A straight piece with a width across, mm. */
export type Strip = { readonly start: Point; readonly end: Point; readonly width: number };

/** Wall, beam, ramp or grid as a strip of its axis; null for others. */
export function stripOf(element: ShownElement): Strip | null {
  const start = pointParam(element, 'start');
  const end = pointParam(element, 'end');
  if (start === null || end === null) return null;
  const width = numberParam(element, element.kind === 'wall' ? 'thickness' : 'width') ?? 0;
  return { start, end, width };
}

/** The piece of its wall that a door, window or opening takes; null when the host is not a wall that is there. */
export function pieceOf(element: ShownElement, state: ModelState): Strip | null {
  const host = state.get(textParam(element, 'host_id') ?? '');
  const wall = host === undefined ? null : stripOf(host);
  const offset = numberParam(element, 'offset');
  const width = numberParam(element, 'width');
  if (wall === null || offset === null || width === null) return null;
  const along = unit(wall.start, wall.end);
  return {
    start: { x: wall.start.x + along.x * offset, y: wall.start.y + along.y * offset },
    end: {
      x: wall.start.x + along.x * (offset + width),
      y: wall.start.y + along.y * (offset + width),
    },
    width: wall.width,
  };
}

/** Direction from one point to another, length 1; east when they are the same. */
export function unit(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  return length === 0 ? { x: 1, y: 0 } : { x: dx / length, y: dy / length };
}

/** Corners of a strip, counter-clockwise for a positive width. */
export function corners({ start, end, width }: Strip): readonly Point[] {
  const along = unit(start, end);
  const across = { x: (-along.y * width) / 2, y: (along.x * width) / 2 };
  return [
    { x: start.x - across.x, y: start.y - across.y },
    { x: end.x - across.x, y: end.y - across.y },
    { x: end.x + across.x, y: end.y + across.y },
    { x: start.x + across.x, y: start.y + across.y },
  ];
}

/** The outline of an opening in a floor or roof, or none. */
export function slabOpening(element: ShownElement): readonly Point[] {
  const centre = pointParam(element, 'location');
  const width = numberParam(element, 'width');
  const depth = numberParam(element, 'height');
  if (element.kind !== 'opening' || centre === null || width === null || depth === null) return [];
  const y = { start: centre.y - depth / 2, end: centre.y + depth / 2 };
  return corners({ start: { x: centre.x, y: y.start }, end: { x: centre.x, y: y.end }, width });
}

/** A stair in plan: its run as a strip and where its treads begin; null without its levels. */
export function stairRun(
  element: ShownElement,
  state: ModelState,
): (Strip & { readonly treads: number }) | null {
  const start = pointParam(element, 'start');
  const [width, tread] = [numberParam(element, 'width'), numberParam(element, 'tread')];
  const rise = riseOf(element, state);
  const riser = numberParam(element, 'riser_max');
  if (start === null || width === null || tread === null || rise === null || riser === null)
    return null;
  const treads = Math.max(1, Math.ceil(rise / riser - 1e-6) - 1);
  const angle = ((numberParam(element, 'direction_deg') ?? 0) * Math.PI) / 180;
  const run = treads * tread;
  const end = { x: start.x + Math.cos(angle) * run, y: start.y + Math.sin(angle) * run };
  return { start, end, width, treads };
}

function riseOf(element: ShownElement, state: ModelState): number | null {
  const elevation = (name: string): number | null => {
    const level = state.get(textParam(element, name) ?? '');
    return level === undefined ? null : numberParam(level, 'elevation');
  };
  const [base, top] = [elevation('level_id'), elevation('top_level_id')];
  return base === null || top === null ? null : top - base;
}

/** Points that an element's drawing reaches, mm; none for what has no place in plan. */
export function placesOf(element: ShownElement, state: ModelState): readonly Point[] {
  switch (element.kind) {
    case 'door':
    case 'window':
    case 'opening': {
      const piece = pieceOf(element, state);
      return piece === null ? slabOpening(element) : corners(piece);
    }
    case 'stair': {
      const run = stairRun(element, state);
      return run === null ? [] : corners(run);
    }
    case 'column':
      return [pointParam(element, 'location')].filter((point) => point !== null);
    case 'railing':
      return pointsParam(element, 'path');
    default: {
      const strip = stripOf(element);
      return strip === null ? pointsParam(element, 'boundary_points') : corners(strip);
    }
  }
}
