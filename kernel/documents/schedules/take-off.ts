/** @module take-off: counts, lengths, areas and volumes of elements, grouped as requested. */
import type { Refuse } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { AnyKind } from '../../building/kinds/kind.ts';
import { gridOf } from '../../building/kinds/wall/curtain/params.ts';
import type { ModelView } from '../../building/model/view.ts';
import { JoinedVolumes, type Loss } from '../../building/spatial/joins/joined-volumes.ts';
import { thousandthsOf } from './exact.ts';
import type { Field } from './field.ts';
import { fieldOf } from './field.ts';
import { fieldsOf, requireFields } from './fields.ts';
import type { Entry } from './grouping.ts';
import { filledWith } from './grouping.ts';
import type { MaterialPart } from './layer-parts.ts';
import { materialParts } from './layer-parts.ts';
import type { ScheduleCode } from './schedule.ts';
import { headOf, notesOn, requireCategory, roomWarnings } from './schedule.ts';
import type { Cell, Table } from './table.ts';

export type TakeOffRequest = {
  /** Categories or kinds. Default: all kinds with a body and quantities. */
  readonly categories?: readonly string[] | undefined;
  /**
   * Fields by which elements are grouped; default: type and level. With several
   * categories, the category comes first: a room and a wall are never summed.
   */
  readonly grouping?: readonly string[] | undefined;
  readonly title?: string | undefined;
  /** Whether overlaps of walls, floors and roofs count once in net volumes, by the priority of their layers. */
  readonly joined?: boolean | undefined;
};

/** The summed quantities: net quantities have openings deducted, gross quantities do not. */
const QUANTITIES: readonly (readonly [key: string, title: string])[] = [
  ['length_m', 'Length'],
  ['area_m2', 'Net area'],
  ['gross_area_m2', 'Gross area'],
  ['net_floor_area_m2', 'Net floor area'],
  ['net_sloped_area_m2', 'Net sloped area'],
  ['sloped_area_m2', 'Gross sloped area'],
  ['volume_m3', 'Net volume'],
  ['gross_volume_m3', 'Gross volume'],
];
/** Additional quantities if the view has curtain walls. */
const OF_CURTAINS: typeof QUANTITIES = [
  ['glass_area_m2', 'Glass area'],
  ['mullion_length_m', 'Mullion length'],
];
const GROUPING = ['type', 'level'] as const;
const STEP = 20;

/** Names of all measures that take-offs sum. */
export const MEASURED: readonly string[] = [...QUANTITIES, ...OF_CURTAINS].map(([key]) => key);

const COUNT: Field = fieldOf('count', { type: 'integer', summed: true, read: () => 1 });

const NET =
  'net quantities exclude openings, doors and windows, gross quantities include them; holes of an outline are in neither';
const MATERIAL =
  'an element with a layered type is counted once for each material, with its whole area and length and with the volume of that material; for other elements, material is their construction with its thickness or profile';

const JOINED =
  'joined: where walls, floors and roofs overlap, net volumes count the space once: for structure before insulation, membranes, air and finishes';

/**
 * Quantities of the visible elements, one row for all elements with equal grouping fields, with subtotals by
 * the first field. Refuses the same requests as a schedule.
 */
export function takeOff(
  view: ModelView,
  request: TakeOffRequest,
  refuse: Refuse<ScheduleCode>,
): Table {
  const kinds = kindsOf(request, view, refuse);
  const fields = fieldsOf(kinds);
  const isMixed = kinds.length > 1;
  const { grouping = GROUPING } = request;
  const keys = requireFields(isMixed ? ['category', ...grouping] : grouping, fields, refuse);
  const walls = kinds.some(({ kind }) => kind === 'wall') ? [...view.elementsOf('wall')] : [];
  const hasGrid = walls.some(({ params }) => gridOf(params) !== null);
  const measured = [...QUANTITIES, ...(hasGrid ? OF_CURTAINS : [])].flatMap(([key, title]) => {
    const field = fields.get(key);
    return field === undefined ? [] : [{ ...field, title }];
  });
  const columns = [...keys, COUNT, ...measured];
  const included = new Set(kinds.map(({ kind }) => kind));
  const total = kinds.reduce((sum, { kind }) => sum + view.count(kind), 0);
  const sums = new Map<string, Sum>();
  const volumes = request.joined === true ? new JoinedVolumes(view) : null;
  let done = 0;
  for (const element of view.elements()) {
    if (!included.has(element.kind)) continue;
    if (done % STEP === 0) checkpoint({ done, total, doing: 'quantities' });
    done += 1;
    const losses = volumes?.lossesOf(element) ?? [];
    for (const part of partsOf(element, keys, { view, losses })) {
      add(element, { keys, measured, sums, part }, view);
    }
  }
  const entries = [...sums.values()].map(entryOf);
  const grouped = keys.length > 1 ? 1 : 0;
  const notes = [
    NET,
    ...(keys.some(({ key }) => key === 'material') ? [MATERIAL] : []),
    ...(volumes === null ? [] : [JOINED]),
    ...notesOn(kinds, measured),
  ];
  const { title = 'Quantity take-off' } = request;
  const { totals, ...filled } = filledWith(entries, columns, grouped);
  const added = totals.map((sum, index) => (isMixed && columns[index] !== COUNT ? null : sum));
  const ids = entries.flatMap(({ element_ids }) => element_ids);
  const warnings = [...roomWarnings(ids, view), ...unjoinedWarnings(volumes)];
  return { title, ...headOf(view, columns), ...filled, totals: added, warnings, notes };
}

