/** @module table: the elements of a kind with their parameters and quantities, a page at a time. */
import type { AnyKind } from '../../../kernel/building/kinds/kind.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Field } from '../../../kernel/documents/schedules/field.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { shownCell } from '../elements/shown-values.ts';
import { columnsOf, sortedElements, sortFields } from '../elements/table-rows.ts';
import { ASKS, type Asked } from '../protocol/asks.ts';
import { nameOf } from '../shapes/part-bytes.ts';
import { jsonAnswer } from './answer.ts';

/** Number of rows of a page. */
const PAGE = 200;

/** A page of a table. Refuses INVALID_ARGUMENT for an unknown kind, column or cursor, and LEVEL_NOT_FOUND. */
export const tableAnswer = jsonAnswer('table', ASKS.table, async (asked, looking) => {
  const { shown, view } = await looking.at(asked.at);
  const kind = kindOf(asked.kind, view);
  const { level_id = null } = asked;
  if (level_id !== null && view.elementOf(level_id, 'level') === undefined) {
    throw new Refusal('LEVEL_NOT_FOUND', `no level \`${level_id}\``, 'choose one of the storeys');
  }
  const order = { level_id, sort: sortOf(kind, asked), descending: asked.descending };
  const elements = sortedElements(kind, order, view);
  const from = placeOf(asked.cursor);
  const columns = columnsOf(kind);
  const next = from + PAGE;
  return {
    at: shown,
    kind: kind.kind,
    columns: columns.map(({ key, title, unit }) => ({ name: key, label: title, unit: unit ?? '' })),
    rows: elements.slice(from, next).map((element) => {
      const level = view.levelOf(element.id);
      return {
        id: element.id,
        name: nameOf(element),
        level: level === null ? null : (view.elementOf(level, 'level')?.params.name ?? null),
        cells: columns.map((field) => plainCell(shownCell(field, element, view))),
      };
    }),
    total: elements.length,
    next: next < elements.length ? String(next) : null,
  };
});

function plainCell(value: string | number | boolean | null): string | number | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value;
}

function kindOf(name: string, { kinds }: BuildingView): AnyKind {
  const found = kinds.all.find(({ kind }) => kind === name);
  if (found !== undefined) return found;
  const known = kinds.all.map(({ kind }) => kind).join(', ');
  throw new Refusal('INVALID_ARGUMENT', `no kind \`${name}\``, `choose one of ${known}`);
}

function sortOf(kind: AnyKind, { sort }: Pick<Asked<'table'>, 'sort'>): Field | null {
  if (sort === undefined) return null;
  const fields = sortFields(kind);
  const found = fields.get(sort);
  if (found !== undefined) return found;
  const known = [...fields.keys()].join(', ');
  throw new Refusal('INVALID_ARGUMENT', `no column \`${sort}\``, `choose one of ${known}`);
}

/** The first row of a page. */
function placeOf(cursor = '0'): number {
  if (/^\d{1,9}$/u.test(cursor)) return Number(cursor);
  throw new Refusal('INVALID_ARGUMENT', `invalid cursor \`${cursor}\``, 'load the table again');
}
