/** @module curtain mesh: curtain walls with the meshes of their files. */
import type { ElementRecord, Json } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { deepEqual } from '../../../../base/canonical/deep-equal.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import type { FileMeshFacet } from '../../facets/file-mesh.ts';
import { directionBetween } from '../../ifc/local.ts';
import { mirroredCurtain } from './mirrored.ts';
import { type Curtained, gridOf } from './params.ts';

type CurtainWall = { readonly id: string; readonly params: Curtained };

/** Openings, doors and windows of a wall whose places are compared; of further ones only the number is. */
const MAX_COMPARED = 20;

/**
 * The frame of a curtain wall with a grid begins at the foot of its start and runs along its axis. A mirrored wall runs
 * the other way. Its mesh has gaps for doors and windows, so it is made for these, too.
 */
export const curtainMesh: FileMeshFacet<CurtainWall> = {
  frame({ params }, level, _site, mirrored) {
    const { start, end, via = null, base_offset } = params;
    if (gridOf(params) === null || via !== null) return null;
    const [from, to] = mirrored ? [end, start] : [start, end];
    return {
      origin: { ...from, z: level.params.elevation + base_offset },
      x: directionBetween(from, to),
    };
  },
  madeFor({ id, params }, site, mirrored) {
    const { start, end, height, thickness } = params;
    const length = segmentLengthMm(start, end);
    const held = site.contents(id).flatMap((element) => placeOf(element, mirrored ? length : null));
    const ordered = held.toSorted((a, b) => a.offset - b.offset || a.sill - b.sill);
    const fillings = ordered
      .slice(0, MAX_COMPARED)
      .flatMap((one, i) =>
        Object.entries(one).map(([name, value]) => [`${name}_${i + 1}`, value] as const),
      );
    return {
      length: toGrid(length),
      height,
      thickness,
      ...formOf(params, mirrored),
      fillings: held.length,
      ...Object.fromEntries(fillings),
    };
  },
};

/** The values of a grid that give its form; the grid of a mirrored wall is that before it was mirrored. */
function formOf(params: Curtained, mirrored: boolean): Readonly<Record<string, number | string>> {
  const grid = gridOf(mirrored ? { ...params, ...mirroredCurtain(params) } : params);
  if (grid === null) return {};
  const { columns, rows, mullion, depth, glass } = grid;
  const { edge, transom, stations, heights, mullion_offset, panel_offset, laps, panels } = grid;
  // Values that are as usual are left out, so that appearances of older imports stay valid.
  return {
    columns,
    rows,
    mullion,
    depth,
    glass,
    ...named('stations', stations, null),
    ...named('heights', heights, null),
    ...named('edge', edge, { width: mullion, depth }),
    ...named('transom', transom, { width: mullion, depth }),
    ...named('mullion_offset', mullion_offset, 0),
    ...named('panel_offset', panel_offset, 0),
    ...named('laps', laps, false),
    ...named('panels', panels, []),
  };
}

function named(name: string, value: Json, usual: Json): Readonly<Record<string, string>> {
  return deepEqual(value, usual) ? {} : { [name]: JSON.stringify(value) };
}

type Place = {
  readonly offset: number;
  readonly width: number;
  readonly sill: number;
  readonly height: number;
};

/** The place of an element in its wall, from the other end of a wall of this length; null: from its start. */
function placeOf({ params }: ElementRecord, length: number | null): readonly Place[] {
  const numberOf = (name: string): number | null => {
    const value = params[name];
    return typeof value === 'number' ? value : null;
  };
  const [offset, width, height] = [numberOf('offset'), numberOf('width'), numberOf('height')];
  if (offset === null || width === null || height === null) return [];
  const sill = numberOf('sill') ?? numberOf('sill_height') ?? 0;
  return [
    { offset: toGrid(length === null ? offset : length - offset - width), width, sill, height },
  ];
}
