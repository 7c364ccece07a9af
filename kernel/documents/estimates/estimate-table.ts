/** @module estimate table: an estimate as a table whose lines state elements, quantity, factor, source and result. */
import type { ModelView } from '../../building/model/view.ts';
import { guidOf } from '../ifc/guid.ts';
import type { Cell, Column, Group, Row, Table } from '../schedules/table.ts';
import { type Decimal, isPrintable, roundedNumber, textOf } from './decimal.ts';
import type { Estimate, LineSum, ResultSum } from './estimate.ts';
import type { Counted, LeftOut } from './match.ts';

/** One row per line of the list and group, or one per element and line. */
export type RowsOf = 'lines' | 'elements';

/** Decimals of printed results and quantities; sums add exact values and are rounded once. */
const DECIMALS = { amount: 2, quantity: 3 } as const;
/** Maximum number of characters of the ids in one cell; spreadsheets cut longer texts. */
const IDS_CHARS = 30_000;
/** The value of the grouping for rows of elements that are in no sum. */
const LEFT_OUT = 'left out';

const NOTES: readonly string[] = [
  'results of different currencies, units and stages are not added',
  'a sum adds the exact results and is rounded once, so it can differ in the last digit from the sum of the rounded rows',
  'rows whose status is not counted are in no sum',
];

function columnOf(key: string, title: string, more: Partial<Column> = {}): Column {
  return { key, title, type: 'text', unit: null, decimals: null, summed: false, ...more };
}

const HEAD: readonly Column[] = [
  columnOf('result', 'Result'),
  columnOf('group_value', 'Group'),
  columnOf('line', 'Line'),
  columnOf('text', 'Text'),
];
const FIGURES: readonly Column[] = [
  columnOf('quantity_of', 'Quantity of'),
  columnOf('quantity', 'Quantity', { type: 'number', decimals: DECIMALS.quantity }),
  columnOf('unit', 'Unit'),
  columnOf('value', 'Value per unit', { type: 'number' }),
  columnOf('amount', 'Amount', { type: 'number', decimals: DECIMALS.amount, summed: true }),
  columnOf('result_unit', 'Unit of the amount'),
  columnOf('stage', 'Stage'),
  columnOf('density_kg_m3', 'Density (kg/m³)', { type: 'number' }),
  columnOf('source', 'Source'),
  columnOf('edition', 'Edition'),
  columnOf('status', 'Status'),
];
const OF_LINES: readonly Column[] = [
  columnOf('elements', 'Elements', { type: 'integer' }),
  columnOf('element_ids', 'Element ids'),
];
const OF_ELEMENTS: readonly Column[] = [
  columnOf('material', 'Material'),
  columnOf('element_id', 'Element id'),
  columnOf('ifc_guid', 'IFC GUID'),
];

/** Whether all figures of an estimate have at most 15 digits, so that they are printed exactly. */
export function isExact({ results }: Estimate): boolean {
  return results.every(
    ({ amount, groups }) =>
      isPrintable(amount, DECIMALS.amount) &&
      groups.every(
        (group) =>
          isPrintable(group.amount, DECIMALS.amount) &&
          group.lines.every(({ counted, ...sum }) => [sum, ...counted].every(isExactFigure)),
      ),
  );
}

function isExactFigure({
  quantity,
  amount,
}: {
  readonly quantity: Decimal;
  readonly amount: Decimal;
}): boolean {
  return isPrintable(quantity, DECIMALS.quantity) && isPrintable(amount, DECIMALS.amount);
}

/** The table of an estimate, grouped by result and group. */
export function estimateTable(
  { results }: Estimate,
  { title, rows }: { readonly title: string; readonly rows: RowsOf },
  view: ModelView,
): Table {
  const columns = [...HEAD, ...FIGURES, ...(rows === 'lines' ? OF_LINES : OF_ELEMENTS)];
  const groups = results.map((result) => resultGroup(result, { columns, rows }, view));
  const [only] = groups;
  return {
    title,
    head: { branch: view.branch, seq: view.position(view.seq) },
    columns,
    groups,
    rows: [],
    count: elementsIn(groups.flatMap(({ groups: inner }) => inner.flatMap((one) => one.rows))),
    totals: groups.length === 1 && only !== undefined ? only.totals : columns.map(() => null),
    warnings: [],
    notes: NOTES,
  };
}

type Shape = { readonly columns: readonly Column[]; readonly rows: RowsOf };

