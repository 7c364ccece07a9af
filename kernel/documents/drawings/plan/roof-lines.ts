/**
 * @module roof lines: ridges, hips, valleys, breaks and openings of roofs in a plan, dashed where they are above the
 * cut, and the eaves of roofs that the plan cuts.
 */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import type { Area } from '../../../building/geometry/plan/regions.ts';
import { common, united } from '../../../building/geometry/plan/regions.ts';
import { shared } from '../../../building/geometry/roofs/layer-pieces.ts';
import { undersideParts } from '../../../building/geometry/roofs/roof-shape.ts';
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';
import { planBoxIntersects } from '../../../building/geometry/vector.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import { isSloping } from '../../../building/kinds/floor/slope.ts';
import { coveredBy, foldsOf, shapeOf } from '../../../building/kinds/roof/roof-form.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Pen } from '../drawing.ts';
import { partOutside, unionOf } from '../lines/joined-rings.ts';
import { DASHED, layerOf, penOf, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import { boxOf } from '../sketch.ts';
import { belowHeight, counterClockwise } from './roofs-under.ts';
import { isHidden, seenParts } from './seen-line.ts';
import type { Cover } from './seen.ts';
import type { Storey } from './storey.ts';

/** Outlines of the openings in a floor or roof, counter-clockwise, mm. */
function openingsIn(id: string, view: ModelView): readonly Ring[] {
  return view.hostedBy(id).flatMap((held) => {
    const outline = view.outline(held.id);
    return outline === null || outline.length < 3 ? [] : [counterClockwise(outline)];
  });
}

/**
 * Draws the openings of all roofs in the plan, dashed above the cut. Below it, parts hidden from above are left out.
 */
export function addRoofOpenings(
  sketch: Sketch,
  storey: Storey,
  { cover, view }: { readonly cover: Cover; readonly view: ModelView },
): void {
  const width = widthsFor(sketch.scale).seen;
  const seen = penOf(layerOf('Roofs', 'seen'), width);
  const over = penOf(layerOf('Roofs', 'above'), width, { dash_mm: DASHED });
  const all = [...storey.below, ...storey.cut_elements, ...storey.above];
  const above = new Set(storey.above);
  for (const [index, element] of all.entries()) {
    if (element.kind !== 'roof') continue;
    const openings = openingsIn(element.id, view);
    if (openings.length === 0) continue;
    checkpoint({ done: index, total: all.length, doing: 'openings of roofs' });
    const parts = partsOf(element, view);
    const low = above.has(element) ? [] : unionOf(parts.flatMap(underCut(storey.cut)));
    const box = boxOf(openings.flat());
    if (box === null) continue;
    // An enclosing rectangle: together with the rings of the visible area it bounds the hidden area (even-odd rule).
    const around = [
      { x: box.min.x - 1, y: box.min.y - 1 },
      { x: box.max.x + 1, y: box.min.y - 1 },
      { x: box.max.x + 1, y: box.max.y + 1 },
      { x: box.min.x - 1, y: box.max.y + 1 },
    ];
    let free = low;
    if (low.length > 0) {
      free = partOutside(free, hidingOf({ roof: element, parts, box }, storey, view));
      if (element.params.level_id !== storey.level.id) free = partOutside(free, cover.own);
    }
    for (const ring of openings) {
      addParts(sketch, ring, { hidden: [...free, around], pen: seen, element });
      addParts(sketch, ring, { hidden: low, pen: over, element });
    }
  }
}

/** A convex part of a flat or sloped surface in plan, and the height of the surface at each point of it, mm. */
type Part = { readonly ring: Ring; readonly height: (point: Point2) => number };

/** A box in plan, mm. */
type Plan = { readonly min: Point2; readonly max: Point2 };

/** The parts of the underside of a roof. */
function partsOf({ params }: ElementOf<'roof'>, view: ModelView): readonly Part[] {
  const level = view.elementOf(params.level_id, 'level');
  const made = shapeOf(params);
  if (level === undefined || !made.ok) return [];
  const foot = level.params.elevation + params.base_offset;
  return undersideParts(made.shape).map(({ ring, height }) => ({
    ring: counterClockwise(ring),
    height: (point) => foot + height(point),
  }));
}

/** A function that returns the part of a surface below the cut, as a list of at most one ring. */
function underCut(cut: number): (part: Part) => readonly Ring[] {
  return ({ ring, height }) => {
    const part = belowHeight(ring, height, cut);
    return part.length > 2 ? [part] : [];
  };
}

/** The area of a roof that higher roofs and floors below the cut hide. */
function hidingOf(
  {
    roof,
    parts,
    box,
  }: { readonly roof: ElementOf<'roof'>; readonly parts: readonly Part[]; readonly box: Plan },
  { below, cut_elements, cut }: Storey,
  view: ModelView,
): Area {
  const found: Ring[] = [];
  for (const other of [...below, ...cut_elements]) {
    if (other.id === roof.id || (other.kind !== 'roof' && other.kind !== 'floor')) continue;
    const bounds = view.bounds(other.id);
    if (bounds === null || !planBoxIntersects(bounds, box)) continue;
    if (other.kind === 'floor') {
      if (isSloping(other.params)) continue;
      const outline = view.outline(other.id) ?? [];
      const holes = [...other.params.holes.map(counterClockwise), ...openingsIn(other.id, view)];
      const floor = partOutside([counterClockwise(outline)], unionOf(holes));
      const under = parts.flatMap(underCut(Math.min(cut, bounds.max.z)));
      if (bounds.max.z <= cut) found.push(...common(unionOf(under), floor));
      continue;
    }
    const higher = partsOf(other, view).flatMap(({ ring, height }) => {
      const low = belowHeight(ring, height, cut);
      return parts.flatMap((part) => {
        const both = low.length > 2 ? shared(low, part.ring) : [];
        const under = belowHeight(both, (point) => part.height(point) - height(point), 0);
        return under.length > 2 ? [under] : [];
      });
    });
    found.push(...higher);
  }
  return united([found]);
}

/** How a line is drawn, and the area that hides it. */
type Drawn = {
  readonly hidden: Area;
  readonly pen: Pen;
  readonly element: ElementOf<'roof'>;
};

/** Draws the parts of a ring that are not hidden; a completely visible ring is drawn closed. */
function addParts(sketch: Sketch, ring: Ring, { hidden, pen, element: { id } }: Drawn): void {
  const [start] = ring;
  if (start === undefined) return;
  const parts = seenParts([...ring, start], hidden);
  const [first, last] = [parts[0], parts.at(-1)];
  const isJoined = first?.[0] === start && last?.at(-1) === start;
  if (!isJoined) {
    for (const part of parts) sketch.line(part, pen, id);
  } else if (parts.length === 1) {
    sketch.line(first.slice(0, -1), pen, id, true);
  } else {
    // The parts that end and start at the first corner are joined to one line.
    sketch.line([...last, ...first.slice(1)], pen, id);
    for (const part of parts.slice(1, -1)) sketch.line(part, pen, id);
  }
}

/**
 * Draws the ridges, hips, valleys and breaks of all roofs in the plan, interrupted at their openings. Parts below the
 * cut are drawn only if no floor hides them.
 */
export function addRoofFolds(
  sketch: Sketch,
  { below, cut_elements, above, cut }: Storey,
  { cover, view }: { readonly cover: Cover; readonly view: ModelView },
): void {
  const widths = widthsFor(sketch.scale);
  const seen = penOf(layerOf('Roofs', 'seen'), widths.seen);
  const over = penOf(layerOf('Roofs', 'above'), widths.thin, { dash_mm: DASHED });
  for (const { id } of [...below, ...cut_elements, ...above]) {
    const roof = view.elementOf(id, 'roof');
    const level = roof === undefined ? undefined : view.elementOf(roof.params.level_id, 'level');
    if (roof === undefined || level === undefined) continue;
    const height = cut - level.params.elevation - roof.params.base_offset;
    // The lower part of a cut roof is seen from above: its border is the eaves.
    const { boundary, holes } = coveredBy(roof.params);
    const eaves = cut_elements.some((one) => one.id === id) ? [boundary, ...holes] : [];
    for (const ring of eaves) sketch.line(ring, seen, id, true);
    const open = united([openingsIn(id, view)]);
    for (const fold of foldsOf(roof.params)) {
      const [lower, upper] = fold.from.z <= fold.to.z ? [fold.from, fold.to] : [fold.to, fold.from];
      const between = pointAt(lower, upper, height);
      if (lower.z < height && !isHidden(middleOf(lower, between), cover.own)) {
        for (const part of seenParts([lower, between], open)) sketch.line(part, seen, id);
      }
      if (upper.z <= height) continue;
      for (const part of seenParts([between, upper], open)) sketch.line(part, over, id);
    }
  }
}

/** The point of an edge at a height; if it is out of range, the closest end. */
function pointAt(lower: Point3, upper: Point3, height: number): Point2 {
  if (height <= lower.z) return lower;
  if (height >= upper.z) return upper;
  const share = (height - lower.z) / (upper.z - lower.z);
  return { x: lower.x + (upper.x - lower.x) * share, y: lower.y + (upper.y - lower.y) * share };
}

function middleOf(from: Point2, to: Point2): Point2 {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}
