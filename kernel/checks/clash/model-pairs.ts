/** @module model pairs: the models that the elements of a clash belong to: the building or one of its references. */
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';

/**
 * Pairs of models. `own`: both elements are of the building. `mixed`: one is of the building, the other of a reference.
 * `references`: they are of two references. Two elements of one reference are never compared: its clashes are the
 * concern of its author.
 */
export const MODEL_PAIRS = ['own', 'mixed', 'references'] as const;
export type ModelPair = (typeof MODEL_PAIRS)[number];

/** The clashes between two models, or within the building. */
type ModelPairCount = {
  readonly pair: ModelPair;
  /** `building`, or the file name of a reference; its import id if the name is not visible. One name for `own`. */
  readonly models: readonly string[];
  readonly count: number;
};

type References = Pick<ModelView, 'references' | 'referenceOf'>;

/** The pair of models of two elements, by their ids; null for two elements of one reference. */
export function modelPairOf(view: References, a: string, b: string): ModelPair | null {
  const [one, other] = [view.referenceOf(a), view.referenceOf(b)];
  if (one === null && other === null) return 'own';
  if (one === null || other === null) return 'mixed';
  return one.import_id === other.import_id ? null : 'references';
}

/** Whether an element can be in one of these pairs of models. */
export function isInModelPair(view: References, id: string, pairs: readonly ModelPair[]): boolean {
  if (pairs.includes('mixed') || pairs.length > 1) return true;
  return pairs.includes(view.referenceOf(id) === null ? 'own' : 'references');
}

/**
 * Counts findings by the two models of their elements: first those of the building, then in the order of the
 * references. Only models with findings are listed; empty if the branch has no reference.
 */
export function countByModels(
  findings: readonly Finding[],
  view: References,
): readonly ModelPairCount[] {
  const references = view.references();
  if (references.length === 0) return [];
  const places = new Map(references.map(({ import_id }, i) => [import_id, i + 1]));
  const placeOf = (id: string): number => places.get(view.referenceOf(id)?.import_id ?? '') ?? 0;
  const counts = new Map<number, number>();
  const models = references.length + 1;
  for (const { element_ids } of findings) {
    const [first = 0, second = first] = element_ids.map(placeOf).toSorted((a, b) => a - b);
    const key = first * models + second;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const names = ['building', ...references.map(({ name, import_id }) => name ?? import_id)];
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  return sorted.map(([key, count]) => {
    const [first, second] = [Math.floor(key / models), key % models];
    const named = [...new Set([first, second])].flatMap((place) => names[place] ?? []);
    return {
      pair: second === 0 ? 'own' : first === 0 ? 'mixed' : 'references',
      models: named,
      count,
    };
  });
}
