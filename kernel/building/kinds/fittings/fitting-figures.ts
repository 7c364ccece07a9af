/** @module fitting figures: areas of frame, leaves and glass of doors and windows in the face of their wall. */
import { toGrid } from '../../../../schemas/units.ts';
import { insetShape, shapeArea } from '../../geometry/plan/face-shape.ts';
import type { AnyElement, Site } from '../kind.ts';
import { faceShapeOf, shapedFigures } from '../shared/hole-shape.ts';
import { typeIdOf, typeOf } from '../types/of-type.ts';
import { type FittingValues, sizesIn } from './fitting-values.ts';
import { faceArea, matterOf } from './part.ts';
import { type Fitted, partsOf } from './parts-of.ts';

/** Areas in the face of a wall, mm²: together that of the void. */
export type FittingAreas = {
  /** Lining, frame, mullions and transoms, sashes of windows, threshold and sill. */
  readonly frame: number;
  /** Leaves of a door without their panes. */
  readonly leaf: number;
  readonly glass: number;
};

/** The areas do not depend on the thickness of the wall; any one will do, mm. */
const ANY_MM = 100;

/** The areas of a door or window; `type` null without a type. Arcs are exact. */
export function fittingAreas(element: Fitted, type: FittingValues | null): FittingAreas {
  const { width, height } = element.params;
  const parts = partsOf(element, type, ANY_MM);
  const sum = (matter: 'leaf' | 'glass'): number =>
    parts.reduce((all, one) => all + (matterOf(one.role) === matter ? faceArea(one) : 0), 0);
  const shape = faceShapeOf(element.params);
  const { frame } = sizesIn('window', type, { width, height, thickness: ANY_MM });
  const glass = shape === null ? sum('glass') : shapeArea(insetShape(shape, frame));
  const leaf = sum('leaf');
  return { frame: shapedFigures(element.params).area_mm2 - leaf - glass, leaf, glass };
}

type Area = keyof FittingAreas;

/** Names of areas as figures. */
export function areaNames(areas: readonly Area[]): readonly string[] {
  return areas.map((area) => `${area}_area_mm2`);
}

/** Areas as figures of a door or window; none if its type is hidden. */
export function areaFigures(
  element: AnyElement & Fitted,
  view: Pick<Site, 'element'>,
  areas: readonly Area[],
): Readonly<Record<string, number>> {
  const type = typeOf(element, view);
  if (type === null && typeIdOf(element) !== null) return {};
  const found = fittingAreas(element, type?.params ?? null);
  return Object.fromEntries(
    areas.map((area) => [`${area}_area_mm2`, Math.max(0, toGrid(found[area]))]),
  );
}
