/** @module fitting items: the parts of a door or window as items of an IFC body. */
import { type FaceShape, insetShape } from '../../geometry/plan/face-shape.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { IfcItem } from '../facets/ifc.ts';
import { asideOf, type FittingHost } from '../fittings/fitting-body.ts';
import { type Interval, matterOf, type Part, type Rect } from '../fittings/part.ts';
import { type FaceSection, faceSection } from './face-sections.ts';

/** A void in the local frame of its opening, mm: x along the wall, y to its left from the axis, z up. */
export type FittingVoid = {
  readonly host: Omit<FittingHost, 'axis'>;
  /** The exact form of a round or arched window. */
  readonly arcs?: FaceShape | undefined;
  /** In an arc: the outline in plan between two distances along the axis and two to its left. */
  readonly sector?: ((along: Interval, aside: Interval) => Ring) | undefined;
};

/** Axes across a wall, from its left side to its right side. */
const ACROSS = { axis: { x: 0, y: -1, z: 0 }, x: { x: 1, y: 0, z: 0 } } as const;
const UPWARDS = { axis: { x: 0, y: 0, z: 1 }, x: { x: 1, y: 0, z: 0 } } as const;

/** The parts as extrusions. `framed`: frames have the style of frames, as those of windows have, and not that of the element. */
export function fittingItems(
  parts: readonly Part[],
  space: FittingVoid,
  framed: boolean,
): readonly IfcItem[] {
  return parts.flatMap((part) => {
    const matter = matterOf(part.role);
    const solids = solidsOf(part, parts, space);
    const isFinished = matter === 'glass' || (framed && matter === 'frame');
    return isFinished ? solids.map((item) => Object.assign(item, { finish: matter })) : solids;
  });
}

function solidsOf(
  part: Part,
  parts: readonly Part[],
  { host, arcs, sector }: FittingVoid,
): readonly IfcItem[] {
  const { region, rects, y } = part;
  const aside = asideOf(host, y);
  if (sector !== undefined && rects !== null) {
    return rects.map((rect) => upright(rect, sector([rect.from, rect.to], aside)));
  }
  if (arcs !== undefined) return [shaped(part, parts, { arcs, aside })];
  const [only, ...others] = rects ?? [];
  if (only !== undefined && others.length === 0) return [plate(only, aside)];
  return [across({ section: { kind: 'outline', ...region }, origin: { x: 0, y: 0 } }, aside)];
}

function across({ section, origin }: FaceSection, [right, left]: Interval): IfcItem {
  const at = { origin: { x: origin.x, y: left, z: origin.y }, ...ACROSS };
  return { item: 'extrusion', section, depth: left - right, at };
}

function plate({ from, to, low, high }: Rect, aside: Interval): IfcItem {
  const section = { kind: 'rectangle', width: to - from, depth: high - low } as const;
  return across({ section, origin: { x: (from + to) / 2, y: (low + high) / 2 } }, aside);
}

/** A prism over a sector of an arc. */
function upright({ low, high }: Rect, boundary: Ring): IfcItem {
  const section = { kind: 'outline', boundary, holes: [] } as const;
  return {
    item: 'extrusion',
    section,
    depth: high - low,
    at: { origin: { x: 0, y: 0, z: low }, ...UPWARDS },
  };
}

/** The frame or pane of a round or arched window, with its exact arcs. */
function shaped(
  { role, region }: Part,
  parts: readonly Part[],
  { arcs, aside }: { readonly arcs: FaceShape; readonly aside: Interval },
): IfcItem {
  const { section, origin } = faceSection(arcs);
  const inset = insetOf(parts);
  if (inset === 0) return across({ section, origin }, aside);
  const pane = insetShape(arcs, inset);
  if (role === 'glass') {
    const own = faceSection(pane);
    return across({ ...own, origin: { x: own.origin.x + inset, y: own.origin.y + inset } }, aside);
  }
  if (section.kind === 'arched') {
    return across({ section: { ...section, inner: { shape: pane, inset } }, origin }, aside);
  }
  if (section.kind === 'circle') {
    return across({ section: { ...section, kind: 'circle_hollow', wall: inset }, origin }, aside);
  }
  return across({ section: { kind: 'outline', ...region }, origin: { x: 0, y: 0 } }, aside);
}

/** Face width of the frame of a round or arched window: how far the pane is above the foot of the void; 0 without a frame. */
function insetOf(parts: readonly Part[]): number {
  const pane = parts.find(({ role }) => role === 'glass');
  const levels = pane?.region.boundary.map(({ y }) => y) ?? [];
  return levels.length === 0 ? 0 : Math.min(...levels);
}
