/** @module frame: the frame of a window and the glass in it, for pictures and files. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { at } from '../../geometry/indexed.ts';
import { extrudeAll, type Prism } from '../../geometry/mesh/extrude.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../geometry/vector.ts';
import { type AnyElement, isOf } from '../kind.ts';
import type { HoldingView } from '../shared/held.ts';
import { glassRing, isShaped, shapedRing } from '../shared/hole-shape.ts';
import { typeOf } from '../types/of-type.ts';
import { solidAcross } from '../wall/wall-outlines.ts';
import { wall } from '../wall/wall.ts';
import { type Window, window } from './window.ts';

/** Width of a frame that no type states, mm: a common profile of wood or plastic. */
const USUAL_MM = 60;
/** The frame leaves at least half of the width and height to the glass. */
const MOST = 1 / 4;

/** Width of the frame of a window in elevation, mm. */
export function frameWidth(element: Window, view: Pick<HoldingView, 'element'>): number {
  const { width, height } = element.params;
  const stated = typeOf(element, view)?.params.frame_width ?? USUAL_MM;
  return Math.min(stated, MOST * width, MOST * height);
}

/**
 * The body of a window as frame and glass; null for one that is no prism across its wall, as in an arc, and for one with an
 * outline in which the frame leaves no simple glass.
 */
export function framed(
  element: Window,
  view: Pick<HoldingView, 'element' | 'outline' | 'bounds'>,
): { readonly frame: Mesh; readonly glass: Mesh } | null {
  const [ring, box] = [view.outline(element.id), view.bounds(element.id)];
  if (isShaped(element.params)) return shapedFrame(element, box, view);
  if (ring?.length !== 4 || box === null) return null;
  const inset = frameWidth(element, view);
  const [low, high] = [box.min.z, box.max.z];
  const { strip, width } = alongWidth(ring, element.params.width);
  const block = (from: number, to: number, foot: number, head: number): Prism => {
    return { region: { boundary: strip(from, to), holes: [] }, low: foot, high: head };
  };
  return {
    frame: extrudeAll([
      block(0, inset, low, high),
      block(width - inset, width, low, high),
      block(inset, width - inset, low, low + inset),
      block(inset, width - inset, high - inset, high),
    ]),
    glass: extrudeAll([block(inset, width - inset, low + inset, high - inset)]),
  };
}

/** The glass of a window that is no rectangle, from the lower left corner of its box; null for any other element. */
export function glassIn(element: AnyElement, inset: number): Ring | null {
  return isOf(window, element) ? glassRing(element.params, inset) : null;
}

/** Frame and glass of a window that is no rectangle. */
function shapedFrame(
  element: Window,
  box: BoxMm | null,
  view: Pick<HoldingView, 'element'>,
): { readonly frame: Mesh; readonly glass: Mesh } | null {
  const { host_id, offset } = element.params;
  const host = view.element(host_id);
  const outer = shapedRing(element.params);
  const inner = glassRing(element.params, frameWidth(element, view));
  if (!isOf(wall, host) || box === null || outer === null || inner === null) return null;
  const along = (rings: Ring): Ring => rings.map(({ x, y }) => ({ x: x + offset, y }));
  const [boundary, hole] = [along(outer), along(inner)];
  return {
    frame: solidAcross(host.params, { boundary, holes: [hole.toReversed()] }, box.min.z),
    glass: solidAcross(host.params, { boundary: hole, holes: [] }, box.min.z),
  };
}

type Strips = {
  /** The part of the outline between two distances along its width, mm. */
  readonly strip: (from: number, to: number) => Ring;
  readonly width: number;
};

function alongWidth(ring: Ring, width: number): Strips {
  const [first, next] = [at(ring, 0), at(ring, 1)];
  const off = (a: Point2, b: Point2): number => Math.abs(segmentLengthMm(a, b) - width);
  // One pair of opposite sides is as long as the window is wide.
  const begin = off(first, next) <= off(next, at(ring, 2)) ? 0 : 1;
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => at(ring, (begin + i) % 4));
  if (a === undefined || b === undefined || c === undefined || d === undefined) {
    throw new RangeError('the outline has four corners');
  }
  const length = segmentLengthMm(a, b);
  const on = (from: Point2, to: Point2, distance: number): Point2 => ({
    x: from.x + ((to.x - from.x) * distance) / length,
    y: from.y + ((to.y - from.y) * distance) / length,
  });
  return {
    strip: (from, to) => [on(a, b, from), on(a, b, to), on(d, c, to), on(d, c, from)],
    width: length,
  };
}
