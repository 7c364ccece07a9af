/** @module scorecard: how much of a file became editable, by class and reason. */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import type { Recognised } from './recognise.ts';

/** Numbers of products of one class by outcome. */
export type ClassScore = {
  readonly parametric: number;
  readonly body: number;
  readonly data_only: number;
  readonly refused: number;
};

/** Products of a class that have the same outcome for the same reason. */
export type Reason = {
  readonly class: string;
  readonly outcome: 'body' | 'data_only' | 'refused';
  readonly reason: string;
  readonly count: number;
};

/** Counts per class in order of name, and the reasons, the most frequent first. */
export type Scorecard = {
  readonly classes: Readonly<Record<string, ClassScore>>;
  readonly reasons: readonly Reason[];
};

const NOTHING: ClassScore = { parametric: 0, body: 0, data_only: 0, refused: 0 };

/** The scorecard of recognised products. */
export function scorecardOf(products: readonly Recognised[]): Scorecard {
  const classes = new Map<string, ClassScore>();
  const reasons = new Map<string, Reason>();
  for (const { product, outcome, reason } of products) {
    const score = classes.get(product.class) ?? NOTHING;
    classes.set(product.class, { ...score, [outcome]: score[outcome] + 1 });
    if (outcome === 'parametric') continue;
    const text = reason ?? '';
    const key = `${product.class}\n${outcome}\n${text}`;
    const known = reasons.get(key);
    const count = (known?.count ?? 0) + 1;
    reasons.set(key, { class: product.class, outcome, reason: text, count });
  }
  return {
    classes: Object.fromEntries([...classes].toSorted(([a], [b]) => compareText(a, b))),
    reasons: [...reasons.values()].toSorted(
      (a, b) =>
        b.count - a.count || compareText(a.class, b.class) || compareText(a.reason, b.reason),
    ),
  };
}
