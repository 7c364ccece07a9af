/** @module scene-box: the box of a moment and the origin of its scene, without the bodies of its elements. */
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { occupancyOf } from '../../../kernel/building/kinds/facets/per-element.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { BoxMm } from '../../../schemas/units.ts';
import type { BoxNumbers } from '../protocol/scene.ts';
import type { Storey } from './storey.ts';
import { storeysOf } from './storeys.ts';

/** A point of the world at the origin of a scene, mm. */
export type Origin = readonly [number, number, number];

/**
 * Origins lie on a grid of this size, mm, so that most edits do not move the origin. Single precision is 0.03 mm at
 * 500 m, which is far enough for most sites.
 */
const GRID_MM = 100_000;

/** The box around a moment, mm, and the origin of its scene. */
export type SceneBox = { readonly box: BoxMm | null; readonly origin: Origin };

const KNOWN = new WeakMap<BuildingView, SceneBox>();

/** The box around the elements with a shape, and the point of the grid that is next to its middle. */
export function sceneBox(view: BuildingView): SceneBox {
  const known = KNOWN.get(view) ?? measured(view);
  KNOWN.set(view, known);
  return known;
}

/** A box in metres, relative to an origin, on a grid of 0.1 mm. */
export function inMetres({ min, max }: BoxMm, [x, y, z]: Origin): BoxNumbers {
  return [
    tenths(min.x - x),
    tenths(min.y - y),
    tenths(min.z - z),
    tenths(max.x - x),
    tenths(max.y - y),
    tenths(max.z - z),
  ];
}

/** Metres of a length in mm. `+ 0` makes −0 positive. */
function tenths(mm: number): number {
  return Math.round(mm * 10) / 10_000 + 0;
}

function measured(view: BuildingView): SceneBox {
  const isSpace = (element: Element): boolean => occupancyOf(element, view.kinds) === 'space';
  // Spaces lie between the other elements, and their boxes need all joins of walls.
  const box = boxAround(view, (element) => !isSpace(element)) ?? boxAround(view, isSpace);
  if (box === null) return { box, origin: [0, 0, 0] };
  const { min, max } = box;
  const middle = (axis: 'x' | 'y' | 'z'): number =>
    GRID_MM * Math.round((min[axis] + max[axis]) / 2 / GRID_MM) + 0;
  return { box, origin: [middle('x'), middle('y'), middle('z')] };
}

function boxAround(view: BuildingView, among: (element: Element) => boolean): BoxMm | null {
  const min = { x: Infinity, y: Infinity, z: Infinity };
  const max = { x: -Infinity, y: -Infinity, z: -Infinity };
  for (const storey of storeysOf(view)) {
    for (const element of storey.elements) {
      const box = among(element) ? quickBox(element, storey, view) : null;
      if (box === null) continue;
      for (const axis of ['x', 'y', 'z'] as const) {
        min[axis] = Math.min(min[axis], box.min[axis]);
        max[axis] = Math.max(max[axis], box.max[axis]);
      }
    }
  }
  return min.x > max.x ? null : { min, max };
}

/** A box that takes no joins of walls, which take most of the time of exact boxes in a large model. */
function quickBox(element: Element, storey: Storey, view: BuildingView): BoxMm | null {
  const { host } = view.kinds.references(element);
  // The box of its host contains it.
  if (host !== null && view.element(host) !== undefined) return null;
  if (element.kind !== 'wall' || storey.level === null) return boundsOf(element, view);
  const { start, end, via, thickness, height, base_offset } = element.params;
  const points = [start, end, ...(via == null ? [] : [via])];
  const half = thickness / 2;
  const base = storey.level.params.elevation + base_offset;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    min: { x: Math.min(...xs) - half, y: Math.min(...ys) - half, z: base },
    max: { x: Math.max(...xs) + half, y: Math.max(...ys) + half, z: base + height },
  };
}

/** The exact box; null for a body that cannot be built. */
export function boundsOf(element: Element, view: BuildingView): BoxMm | null {
  try {
    return view.bounds(element.id);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
