/** @module rows: the changes in an answer as rows of the list of changes. */
import type { ChangedParam, ChangeRow } from '../../../servers/view/protocol/changes.ts';
import { type Fields, fieldsOf, lineOf, listIn, numberIn, textIn } from './fields.ts';
import { PREVIEW_STRINGS } from './strings.ts';

const words = PREVIEW_STRINGS;

/** A changed element. */
export type PreviewRow = ChangeRow;

/** The cause of an element that follows from others: the answer does not name it. */
export const UNKNOWN = '';

/** Results by measure: label, factor to the unit that is shown, and this unit. */
const MEASURES = [
  ['length_mm', words.length, 1, 'mm'],
  ['area_mm2', words.area, 1e-6, 'm²'],
  ['volume_mm3', words.volume, 1e-9, 'm³'],
] as const;

/** The rows of a `diff`: deleted, modified and created elements, and then what follows from them. */
export function rowsOf(diff: Fields): readonly PreviewRow[] {
  const results = new Map(
    listIn(diff, 'results').map((one) => {
      const result = fieldsOf(one);
      return [textIn(result, 'id'), result];
    }),
  );
  const changes = (['deleted', 'modified', 'created'] as const).flatMap((change) =>
    listIn(diff, change).map((one) => {
      const fields = fieldsOf(one);
      const result = results.get(textIn(fields, 'id')) ?? {};
      return rowOf(change, { row: fields, result, cause: textIn(fields, 'cascade_of') || null });
    }),
  );
  const named = new Set(changes.map(({ id }) => id));
  const following = [...results.values()]
    .filter((result) => result['change'] === 'follows' && !named.has(textIn(result, 'id')))
    .map((result) => rowOf('modified', { row: result, result, cause: UNKNOWN }));
  return [...changes, ...following].filter(({ id }) => id !== '');
}

type RowParts = { readonly row: Fields; readonly result: Fields; readonly cause: string | null };

function rowOf(
  change: 'created' | 'modified' | 'deleted',
  { row, result, cause }: RowParts,
): PreviewRow {
  const given = fieldsOf(row['params']);
  const name = textIn(row, 'name') || textIn(given, 'name') || textIn(result, 'name');
  const measures = measuresOf(result, change);
  return {
    id: textIn(row, 'id'),
    kind: textIn(row, 'kind'),
    name: name === '' ? null : name,
    level_id: textIn(row, 'level_id') || null,
    change,
    cause,
    geometry: measures.length > 0 || result['moved'] !== undefined,
    data: true,
    text: textOf(cause ?? '', fieldsOf(result['moved'])),
    params: [
      ...measures,
      ...Object.entries(given).map(([label, value]) => param(label, value, change)),
    ],
    box_before: null,
    box_after: null,
    by: null,
  };
}

function textOf(cause: string, moved: Fields): string {
  if (cause !== '') return words.deletedWith(cause);
  const [x, y, z] = [numberIn(moved, 'x'), numberIn(moved, 'y'), numberIn(moved, 'z')];
  return x === 0 && y === 0 && z === 0 ? '' : words.moved(x, y, z);
}

/** A parameter: of a created element its value, of a modified one both values. */
function param(label: string, value: unknown, change: ChangeRow['change']): ChangedParam {
  const { from, to } = change === 'modified' ? fieldsOf(value) : { from: null, to: value };
  return { label, from: lineOf(from), to: lineOf(to), unit: '' };
}

function measuresOf(result: Fields, change: ChangeRow['change']): readonly ChangedParam[] {
  return MEASURES.flatMap(([member, label, factor, unit]) => {
    const { from, to } = fieldsOf(result[member]);
    if (typeof to !== 'number') return [];
    const text = (number: unknown): string =>
      typeof number === 'number' ? words.number(number * factor) : '';
    return [{ label, from: change === 'modified' ? text(from) : '', to: text(to), unit }];
  });
}
