/** @module match: the lines of a list that price an element, and why an element or a part of it is not priced. */
import type { Element } from '../../building/kinds/elements.ts';
import { conditionHolds } from '../../building/model/condition.ts';
import type { ModelView } from '../../building/model/view.ts';
import { thousandthsOf } from '../schedules/exact.ts';
import { comparedValue } from '../schedules/grouping.ts';
import { type MaterialPart, materialParts } from '../schedules/layer-parts.ts';
import { type BoundLine, fieldReader, testedValue } from './bound-line.ts';
import { type Decimal, dividedByTen, times } from './decimal.ts';
import { type LineIndex, linesFor } from './line-index.ts';
import { resultName } from './list.ts';

/** An element, or its part in one material, with its quantity and result in a line. */
export type Counted = {
  readonly line: BoundLine;
  readonly element: Element;
  readonly material: string | null;
  /** In the unit of the line. */
  readonly quantity: Decimal;
  readonly amount: Decimal;
};

/** Why elements are not in a sum. */
export type Reason = 'unmatched' | 'ambiguous' | 'no_quantity';

/** An element that is not in the sum of a result. */
export type LeftOut = {
  readonly reason: Reason;
  readonly result: string;
  readonly element: Element;
  readonly material: string | null;
  /** Lines that exclude each other, or the line whose quantity the element does not have. */
  readonly lines: readonly string[];
};

export type Matched = {
  readonly counted: readonly Counted[];
  readonly left_out: readonly LeftOut[];
};

type Candidate = { readonly line: BoundLine; readonly part: MaterialPart | null };

/**
 * Matches an element with the lines of its kind. For each result, work and quantity, an element has at most one line
 * for the whole element, or at most one line for each of its materials: other candidates are ambiguous and none of them
 * is counted. An element without any line for a result is unmatched; if it has lines only for some of its materials, the
 * other materials are.
 *
 * @param index the lines of the kind of the element
 * @param results names of all results of the list
 */
export function matched(
  element: Element,
  { index, results }: { readonly index: LineIndex; readonly results: readonly string[] },
  view: ModelView,
): Matched {
  const read = fieldReader(element, view);
  const fits = ({ tests }: BoundLine, material: string | null): boolean =>
    tests.every(({ field, op, value }) =>
      conditionHolds({ op, value }, comparedValue(testedValue(field, material, read), field)),
    );
  const lines = linesFor(index, read);
  const parts = lines.some(({ by_material }) => by_material) ? materialParts(element, view) : [];
  const shares: readonly (MaterialPart | null)[] = parts.length === 0 ? [null] : parts;
  const candidates = lines.flatMap((line): readonly Candidate[] => {
    if (!line.by_material) return fits(line, null) ? [{ line, part: null }] : [];
    return shares
      .filter((part) => fits(line, part?.material ?? null))
      .map((part) => ({ line, part }));
  });
  const made = results.map((result) => {
    const own = candidates.filter(({ line }) => resultName(line.result) === result);
    const chosen = chosenOf(own, result, element);
    const counted = chosen.candidates.map((one) => countedOf(one, element, read));
    return {
      counted: counted.flatMap((one) => ('amount' in one ? [one] : [])),
      left_out: [
        ...unmatchedOf(own, { result, element, parts }),
        ...chosen.left_out,
        ...counted.flatMap((one) => ('amount' in one ? [] : [one])),
      ],
    };
  });
  return {
    counted: made.flatMap(({ counted }) => counted),
    left_out: made.flatMap(({ left_out }) => left_out),
  };
}

function unmatchedOf(
  candidates: readonly Candidate[],
  {
    result,
    element,
    parts,
  }: {
    readonly result: string;
    readonly element: Element;
    readonly parts: readonly MaterialPart[];
  },
): readonly LeftOut[] {
  const of = (material: string | null): LeftOut => ({
    reason: 'unmatched',
    result,
    element,
    material,
    lines: [],
  });
  if (candidates.length === 0) return [of(null)];
  if (candidates.some(({ line }) => !line.by_material)) return [];
  const found = new Set(candidates.map(({ part }) => part?.material ?? null));
  return parts.flatMap(({ material }) => (found.has(material) ? [] : [of(material)]));
}

/** The candidates of one result that exclude no other, and the ambiguous ones. */
function chosenOf(
  candidates: readonly Candidate[],
  result: string,
  element: Element,
): { readonly candidates: readonly Candidate[]; readonly left_out: readonly LeftOut[] } {
  const groups = new Map<string, Candidate[]>();
  for (const one of candidates) {
    const key = JSON.stringify([one.line.work, one.line.quantity]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const chosen: Candidate[] = [];
  const left_out: LeftOut[] = [];
  for (const group of groups.values()) {
    const whole = group.some(({ line }) => !line.by_material);
    const sharing = new Map<string | null, Candidate[]>();
    for (const one of group) {
      const key = whole ? null : (one.part?.material ?? null);
      sharing.set(key, [...(sharing.get(key) ?? []), one]);
    }
    for (const [material, alike] of sharing) {
      if (alike.length === 1) {
        chosen.push(...alike);
        continue;
      }
      const lines = [...new Set(alike.map(({ line }) => line.id))];
      left_out.push({ reason: 'ambiguous', result, element, material, lines });
    }
  }
  return { candidates: chosen, left_out };
}

/** The quantity and result of a candidate; left out if the element does not have the quantity. */
function countedOf(
  { line, part }: Candidate,
  element: Element,
  read: ReturnType<typeof fieldReader>,
): Counted | LeftOut {
  const material = part?.material ?? null;
  const quantity = quantityOf({ line, part }, read);
  return quantity === null
    ? {
        reason: 'no_quantity',
        result: resultName(line.result),
        element,
        material,
        lines: [line.id],
      }
    : { line, element, material, quantity, amount: times(quantity, line.value) };
}

/** The quantity in the unit of the line; null if the element has none. */
function quantityOf(
  { line, part }: Candidate,
  read: ReturnType<typeof fieldReader>,
): Decimal | null {
  const { measure, density, unit } = line;
  if (measure === null) return { digits: 1n, scale: 0 };
  const value = partValue(measure.key, part) ?? read(measure);
  if (typeof value !== 'number') return null;
  // Stored values are whole thousandths; divisors are powers of ten.
  const stored: Decimal = { digits: thousandthsOf(value), scale: 3 };
  const measured = dividedByTen(stored, Math.round(Math.log10(measure.per)));
  const quantity = density === null ? measured : times(measured, density);
  return unit === 't' ? dividedByTen(quantity, 3) : quantity;
}

function partValue(key: string, part: MaterialPart | null): number | null {
  if (part === null) return null;
  if (key === 'volume_m3') return part.volume_mm3;
  return key === 'gross_volume_m3' ? part.gross_volume_mm3 : null;
}
