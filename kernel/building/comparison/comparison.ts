/**
 * @module comparison: what differs between two moments, branches or plans of one model, element by element, as data for
 * lists, pictures and files.
 */
import { type BoxMm, toGrid } from '../../../schemas/units.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import { SAME_MEASURE } from '../geometry/tolerances.ts';
import type { Element } from '../kinds/elements.ts';
import { QUANTITIES } from '../kinds/kind.ts';
import { level as levelKind } from '../kinds/level/level.ts';
import { hasOneSize } from '../model/effect/one-size.ts';
import type { ModelView } from '../model/view.ts';
import { causeOf } from './cause.ts';
import { type ChangedElement, changedElements } from './changed-elements.ts';
import { changedParamsOf, isData } from './changed-params.ts';
import { Displacements } from './displacement.ts';
import { hasSameGeometry } from './geometry.ts';
import type { ChangedMeasure, ChangedParam, ComparisonRow, Displacement, PlainRow } from './row.ts';
import { sentencesOf } from './sentence.ts';
import { builtOrNull, type Sides } from './sides.ts';
import { type ComparisonCounts, countsOf } from './summary.ts';

/** The differences between two views. */
export type Comparison = {
  readonly counts: ComparisonCounts;
  /** Ordered by kind (levels and hosts before the elements that need them), then by id. */
  readonly rows: readonly ComparisonRow[];
};

/**
 * Compares two views of one model: two branches, two moments of one branch, or a branch and the view after a plan. Both
 * must be views of the same caller. The result has a row for each element of which a shown parameter or the geometry
 * differs, and no row for any other. It contains nothing that the two views do not show. The same views give the same
 * result, number by number.
 */
export function compareViews(before: ModelView, after: ModelView): Comparison {
  const sides: Sides = { before, after };
  const elements = changedElements(sides);
  const changed = new Map(elements.map((one) => [one.id, one]));
  const displacements = new Displacements(sides);
  const found: PlainRow[] = [];
  for (const [done, one] of elements.entries()) {
    checkpoint({ done, total: elements.length, doing: 'measuring changes' });
    const row = rowOf({ sides, changed, displacements }, one);
    if (row !== null) found.push(row);
  }
  const plain = withKnownCauses(found);
  const texts = sentencesOf(plain, after.kinds);
  const rows: ComparisonRow[] = [];
  for (const row of plain) rows.push({ ...row, text: texts.get(row.id) ?? '' });
  return { counts: countsOf(rows), rows };
}

/** The rows without causes that have no row themselves, because nothing that answers show differs in them. */
function withKnownCauses(rows: readonly PlainRow[]): readonly PlainRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  const known: PlainRow[] = [];
  for (const row of rows) {
    known.push(row.cause === null || ids.has(row.cause) ? row : { ...row, cause: null });
  }
  return known;
}

type Context = {
  readonly sides: Sides;
  readonly changed: ReadonlyMap<string, ChangedElement>;
  readonly displacements: Displacements;
};

/** The row of an element; null if nothing that answers show differs. */
function rowOf({ sides, changed, displacements }: Context, one: ChangedElement): PlainRow | null {
  const { before, after } = sides;
  const params = changedParamsOf(sides, one);
  const isOnBoth = one.was !== undefined && one.is !== undefined;
  const isShaped = isOnBoth ? !one.direct || !hasSameGeometry(sides, one.is) : hasPlace(sides, one);
  if (isOnBoth && params.length === 0 && !isShaped) return null;
  const moved = isOnBoth ? distanceOf(displacements.of(one.id)) : null;
  const [view, element] = one.is === undefined ? [before, one.was] : [after, one.is];
  return {
    id: one.id,
    kind: element.kind,
    category: view.kinds.of(element).category,
    name: 'name' in element.params ? element.params.name : null,
    ...levelIn(view, element),
    change: isOnBoth
      ? moved === null
        ? 'modified'
        : 'moved'
      : one.is === undefined
        ? 'deleted'
        : 'created',
    cause: causeOf(sides, one, changed),
    geometry: isShaped,
    data: isOnBoth ? hasData(params, element, after) : true,
    ...(moved === null ? {} : { moved_mm: moved }),
    params,
    measures: measuresOf(sides, one, moved !== null),
    box_before: boxOf(before, one.was),
    box_after: boxOf(after, one.is),
  };
}

function distanceOf(by: Omit<Displacement, 'distance'> | null): Displacement | null {
  if (by === null) return null;
  const { x, y, z } = by;
  return x === 0 && y === 0 && z === 0 ? null : { x, y, z, distance: toGrid(Math.hypot(x, y, z)) };
}

function hasData(params: readonly ChangedParam[], element: Element, view: ModelView): boolean {
  return params.some(({ name, from, to }) => isData(name, [from, to], element, view));
}

function hasPlace({ before, after }: Sides, { was, is }: ChangedElement): boolean {
  return boxOf(before, was) !== null || boxOf(after, is) !== null;
}

function boxOf(view: ModelView, element: Element | undefined): BoxMm | null {
  return element === undefined ? null : builtOrNull(() => view.bounds(element.id));
}

function levelIn(
  view: ModelView,
  element: Element,
): Pick<ComparisonRow, 'level_id' | 'level_name'> {
  const level_id = element.kind === levelKind.kind ? element.id : view.levelOf(element.id);
  const level = level_id === null ? undefined : view.elementOf(level_id, 'level');
  return { level_id: level?.id ?? null, level_name: level?.params.name ?? null };
}

function measuresOf(
  sides: Sides,
  one: ChangedElement,
  isMoved: boolean,
): readonly ChangedMeasure[] {
  const { id, was, is } = one;
  if (isMoved && builtOrNull(() => hasOneSize(sides, id)) === true) return [];
  const before = was === undefined ? null : builtOrNull(() => sides.before.measures(id));
  const after = is === undefined ? null : builtOrNull(() => sides.after.measures(id));
  return QUANTITIES.flatMap((name): readonly ChangedMeasure[] => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null];
    if (from === to) return [];
    if (from === null || to === null) {
      return [{ name, ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }];
    }
    const isNoise = isMoved && Math.abs(to - from) <= SAME_MEASURE * Math.max(from, to);
    return isNoise ? [] : [{ name, from, to }];
  });
}
