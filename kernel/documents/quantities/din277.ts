/** @module din277: areas and volumes by DIN 277:2021-08. */
import type { ModelView } from '../../building/model/view.ts';
import type { Figure, FigureDefinition, Measured } from './figure.ts';
import { difference, notComputed } from './figure.ts';
import { named, type NetSpace, type StoreyAreas, storeysOf } from './storey-areas.ts';
import { storeyVolume, totalVolume, netVolumeOf } from './storey-volume.ts';
import { groupOf, GROUPS, isDwelling, type UsageGroup } from './usage-groups.ts';

/** Square millimetres in a square metre, and cubic ones in a cubic metre. */
const [PER_M2, PER_M3] = [1e6, 1e9];

function words(
  figure: string,
  name: string,
  definition: string,
  unit: FigureDefinition['unit'] = 'm²',
): FigureDefinition {
  const source = `DIN 277:2021-08, term ${name} (${figure})`;
  return { figure, name, unit, definition, source };
}

const BGF = words(
  'BGF (R)',
  'Brutto-Grundfläche',
  'area of all floor levels within the outer faces of the walls that enclose them; voids are not in it, holes with a stair are',
);
const KGF = words(
  'KGF (R)',
  'Konstruktions-Grundfläche',
  'BGF minus NRF: walls, columns, door openings, niches, and shafts of up to 1 m² (usage `shaft`, or without a room)',
);
const NRF = words(
  'NRF (R)',
  'Netto-Raumfläche',
  'area of the rooms between the finished faces of walls and columns; furniture and stairs are not deducted',
);
const OPEN = words(
  'BGF (S)',
  'Brutto-Grundfläche, Sonderfall',
  'areas that are covered but not enclosed on all sides',
);
const BRI = words(
  'BRI (R)',
  'Brutto-Rauminhalt',
  'BGF times the height from floor to floor; the lowest storey from the underside of its slab, the highest to the top of its flat roof',
  'm³',
);
const NRI = words(
  'NRI (R)',
  'Netto-Rauminhalt',
  'net volume of the rooms (NetVolume of Qto_SpaceBaseQuantities)',
  'm³',
);
const KRI = words('KRI (R)', 'Konstruktions-Rauminhalt', 'BRI minus NRI', 'm³');
const NUF = words('NUF', 'Nutzungsfläche', 'NRF of the rooms of NUF 1 to NUF 7');
const UNGROUPED = words(
  'NRF without group',
  'Netto-Raumfläche',
  'NRF of rooms whose usage names no group, and of enclosed areas without a room',
);

const GROUP_NAMES: { readonly [group in UsageGroup]: string } = {
  'NUF 1': 'Wohnen und Aufenthalt',
  'NUF 2': 'Büroarbeit',
  'NUF 3': 'Produktion, Hand- und Maschinenarbeit, Forschung und Entwicklung',
  'NUF 4': 'Lagern, Verteilen und Verkaufen',
  'NUF 5': 'Bildung, Unterricht und Kultur',
  'NUF 6': 'Heilen und Pflegen',
  'NUF 7': 'Sonstige Nutzungen',
  TF: 'Technikfläche',
  VF: 'Verkehrsfläche',
};

/** The areas and volumes of the storeys of a building, in total or for each level. */
export function din277(view: ModelView, byLevel: boolean): readonly Figure[] {
  const storeys = storeysOf(view);
  const inDwelling = isDwelling(storeys.flatMap(({ spaces }) => spaces.map(usageOf)));
  const scopes = byLevel ? storeys.map((storey) => [storey]) : [storeys];
  return scopes.flatMap((scope) => {
    const level_id = byLevel ? (scope[0]?.level.id ?? null) : null;
    return figuresOf(scope, { view, inDwelling, byLevel }).map(([definition, measured]) =>
      Object.assign({ level_id }, definition, measured),
    );
  });
}

