/** @module layer shares: the share of each layer of its type in an element. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { BoxMm, PlanPoint } from '../../../../schemas/units.ts';
import { signedArea } from '../../geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../geometry/vector.ts';
import { type Material, materialNamed } from '../material/material.ts';
import { type Layer, type LayerSide, thicknessOf } from './layers.ts';
import { typeOf } from './of-type.ts';

type View = {
  element(id: string): ElementRecord | undefined;
  footprint(wall_id: string): Outlined | null;
  bounds(id: string): BoxMm | null;
};

type Outline = { readonly ring: readonly Point2[] };
/** The outline of a wall in plan, and its outlines between heights if they differ (`WallFootprint`). */
type Outlined = Outline & {
  readonly bands?: readonly (Outline & { readonly low: number; readonly high: number })[];
};

/** A layer with its share of the whole, from 0 to 1. */
export type LayerShare = {
  readonly layer: Layer;
  /** Share of the body before openings are subtracted. */
  readonly gross: number;
  /** Share of the openings, which go straight through all layers. */
  readonly cut: number;
};

/** The visible material of an element, if a material of that name exists: the material of its first layer, leaves or frame. */
export function faceMaterial(
  element: ElementRecord,
  view: Pick<View, 'element'> & { named(name: string): readonly ElementRecord[] },
): Material | undefined {
  const type = typeOf(element, view)?.params;
  const name = type?.layers[0]?.material ?? type?.leaf_material ?? type?.frame_material ?? null;
  return name === null ? undefined : materialNamed(name, view);
}

/**
 * The layers of an element with their shares; empty without layers. Layers of a straight wall are strips of its outline
 * in plan, with its mitred ends; other layers share by thickness.
 */
export function layerShares(element: ElementRecord, view: View): readonly LayerShare[] {
  const layers = typeOf(element, view)?.params.layers ?? [];
  const total = thicknessOf(layers);
  const cut = layers.map(({ thickness }) => thickness / total);
  const strips = stripsOf(element, layers, view);
  return layers.map((layer, index) => ({
    layer,
    gross: strips?.[index] ?? cut[index] ?? 0,
    cut: cut[index] ?? 0,
  }));
}

/** Maximum relative difference between the areas of the strips and of the outline. */
const CLOSE = 1e-9;

/** Shares of the layers in the outline of a wall; null without a straight axis, or if the outline exceeds its faces. */
function stripsOf(
  element: ElementRecord,
  layers: readonly Layer[],
  view: View,
): readonly number[] | null {
  const { start, end, layer_side } = element.params;
  if (!isPoint(start) || !isPoint(end)) return null;
  const length = segmentLengthMm(start, end);
  const slices = length === 0 ? [] : slicesOf(element.id, view);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  // x along the wall, y to its left.
  const local = slices.map(({ ring, height }) => {
    const points = ring.map(({ x, y }) => ({
      x: (x - start.x) * ux + (y - start.y) * uy,
      y: (y - start.y) * ux - (x - start.x) * uy,
    }));
    return { points, height };
  });
  const whole = local.reduce((sum, { points, height }) => sum + areaOf(points) * height, 0);
  if (whole === 0) return null;
  const from: LayerSide = layer_side === 'right' ? 'right' : 'left';
  const half = thicknessOf(layers) / 2;
  let depth = 0;
  const strips = layers.map(({ thickness }) => {
    const [near, far] = [half - depth, half - depth - thickness];
    depth += thickness;
    const [high, low] = from === 'left' ? [near, far] : [-far, -near];
    return local.reduce(
      (sum, { points, height }) =>
        sum + (areaOf(above(above(points, low, 1), high, -1)) * height) / whole,
      0,
    );
  });
  const sum = strips.reduce((all, strip) => all + strip, 0);
  return Math.abs(sum - 1) <= CLOSE ? strips : null;
}

function areaOf(ring: readonly Point2[]): number {
  return Math.abs(signedArea(ring));
}

/** The outlines of a wall with the height of each, mm; a wall with one outline has the height 1. */
function slicesOf(
  id: string,
  view: View,
): readonly { readonly ring: readonly Point2[]; readonly height: number }[] {
  const footprint = view.footprint(id);
  if (footprint === null) return [];
  const { ring, bands } = footprint;
  if (bands === undefined) return [{ ring, height: 1 }];
  const box = view.bounds(id);
  // The top of a wall under a roof or floor is that of its box.
  const top = (bands[0]?.low ?? 0) + (box === null ? Infinity : box.max.z - box.min.z);
  return bands.map((band) => ({
    ring: band.ring,
    height: Math.max(0, Math.min(band.high, top) - band.low),
  }));
}

/** The part of a ring on one side of a line along the x axis: above it for side 1, below for -1. */
function above(ring: readonly Point2[], y: number, side: 1 | -1): readonly Point2[] {
  return ring.flatMap((point, index) => {
    const next = ring[(index + 1) % ring.length] ?? point;
    const [here, there] = [(point.y - y) * side, (next.y - y) * side];
    const kept = here >= 0 ? [point] : [];
    if (here * there >= 0) return kept;
    const share = here / (here - there);
    return [...kept, { x: point.x + (next.x - point.x) * share, y }];
  });
}

function isPoint(value: unknown): value is PlanPoint {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
}
