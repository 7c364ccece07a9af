/** @module nrm: floor areas by NRM 1, whose definitions are those of the RICS Code of Measuring Practice. */
import type { ModelView } from '../../building/model/view.ts';
import type { Figure, FigureDefinition, Measured } from './figure.ts';
import { notComputed } from './figure.ts';
import { grossArea, internalArea } from './outer-areas.ts';
import { type NetSpace, type StoreyAreas, storeysOf } from './storey-areas.ts';
import { groupOf, isDwelling } from './usage-groups.ts';

const PER_M2 = 1e6;
const CODE = 'RICS Code of Measuring Practice, 6th edition 2007';

const GIFA: FigureDefinition = {
  figure: 'GIFA',
  name: 'Gross internal floor area',
  unit: 'm²',
  definition:
    'area of each floor within the inner faces of the outer walls, with inner walls, columns and stairwells; voids are not in it',
  source: `NRM 1, 3rd edition 2021, core definition of gross internal floor area; ${CODE}, Gross Internal Area`,
};
const GEA: FigureDefinition = {
  figure: 'GEA',
  name: 'Gross external area',
  unit: 'm²',
  definition: 'area of each floor within the outer faces of the outer walls; voids are not in it',
  source: `${CODE}, Gross External Area`,
};
const NIA: FigureDefinition = {
  figure: 'NIA',
  name: 'Net internal area',
  unit: 'm²',
  definition:
    'net area of the rooms without toilets, bathrooms, stairs, corridors, lobbies, plant rooms and parking; all inner walls are deducted, also partitions within one accommodation',
  source: `NRM 1, 3rd edition 2021, core definition of net internal area; ${CODE}, Net Internal Area`,
};

/** Groups of DIN 277 that net internal area leaves out; parking and cleaners' rooms are in NUF 7, too. */
const LEFT_OUT = new Set(['NUF 7', 'TF', 'VF']);

/** The floor areas of a building, in total or for each level. */
export function nrm(view: ModelView, byLevel: boolean): readonly Figure[] {
  const storeys = storeysOf(view);
  const isHome = isDwelling(
    storeys.flatMap(({ spaces }) => spaces.map(({ room }) => room?.params.usage ?? null)),
  );
  const scopes = byLevel ? storeys.map((storey) => [storey]) : [storeys];
  return scopes.flatMap((scope) => {
    const level_id = byLevel ? (scope[0]?.level.id ?? null) : null;
    const rows: readonly (readonly [FigureDefinition, Measured])[] = [
      [GEA, grossArea(scope)],
      [GIFA, internalArea(scope)],
      [NIA, netInternal(scope, isHome)],
    ];
    return rows.map(([definition, measured]) => Object.assign({ level_id }, definition, measured));
  });
}

function netInternal(storeys: readonly StoreyAreas[], isHome: boolean): Measured {
  if (storeys.length === 0) return notComputed('the model has no enclosed spaces');
  if (isHome) return notComputed('net internal area is not for dwellings: use GIFA');
  const spaces = storeys.flatMap((storey) => storey.spaces);
  const usable: NetSpace[] = [];
  let unknown = 0;
  for (const space of spaces) {
    const group = groupOf(space.room?.params.usage ?? null, false);
    if (group === null) unknown += 1;
    else if (!LEFT_OUT.has(group)) usable.push(space);
  }
  return {
    value: usable.reduce((sum, { net_mm2 }) => sum + net_mm2, 0) / PER_M2,
    element_ids: usable.flatMap(({ room }) => (room === null ? [] : [room.id])),
    because:
      unknown === 0 ? null : `${unknown} enclosed areas have no usage that says whether they count`,
  };
}