function resultGroup(sum: ResultSum, shape: Shape, view: ModelView): Group {
  const { columns, rows } = shape;
  const groups = sum.groups.map((group): Group => {
    const cells = (line: LineSum): readonly Row[] =>
      rows === 'lines'
        ? [lineRow(sum.result, group.value, line)]
        : line.counted.map((one) => elementRow(sum.result, group.value, one, view));
    return groupOf(group.lines.flatMap(cells), {
      index: 1,
      value: group.value,
      totals: totalsOf(group.amount, columns),
    });
  });
  const missing = leftOutRows(sum, rows, view);
  if (missing.length > 0) {
    groups.push(groupOf(missing, { index: 1, value: LEFT_OUT, totals: columns.map(() => null) }));
  }
  return {
    column: 0,
    value: sum.result,
    groups,
    rows: [],
    count: elementsIn(groups.flatMap((group) => group.rows)),
    totals: totalsOf(sum.amount, columns),
  };
}

function groupOf(
  rows: readonly Row[],
  {
    index,
    value,
    totals,
  }: { readonly index: number; readonly value: Cell; readonly totals: readonly Cell[] },
): Group {
  return { column: index, value, groups: [], rows, count: elementsIn(rows), totals };
}

function elementsIn(rows: readonly Row[]): number {
  return new Set(rows.flatMap(({ element_ids }) => element_ids)).size;
}

function totalsOf(amount: Decimal, columns: readonly Column[]): readonly Cell[] {
  return columns.map(({ key }) =>
    key === 'amount' ? roundedNumber(amount, DECIMALS.amount) : null,
  );
}

function figures(
  { line }: Pick<LineSum, 'line'>,
  quantity: Decimal,
  amount: Decimal,
): readonly Cell[] {
  return [
    line.quantity,
    roundedNumber(quantity, DECIMALS.quantity),
    line.unit,
    Number(textOf(line.value)),
    roundedNumber(amount, DECIMALS.amount),
    line.result.unit,
    line.result.stage,
    line.density === null ? null : Number(textOf(line.density)),
    line.source,
    line.edition,
    'counted',
  ];
}

function lineRow(result: string, group: Cell, sum: LineSum): Row {
  const { line, counted, quantity, amount } = sum;
  const ids = [...new Set(counted.map(({ element }) => element.id))];
  return {
    element_ids: ids,
    cells: [
      result,
      group,
      line.id,
      line.text,
      ...figures(sum, quantity, amount),
      ids.length,
      idsText(ids),
    ],
  };
}

function elementRow(result: string, group: Cell, counted: Counted, view: ModelView): Row {
  const { line, element, material, quantity, amount } = counted;
  return {
    element_ids: [element.id],
    cells: [
      result,
      group,
      line.id,
      line.text,
      ...figures(counted, quantity, amount),
      material,
      element.id,
      guidOf(element.id, view),
    ],
  };
}

/** Ids with spaces between them, cut at a whole id. */
function idsText(ids: readonly string[]): string {
  const all = ids.join(' ');
  if (all.length <= IDS_CHARS) return all;
  return `${all.slice(0, all.lastIndexOf(' ', IDS_CHARS))} … (one row per element lists all)`;
}

/** Elements that are left out for the same reason, of one category and material, and the same lines. */
export type LeftOutGroup = Omit<LeftOut, 'element'> & {
  readonly category: string;
  readonly element_ids: readonly string[];
};

/** Groups elements that are left out; in the order of the first element of each group. */
export function leftOutGroups(
  left_out: readonly LeftOut[],
  view: ModelView,
): readonly LeftOutGroup[] {
  const groups = new Map<string, LeftOutGroup & { readonly element_ids: string[] }>();
  for (const { element, ...why } of left_out) {
    const { category } = view.kinds.of(element);
    const key = JSON.stringify([why.result, why.reason, category, why.material, why.lines]);
    const group = groups.get(key) ?? { ...why, category, element_ids: [] };
    groups.set(key, group);
    group.element_ids.push(element.id);
  }
  return [...groups.values()];
}

function leftOutRows(
  { result, left_out }: ResultSum,
  rows: RowsOf,
  view: ModelView,
): readonly Row[] {
  return leftOutGroups(left_out, view).flatMap(
    ({ reason, category, material, lines, element_ids }): readonly Row[] => {
      const text = material === null ? category : `${category}: ${material}`;
      const head: readonly Cell[] = [
        result,
        LEFT_OUT,
        lines.length === 0 ? null : lines.join(' '),
        text,
        ...FIGURES.map(({ key }) => (key === 'status' ? reason : null)),
      ];
      return rows === 'lines'
        ? [{ element_ids, cells: [...head, element_ids.length, idsText(element_ids)] }]
        : element_ids.map((id) => ({
            element_ids: [id],
            cells: [...head, material, id, guidOf(id, view)],
          }));
    },
  );
}
