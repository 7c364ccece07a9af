/** @module schedule: the elements of a category as a table with the requested fields. */
import type { Refuse } from '../../../schemas/plan.ts';
import type { ScheduleDefinition } from '../../../schemas/schedules.ts';
import { foldName } from '../../base/text/fold-name.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { AnyKind } from '../../building/kinds/kind.ts';
import type { Kinds } from '../../building/kinds/kinds.ts';
import { conditionHolds } from '../../building/model/condition.ts';
import { nearestFirst } from '../../building/model/plan/names.ts';
import type { ModelView } from '../../building/model/view.ts';
import { doubleCountWarnings } from '../../building/spatial/shared-spaces.ts';
import type { Field } from './field.ts';
import type { Fields } from './fields.ts';
import { fieldsOf, requireFields } from './fields.ts';
import type { Entry } from './grouping.ts';
import { filledWith, comparedValue } from './grouping.ts';
import type { Table } from './table.ts';

export type ScheduleCode = 'INVALID_ARGUMENT' | 'UNKNOWN_PARAMETER';

type Filters = NonNullable<ScheduleDefinition['filters']>;

/** The last columns of every schedule, which identify the element of each row. */
export const IDENTITY = ['element_id', 'ifc_guid'] as const;
/** Default sort fields, if the kind has them; equal elements stay in order of creation. */
const ORDER = ['level', 'number', 'name'] as const;
/** Elements processed between two checkpoints. */
const STEP = 50;

/** What the areas and volumes of rooms contain. */
const OF_ROOMS =
  'areas and volumes of rooms are those between the wall faces, columns and holes in the floor included; the net floor area excludes them';
const BETWEEN_FACES = /^(?:gross_)?(?:area|volume)_/u;

/** Notes on the definitions of the columns. */
export function notesOn(
  kinds: readonly AnyKind[],
  columns: readonly Pick<Field, 'key'>[],
): readonly string[] {
  const isMeasured = columns.some(({ key }) => BETWEEN_FACES.test(key));
  return isMeasured && kinds.some(({ kind }) => kind === 'room') ? [OF_ROOMS] : [];
}

/**
 * Computes the schedule of the visible elements. Refuses INVALID_ARGUMENT for an unknown category and UNKNOWN_PARAMETER
 * for an unknown field, with the closest matches.
 */
export function schedule(
  view: ModelView,
  request: ScheduleDefinition,
  refuse: Refuse<ScheduleCode>,
): Table {
  const { kind, columns, grouped, order, fits } = readingOf(request, view, refuse);
  const { filters = {} } = request;
  const entries: Entry[] = [];
  const total = view.count(kind.kind);
  let done = 0;
  for (const element of candidates(filters, view)) {
    if (element.kind !== kind.kind) continue;
    if (done % STEP === 0) checkpoint({ done, total, doing: 'rows' });
    done += 1;
    if (fits(element, view)) entries.push(entryOf(element, { columns, order }, view));
  }
  const { title = `${kind.category} schedule` } = request;
  return {
    title,
    ...headOf(view, columns),
    ...filledWith(entries, columns, grouped),
    warnings: roomWarnings(
      entries.flatMap(({ element_ids }) => element_ids),
      view,
    ),
    notes: notesOn([kind], columns),
  };
}

/** Warnings about rooms among the elements whose area is counted twice. */
export function roomWarnings(element_ids: readonly string[], view: ModelView): readonly string[] {
  const rooms = element_ids.flatMap((id) => view.elementOf(id, 'room') ?? []);
  return doubleCountWarnings(rooms, view);
}

/** Refuses the same requests as `schedule`, without computing a schedule. */
export function requireSchedule(
  view: ModelView,
  request: ScheduleDefinition,
  refuse: Refuse<ScheduleCode>,
): void {
  readingOf(request, view, refuse);
}

/** The fields to read, and the elements to read them from. */
type Reading = {
  readonly kind: AnyKind;
  readonly columns: readonly Field[];
  /** Number of leading columns that form groups. */
  readonly grouped: number;
  readonly order: readonly Field[];
  readonly fits: (element: Element, view: ModelView) => boolean;
};

function readingOf(
  request: ScheduleDefinition,
  view: ModelView,
  refuse: Refuse<ScheduleCode>,
): Reading {
  const kind = requireCategory(request.category, view.kinds, refuse);
  const fields = fieldsOf([kind]);
  const { parameters = kind.schedule.columns, group_by = [], filters = {} } = request;
  const columns = requireFields([...group_by, ...parameters, ...IDENTITY], fields, refuse);
  const grouped = new Set(group_by).size;
  const sorted =
    request.sort_by === undefined
      ? ORDER.flatMap((name) => fields.get(name) ?? [])
      : requireFields(request.sort_by, fields, refuse);
  const fits = conditionsOf(filters, fields, refuse);
  return { kind, columns, grouped, order: [...columns.slice(0, grouped), ...sorted], fits };
}

/** The source and the columns of a table. */
export function headOf(view: ModelView, fields: readonly Field[]): Pick<Table, 'head' | 'columns'> {
  return {
    head: { branch: view.branch, seq: view.position(view.seq) },
    columns: fields.map(({ key, title, type, unit, decimals, summed }) => ({
      key,
      title,
      type,
      unit,
      decimals,
      summed,
    })),
  };
}

/** The kind of a category. Refuses INVALID_ARGUMENT with the closest matches. */
export function requireCategory(
  category: string,
  kinds: Kinds,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): AnyKind {
  const folded = foldName(category);
  const found = kinds.all.find((one) =>
    [one.category, one.kind].some((name) => foldName(name) === folded),
  );
  if (found !== undefined) return found;
  const near = nearestFirst(category, kinds.categories).slice(0, 3);
  return refuse(
    'INVALID_ARGUMENT',
    `no category \`${category}\`; expected for example ${near.join(', ')}`,
    { category, near },
  );
}

/** The smallest available set of elements that contains all matches. */
function candidates({ host_id, level_id }: Filters, view: ModelView): Iterable<Element> {
  if (host_id !== undefined) return view.hostedBy(host_id);
  return level_id === undefined ? view.elements() : view.elementsOnLevel(level_id);
}

function conditionsOf(
  { level_id, where = [] }: Filters,
  fields: Fields,
  refuse: Refuse<'UNKNOWN_PARAMETER'>,
): (element: Element, view: ModelView) => boolean {
  const conditions = where.flatMap((condition) =>
    requireFields([condition.field], fields, refuse).map((field) => ({ condition, field })),
  );
  return (element, view) =>
    (level_id === undefined || view.levelOf(element.id) === level_id) &&
    conditions.every(({ condition, field }) =>
      conditionHolds(condition, comparedValue(field.read(element, view), field)),
    );
}

function entryOf(
  element: Element,
  { columns, order }: Pick<Reading, 'columns' | 'order'>,
  view: ModelView,
): Entry {
  return {
    element_ids: [element.id],
    values: columns.map((field) => field.read(element, view)),
    order: order.map((field) => ({
      rank: field.rank?.(element, view) ?? null,
      value: field.read(element, view),
    })),
  };
}
