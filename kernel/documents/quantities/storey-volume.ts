/** @module storey-volume: gross volumes of storeys, and net volumes of rooms; mm³. */
import { type Area, sizeOf, united } from '../../building/geometry/plan/regions.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { spaceQuantities } from '../../building/kinds/room/space-quantities.ts';
import { slabOf } from '../../building/kinds/shared/slab-plan.ts';
import type { ModelView } from '../../building/model/view.ts';
import { type Measured, notComputed } from './figure.ts';
import { named, type NetSpace, type StoreyAreas } from './storey-areas.ts';

/** The part of a storey that flat roofs must cover: outlines of roofs end within the walls in some models. */
const COVERED = 0.9;

/**
 * The gross volume of a storey: its gross area times its height, from the floor to the next level. The lowest storey
 * begins at the underside of its slab; the highest ends at the top of the flat roof or slab over it.
 */
export function storeyVolume(storey: StoreyAreas | undefined, view: ModelView): Measured {
  if (storey === undefined) return notComputed('the model has no enclosed spaces');
  if (storey.because !== null) return notComputed(storey.because);
  const { level } = storey;
  const levels = view.levels();
  const at = levels.findIndex(({ id }) => id === level.id);
  const next = levels[at + 1];
  const top = next === undefined ? flatTop(storey, view) : next.params.elevation;
  if (typeof top === 'string') return notComputed(top);
  const { elevation } = level.params;
  const foot =
    at === 0 ? Math.min(elevation, ...slabsOf(level.id, view).map(({ low }) => low)) : elevation;
  return {
    value: storey.gross_mm2 * (top - foot),
    element_ids: storey.wall_ids,
    because: null,
  };
}

/** The gross volume of all storeys; levels without spaces below a roof are missing in it, so that it is not computed. */
export function totalVolume(storeys: readonly StoreyAreas[], view: ModelView): Measured {
  const volumes = storeys.map((storey) => storeyVolume(storey, view));
  const failed = volumes.find(({ value }) => value === null);
  if (storeys.length === 0) return notComputed('the model has no enclosed spaces');
  if (failed !== undefined) return failed;
  const highest = storeys.at(-1)?.level.params.elevation ?? 0;
  const above = [...view.elements()].filter((element) => isAbove(element, highest, view));
  const sloping = above.filter((element) => !isFlat(element, view));
  if (sloping.length > 0) {
    const ids = sloping.map(({ id }) => id);
    return notComputed(`the volume below the sloping ${named(ids)} is not computed`);
  }
  return {
    value: volumes.reduce((sum, { value }) => sum + (value ?? 0), 0),
    element_ids: volumes.flatMap(({ element_ids }) => element_ids),
    because: null,
  };
}

/** The net volume of rooms. */
export function netVolumeOf(spaces: readonly NetSpace[], view: ModelView): Measured {
  let value = 0;
  const unknown: string[] = [];
  const ids: string[] = [];
  for (const { room } of spaces) {
    if (room === null) return notComputed('an enclosed area without a room has no height');
    const net = spaceQuantities(room, view)?.net_volume_mm3 ?? null;
    if (net === null) unknown.push(room.id);
    value += net ?? 0;
    ids.push(room.id);
  }
  return unknown.length === 0
    ? { value, element_ids: ids, because: null }
    : notComputed(`the net volume of ${named(unknown)} is unknown`);
}

type Plate = { readonly area: Area; readonly low: number; readonly high: number };

function isFlat(element: Element, view: ModelView): boolean {
  const { covers } = view.kinds.of(element);
  return covers !== 'none' && covers.flat(element);
}

/** Whether an element covers what is below it and is above a height. */
function isAbove(element: Element, z: number, view: ModelView): boolean {
  if (view.kinds.of(element).covers === 'none') return false;
  const box = view.bounds(element.id);
  return box !== null && box.min.z > z;
}

function plateOf(element: Element, view: ModelView): Plate | null {
  const box = view.bounds(element.id);
  if (box === null || !isFlat(element, view)) return null;
  return { area: slabOf(element, view).area, low: box.min.z, high: box.max.z };
}

function slabsOf(level_id: string, view: ModelView): readonly Plate[] {
  return [...view.elementsOnLevel(level_id)].flatMap((element) => plateOf(element, view) ?? []);
}

/** The top of the flat roof or slab over the highest storey, or why it is unknown. */
function flatTop({ level, gross_mm2 }: StoreyAreas, view: ModelView): number | string {
  const over = [...view.elements()].filter((element) =>
    isAbove(element, level.params.elevation, view),
  );
  const sloping = over.filter((element) => !isFlat(element, view));
  if (sloping.length > 0) {
    return `the volume below the sloping ${named(sloping.map(({ id }) => id))} is not computed`;
  }
  const plates = over.flatMap((element) => plateOf(element, view) ?? []);
  const covered = sizeOf(united(plates.map(({ area }) => area)));
  if (plates.length === 0 || covered < COVERED * gross_mm2) {
    return `no flat roof covers the storey \`${level.params.name}\``;
  }
  return Math.max(...plates.map(({ high }) => high));
}
