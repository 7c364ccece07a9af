/** @module estimate: prices or emissions of the elements of a view by the lines of a list, with everything left out. */
import { compareNatural } from '../../base/text/natural-order.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Element } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Field } from '../schedules/field.ts';
import type { Cell } from '../schedules/table.ts';
import { isMeasured } from '../schedules/take-off.ts';
import type { BoundLine } from './bound-line.ts';
import { type Decimal, plus, ZERO } from './decimal.ts';
import { lineIndex } from './line-index.ts';
import { resultName } from './list.ts';
import { type Counted, type LeftOut, matched } from './match.ts';

/** The elements of a group that a line counts. */
export type LineSum = {
  readonly line: BoundLine;
  readonly counted: readonly Counted[];
  readonly quantity: Decimal;
  readonly amount: Decimal;
};

/** The lines of elements with an equal value of the grouping. */
export type GroupSum = {
  readonly value: Cell;
  readonly lines: readonly LineSum[];
  readonly amount: Decimal;
};

/** The sum of one result: a currency, or emissions of one stage. Different results are never added. */
export type ResultSum = {
  readonly result: string;
  readonly groups: readonly GroupSum[];
  readonly amount: Decimal;
  readonly left_out: readonly LeftOut[];
};

export type Estimate = {
  readonly results: readonly ResultSum[];
  /** Number of elements that a line could price: those of measured kinds and of the kinds that lines name. */
  readonly elements: number;
  /** Ids of lines that count no element, in the order of the list. */
  readonly unused: readonly string[];
};

/** By what sums are grouped: a field of elements, or the cost group of lines. */
export type Grouping = Field | 'cost_group';

/** The lines of kinds that the list does not name. */
const NONE = lineIndex([]);
/** Elements between two checkpoints. */
const STEP = 20;

type Sum = {
  readonly result: string;
  readonly value: Cell;
  readonly rank: number | null;
  readonly lines: Map<string, Counted[]>;
};

/**
 * Estimates all elements of a view. Elements, groups and lines have an order that depends only on the view and the list.
 */
export function estimate(
  view: ModelView,
  lines: readonly BoundLine[],
  grouping: Grouping,
): Estimate {
  const results = [...new Set(lines.map(({ result }) => resultName(result)))].toSorted(
    compareNatural,
  );
  const byKind = new Map(
    [...Map.groupBy(lines, ({ kind }) => kind.kind)].map(([kind, own]) => [kind, lineIndex(own)]),
  );
  const kinds = new Set([
    ...byKind.keys(),
    ...view.kinds.all.filter(isMeasured).map(({ kind }) => kind),
  ]);
  const total = view.kinds.all.reduce(
    (sum, { kind }) => sum + (kinds.has(kind) ? view.count(kind) : 0),
    0,
  );
  const sums = new Map<string, Sum>();
  const left_out: LeftOut[] = [];
  let done = 0;
  for (const element of view.elements()) {
    if (!kinds.has(element.kind)) continue;
    if (done % STEP === 0) checkpoint({ done, total, doing: 'estimate' });
    done += 1;
    const own = { index: byKind.get(element.kind) ?? NONE, results };
    const found = matched(element, own, view);
    left_out.push(...found.left_out);
    for (const counted of found.counted) add(counted, { sums, grouping }, view);
  }
  const used = new Set<string>();
  for (const sum of sums.values()) for (const id of sum.lines.keys()) used.add(id);
  const all = [...sums.values()].toSorted(compareSums);
  return {
    results: results.map((result) => {
      const groups = all.filter((sum) => sum.result === result).map(groupOf);
      return {
        result,
        groups,
        amount: added(groups.map(({ amount }) => amount)),
        left_out: left_out.filter((one) => one.result === result),
      };
    }),
    elements: done,
    unused: lines.flatMap(({ id }) => (used.has(id) ? [] : [id])),
  };
}

function add(
  counted: Counted,
  { sums, grouping }: { readonly sums: Map<string, Sum>; readonly grouping: Grouping },
  view: ModelView,
): void {
  const { line, element } = counted;
  const [value, rank] = groupValue(counted, grouping, element, view);
  const result = resultName(line.result);
  const key = JSON.stringify([result, value]);
  const sum = sums.get(key) ?? { result, value, rank, lines: new Map<string, Counted[]>() };
  sums.set(key, sum);
  const before = sum.lines.get(line.id);
  if (before === undefined) sum.lines.set(line.id, [counted]);
  else before.push(counted);
}

function groupValue(
  { line, material }: Counted,
  grouping: Grouping,
  element: Element,
  view: ModelView,
): readonly [Cell, number | null] {
  if (grouping === 'cost_group') return [line.cost_group, null];
  if (grouping.key === 'material' && material !== null) return [material, null];
  return [grouping.read(element, view), grouping.rank?.(element, view) ?? null];
}

/** Groups with a rank by it, others in natural order; a missing value comes last. */
function compareSums(a: Sum, b: Sum): number {
  if (a.rank !== null && b.rank !== null && a.rank !== b.rank) return a.rank - b.rank;
  const missing = Number(a.value === null) - Number(b.value === null);
  return missing === 0 ? compareNatural(String(a.value), String(b.value)) : missing;
}

/** The lines of a group in the order of the list. */
function groupOf({ value, lines: own }: Sum): GroupSum {
  const lines = [...own.values()]
    .flatMap((counted): readonly LineSum[] => {
      const [first] = counted;
      if (first === undefined) return [];
      const quantity = added(counted.map((one) => one.quantity));
      const amount = added(counted.map((one) => one.amount));
      return [{ line: first.line, counted, quantity, amount }];
    })
    .toSorted((a, b) => a.line.line - b.line.line);
  return { value, lines, amount: added(lines.map(({ amount }) => amount)) };
}

function added(all: readonly Decimal[]): Decimal {
  return all.reduce(plus, ZERO);
}