function kindsOf(
  { categories }: TakeOffRequest,
  { kinds }: ModelView,
  refuse: Refuse<ScheduleCode>,
): readonly AnyKind[] {
  if (categories === undefined) return kinds.all.filter(isMeasured);
  return [...new Set(categories.map((category) => requireCategory(category, kinds, refuse)))];
}

/** Whether elements of a kind are counted if a request names no categories. */
export function isMeasured({ body, quantities }: AnyKind): boolean {
  return body !== 'none' && quantities.length > 0;
}

/** Elements that are counted in one row. */
type Sum = {
  readonly ids: string[];
  readonly keys: readonly Cell[];
  readonly order: Entry['order'];
  /** Sum in thousandths; null if no element has a value. */
  readonly sums: (bigint | null)[];
};

/** The counted part of an element: one of its materials, or null for all of it; and the volume that others fill of it. */
type Part = { readonly material: MaterialPart | null; readonly lost_mm3: number };

type Addition = {
  readonly keys: readonly Field[];
  readonly measured: readonly Field[];
  readonly sums: Map<string, Sum>;
  readonly part: Part;
};

/** The parts of an element that are counted separately: its materials, if grouped by material. */
function partsOf(
  element: Element,
  keys: readonly Field[],
  { view, losses }: { readonly view: ModelView; readonly losses: readonly Loss[] },
): readonly Part[] {
  const lost_mm3 = losses.reduce((sum, { mm3 }) => sum + mm3, 0);
  const isByMaterial = keys.some(({ key }) => key === 'material');
  const parts = isByMaterial ? materialParts(element, view) : [];
  if (parts.length === 0) return [{ material: null, lost_mm3 }];
  return parts.map((material) => ({
    material,
    lost_mm3: losses.reduce(
      (sum, { layer, mm3 }) => (layer?.material === material.material ? sum + mm3 : sum),
      0,
    ),
  }));
}

/** The value of a field for a part of an element. */
function valueOf(field: Field, { material, lost_mm3 }: Part, read: () => Cell): Cell {
  if (field.key === 'volume_m3') {
    const volume = material === null ? read() : material.volume_mm3;
    return typeof volume === 'number' && lost_mm3 > 0
      ? Math.max(0, toGrid(volume - lost_mm3))
      : volume;
  }
  if (material === null) return read();
  if (field.key === 'material') return material.material;
  return field.key === 'gross_volume_m3' ? material.gross_volume_mm3 : read();
}

/** Maximum number of elements that the warning names. */
const MAX_NAMED = 10;

function unjoinedWarnings(volumes: JoinedVolumes | null): readonly string[] {
  const ids = [...(volumes?.unjoined ?? [])];
  if (ids.length === 0) return [];
  const names = ids.slice(0, MAX_NAMED).map((id) => `\`${id}\``);
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return [
    `the bodies of ${names.join(', ')}${more} are known as meshes only, or meet too many others: their overlaps count twice`,
  ];
}

function add(element: Element, { keys, measured, sums, part }: Addition, view: ModelView): void {
  const values = keys.map((field) => valueOf(field, part, () => field.read(element, view)));
  const key = JSON.stringify(values);
  const sum = sums.get(key) ?? {
    ids: [],
    keys: values,
    order: keys.map(({ rank }, index) => ({
      rank: rank?.(element, view) ?? null,
      value: values[index] ?? null,
    })),
    sums: measured.map(() => null),
  };
  sums.set(key, sum);
  sum.ids.push(element.id);
  for (const [index, field] of measured.entries()) {
    const value = valueOf(field, part, () => field.read(element, view));
    if (typeof value === 'number') {
      sum.sums[index] = (sum.sums[index] ?? 0n) + thousandthsOf(value);
    }
  }
}

function entryOf({ ids, keys, order, sums }: Sum): Entry {
  const values = sums.map((sum) => (sum === null ? null : Number(sum) / 1000));
  return { element_ids: ids, values: [...keys, ids.length, ...values], order };
}
