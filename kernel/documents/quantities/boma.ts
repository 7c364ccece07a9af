/** @module boma: floor areas of office buildings by BOMA 2024 (ANSI/BOMA Z65.1). */
import { foldName } from '../../base/text/fold-name.ts';
import { common, sizeOf } from '../../building/geometry/plan/regions.ts';
import type { ModelView } from '../../building/model/view.ts';
import { difference, type Figure, type FigureDefinition, type Measured } from './figure.ts';
import { notComputed } from './figure.ts';
import { grossArea, internalArea } from './outer-areas.ts';
import { type NetSpace, type StoreyAreas, storeysOf } from './storey-areas.ts';

const PER_M2 = 1e6;
/** Smaller overlaps of a shaft with the one below are rounding, mm². */
const LEAST_MM2 = 10_000;
const STANDARD = 'BOMA 2024 for Office Buildings (ANSI/BOMA Z65.1-2024)';

function words(figure: string, name: string, definition: string): FigureDefinition {
  return { figure, name, unit: 'm²', definition, source: `${STANDARD}, ${name}` };
}

const GROSS: FigureDefinition = {
  ...words(
    'Gross area',
    'Exterior gross area',
    'area of each floor within the outer faces of the outer walls; it is no area of Z65.1, which measures to inside faces',
  ),
  source: 'BOMA Gross Areas, Exterior Gross Area',
};
const INTERIOR = words(
  'IGA',
  'Interior gross area',
  'area of each floor within the inside finished faces of the outer walls, with inner walls; columns are not deducted; the face of the wall counts as the dominant one',
);
const PENETRATIONS = words(
  'MVP',
  'Major vertical penetrations',
  'rooms used as stair, lift or shaft, within their walls, above the lowest level that they reach; at their lowest level they are in the rentable area',
);
const PARKING = words('Parking', 'Parking area', 'rooms used for parking, within their walls');
const RENTABLE = words(
  'Rentable area',
  'Rentable area of the building',
  'interior gross area minus major vertical penetrations and parking; methods A and B distribute this total differently among occupants',
);
const BALCONIES = words(
  'Balconies',
  'Balconies and terraces of one occupant',
  'areas outside the outer walls that one occupant has alone; they are part of the rentable area',
);

const SHAFTS = new Set(
  'stair stairs staircase stairwell lift elevator shaft treppe treppenhaus aufzug schacht'.split(
    ' ',
  ),
);
const PARKED = new Set('garage parking stellplatz tiefgarage'.split(' '));

/** The floor areas of a building, in total or for each level. */
export function boma(view: ModelView, byLevel: boolean): readonly Figure[] {
  const storeys = storeysOf(view);
  const out = new Set(storeys.flatMap((storey, i) => penetrationsOf(storey, storeys.slice(0, i))));
  const scopes = byLevel ? storeys.map((storey) => [storey]) : [storeys];
  return scopes.flatMap((scope) => {
    const level_id = byLevel ? (scope[0]?.level.id ?? null) : null;
    const spaces = scope.flatMap((storey) => storey.spaces);
    const interior = internalArea(scope);
    const penetrations = netOf(spaces.filter((space) => out.has(space)));
    const parking = netOf(spaces.filter((space) => isUsedAs(space, PARKED)));
    const rest = difference(difference(interior, penetrations), parking);
    const rows: readonly (readonly [FigureDefinition, Measured])[] = [
      [GROSS, grossArea(scope)],
      [INTERIOR, interior],
      [PENETRATIONS, penetrations],
      [PARKING, parking],
      [RENTABLE, { ...rest, because: rest.because ?? unknownReason(spaces) }],
      [BALCONIES, notComputed('the model does not state which balconies an occupant has alone')],
    ];
    return rows.map(([definition, measured]) => Object.assign({ level_id }, definition, measured));
  });
}

/** The shafts of a storey that reach down to one of the storeys below. */
function penetrationsOf(
  { spaces }: StoreyAreas,
  lower: readonly StoreyAreas[],
): readonly NetSpace[] {
  const below = lower.flatMap((storey) => storey.spaces).filter((one) => isUsedAs(one, SHAFTS));
  return spaces.filter(
    (space) =>
      isUsedAs(space, SHAFTS) &&
      below.some(({ area }) => sizeOf(common(space.area, area)) > LEAST_MM2),
  );
}

function isUsedAs({ room }: NetSpace, usages: ReadonlySet<string>): boolean {
  const usage = room?.params.usage ?? null;
  return usage !== null && usages.has(foldName(usage));
}

function netOf(spaces: readonly NetSpace[]): Measured {
  return {
    value: spaces.reduce((sum, { net_mm2 }) => sum + net_mm2, 0) / PER_M2,
    element_ids: spaces.flatMap(({ room }) => (room === null ? [] : [room.id])),
    because: null,
  };
}

/** Why shafts and parking may be missing; null if every space has a usage. */
function unknownReason(spaces: readonly NetSpace[]): string | null {
  const unknown = spaces.filter(({ room }) => (room?.params.usage ?? null) === null).length;
  return unknown === 0
    ? null
    : `${unknown} enclosed areas have no usage that says whether they are shafts or parking`;
}
