/** @module cut parts: draws cut bodies; where they overlap, the category decides which one covers the other. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';
import { isBody } from '../../../building/kinds/body/params.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { DRAWN_GLASS } from '../../../building/kinds/facets/appearance.ts';
import { bearsLoad } from '../../../building/kinds/shared/stated.ts';
import type { Layer } from '../../../building/kinds/types/layers.ts';
import type { ModelView } from '../../../building/model/view.ts';
import {
  PRECEDENCE,
  priorityOf,
  rankOf,
  type SoftFunction,
} from '../../../building/spatial/joins/precedence.ts';
import type { Fill, Pen } from '../drawing.ts';
import { blank, layerFill, layerOf, penOf, poche, tint, widthsFor } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import { cutLayers } from './cut-layers.ts';
import { joinedRings } from './joined-rings.ts';
import type { Slice } from './scene.ts';
import type { Frame } from './slice.ts';

/** Whether cut walls cover the element where both overlap. */
export function isUnderWalls(element: Element, view: ModelView): boolean {
  return rankOf(element, view) < PRECEDENCE.indexOf('Walls');
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The IFC class of an imported body: a desk and the slab on which it stands are not one part. */
function classOf(element: Element): string {
  return isBody(element) ? element.params.ifc_class : '';
}

/** The whole section of an element, or the part of it in one layer. */
type CutPart = Slice & { readonly layer: Layer | null };

/** The function of a layer that is not structural; null for others and for elements without layers. */
function softOf({ layer }: CutPart): SoftFunction | null {
  return layer === null || layer.function === 'structure' ? null : layer.function;
}

/** Layers are drawn in sections at this scale and larger ones, as 1:`scale`. */
const LAYERS_TO_SCALE = 60;

/** Number of slices divided into layers between two checkpoints. */
const SLICES = 20;

/** The parts of the slices: with a frame their layers, else the whole. */
function partsOf(
  slices: readonly Slice[],
  frame: Frame | null,
  view: ModelView,
): readonly CutPart[] {
  const total = slices.length;
  return slices.flatMap((slice, done): readonly CutPart[] => {
    if (done % SLICES === 0) checkpoint({ done, total, doing: 'layers' });
    const layers = frame === null ? null : cutLayers(slice, frame, view);
    if (layers === null) return [{ ...slice, layer: null }];
    const { element, lines } = slice;
    const parts = layers.map(({ layer, area }) => ({ element, rings: area, lines: [], layer }));
    return lines.length === 0 ? parts : [...parts, { element, rings: [], lines, layer: null }];
  });
}

/** A part with its place in the order of drawing. */
type Placed = {
  readonly part: CutPart;
  /** Parts of a higher tier cover those of a lower one; within a tier the category decides. */
  readonly tier: number;
  readonly rank: number;
  /** The class of an imported body. */
  readonly ifc_class: string;
  /** The material of a layer that is not structural; null for others. */
  readonly material: string | null;
};

function placed(part: CutPart, view: ModelView): Placed {
  const { element, layer } = part;
  const rank = rankOf(element, view);
  const soft = softOf(part);
  const isUnder = layer === null && rank < PRECEDENCE.indexOf('Walls');
  return {
    part,
    tier: isUnder ? -1 : priorityOf(layer),
    rank,
    ifc_class: classOf(element),
    material: soft === null ? null : (layer?.material ?? null),
  };
}

/** Parts with one outline: layers of one function and material, otherwise of one kind. */
function groupOf({ part, tier, ifc_class, material }: Placed): string {
  return `${tier} ${material ?? `${part.element.kind} ${ifc_class}`}`;
}

/**
 * Draws cut bodies in the order of precedence; of one category, load-bearing ones cover the others. Touching bodies of a
 * category (imported bodies: of a class) share one outline. Open surfaces are lines. With the frame of a section, bodies are drawn by their layers, of which structure covers insulation, and
 * insulation covers finishes; touching layers of one material share one outline.
 */
export function addCutParts(
  sketch: Sketch,
  slices: readonly Slice[],
  view: ModelView,
  frame: Frame | null = null,
): void {
  const parts = partsOf(slices, sketch.scale <= LAYERS_TO_SCALE ? frame : null, view);
  const byRank = parts
    .map((part) => placed(part, view))
    .toSorted(
      (a, b) =>
        a.tier - b.tier ||
        a.rank - b.rank ||
        order(a.ifc_class, b.ifc_class) ||
        order(a.material ?? '', b.material ?? ''),
    );
  for (const group of Map.groupBy(byRank, groupOf).values()) {
    const all = group.map(({ part }) => part);
    const soft = softOf(at(all, 0));
    if (soft === null) addBodies(sketch, all, view);
    else addLayer(sketch, all, soft, view);
  }
}

/** Draws touching layers of one function and material. */
function addLayer(
  sketch: Sketch,
  all: readonly CutPart[],
  use: SoftFunction,
  view: ModelView,
): void {
  const { seen, thin } = widthsFor(sketch.scale);
  const name = layerOf(view.kinds.of(at(all, 0).element).category, 'cut');
  addAreas(sketch, all, { fill: layerFill(name, use, thin), pen: penOf(name, seen) });
}

/** Draws bodies of one kind, or their structural layers. */
function addBodies(sketch: Sketch, all: readonly CutPart[], view: ModelView): void {
  const widths = widthsFor(sketch.scale);
  const { category } = view.kinds.of(at(all, 0).element);
  if (all.every(({ element }) => view.kinds.of(element).fills !== 'none')) {
    addPanels(sketch, all, { category, width: widths.seen });
    return;
  }
  for (const bears of [false, true]) {
    const own = all.filter(({ element }) => (bearsLoad(element, view) ?? true) === bears);
    const fill = poche(category, bears);
    const pen = penOf(layerOf(category, 'cut'), bears ? widths.cut : widths.edge);
    addAreas(sketch, own, { fill, pen });
    for (const { element, lines } of own) {
      for (const line of lines) sketch.line(line, pen, element.id);
    }
  }
}

/** Draws the unions of touching parts. */
function addAreas(
  sketch: Sketch,
  own: readonly CutPart[],
  { fill, pen }: { readonly fill: Fill; readonly pen: Pen },
): void {
  const parts = own.flatMap(({ element, rings }) =>
    rings.map((ring) => ({ id: element.id, ring })),
  );
  for (const { numbers, area } of joinedRings(parts.map(({ ring }) => ring))) {
    const { id } = at(parts, at(numbers, 0));
    const isOne = numbers.every((number) => at(parts, number).id === id);
    sketch.area(area, fill, { pen, element: isOne ? id : null });
  }
}

/** Draws cut doors and windows: each part with its own thin outline, glass in its colour, everything else white. */
function addPanels(
  sketch: Sketch,
  slices: readonly Slice[],
  { category, width }: { readonly category: string; readonly width: number },
): void {
  const layer = layerOf(category, 'cut');
  const pen = penOf(layer, width);
  for (const { element, rings, lines, isGlass = false } of slices) {
    const fill = isGlass ? tint(layer, DRAWN_GLASS) : blank(layer);
    for (const ring of rings) sketch.area([ring], fill, { pen, element: element.id });
    for (const line of lines) sketch.line(line, pen, element.id);
  }
}