type Around = { readonly view: ModelView; readonly inDwelling: boolean; readonly byLevel: boolean };
type Row = readonly [FigureDefinition, Measured];

function figuresOf(storeys: readonly StoreyAreas[], around: Around): readonly Row[] {
  const { view, inDwelling, byLevel } = around;
  const spaces = storeys.flatMap((storey) => storey.spaces).filter((one) => !isSmallShaft(one));
  const gross = grossOf(storeys);
  const net = netOf(spaces);
  const bri = byLevel ? storeyVolume(storeys[0], view) : totalVolume(storeys, view);
  const nri = netVolumeOf(spaces, view);
  const groups = GROUPS.map((group): Row => {
    const own = spaces.filter((space) => groupOf(usageOf(space), inDwelling) === group);
    const name = GROUP_NAMES[group];
    const made = words(group, name, `NRF of the rooms that are used for ${name}`);
    return [{ ...made, source: `DIN 277:2021-08, usage group ${group}` }, netOf(own)];
  });
  const rest = spaces.filter((space) => groupOf(usageOf(space), inDwelling) === null);
  const usable = spaces.filter(
    (space) => groupOf(usageOf(space), inDwelling)?.startsWith('NUF') === true,
  );
  const because = restReason(rest);
  return [
    [BGF, gross],
    [
      OPEN,
      notComputed(
        'the model does not say which areas without walls around them are covered floors',
      ),
    ],
    [NRF, net],
    [KGF, difference(gross, net)],
    [NUF, { ...netOf(usable), because }],
    ...groups,
    [UNGROUPED, { ...netOf(rest), because }],
    [BRI, scaled(bri, PER_M3)],
    [NRI, scaled(nri, PER_M3)],
    [KRI, difference(scaled(bri, PER_M3), scaled(nri, PER_M3))],
  ];
}

/** Areas up to this without a usable room are construction, mm². */
const SMALL_SHAFT_MM2 = 1e6;

/** Whether a space is a shaft that counts as construction. */
function isSmallShaft(space: NetSpace): boolean {
  const usage = usageOf(space)?.toLowerCase() ?? null;
  const isShaft = space.room === null || usage === 'shaft' || usage === 'schacht';
  return isShaft && space.net_mm2 <= SMALL_SHAFT_MM2;
}

function usageOf({ room }: NetSpace): string | null {
  return room?.params.usage ?? null;
}

/** The gross floor area of storeys, m². */
export function grossOf(storeys: readonly StoreyAreas[]): Measured {
  const unknown = storeys.find(({ because }) => because !== null);
  if (storeys.length === 0) return notComputed('the model has no enclosed spaces');
  if (unknown?.because != null) return notComputed(unknown.because);
  const value = storeys.reduce((sum, { gross_mm2 }) => sum + gross_mm2, 0) / PER_M2;
  return { value, element_ids: storeys.flatMap(({ wall_ids }) => wall_ids), because: null };
}

function netOf(spaces: readonly NetSpace[]): Measured {
  const value = spaces.reduce((sum, { net_mm2 }) => sum + net_mm2, 0) / PER_M2;
  const element_ids = spaces.flatMap(({ room }) => (room === null ? [] : [room.id]));
  return { value, element_ids, because: null };
}

function scaled(measured: Measured, per: number): Measured {
  const { value } = measured;
  return value === null ? measured : { ...measured, value: value / per };
}

/** Why the groups do not add up to NRF; null if they do. */
function restReason(rest: readonly NetSpace[]): string | null {
  const rooms = rest.flatMap(({ room }) => (room === null ? [] : [room]));
  const stated = rooms.map(({ id, params: { usage } }) => `${id}: ${usage ?? 'no usage'}`);
  const bare = rest.length - rooms.length;
  const parts = [
    ...(stated.length === 0
      ? []
      : [`the usage of ${stated.length} rooms names no group (${named(stated)})`]),
    ...(bare === 0 ? [] : [`${bare} enclosed areas have no room`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}
