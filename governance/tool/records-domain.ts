/** @module records-domain: the domain of a server whose runs create records and change nothing else. */
import type { Place, Sight } from '../../schemas/sight.ts';
import type { Domain, Effect } from './domain.ts';

/** The view of such a server, and the views that replace it for agents with a restricted READ permission. */
export type RecordsParts<View> = {
  readonly view: View;
  /** The view for an agent whose READ is restricted by branches alone. */
  readonly branches: View;
  /** The view for an agent whose READ is restricted to places that do not include these records. */
  readonly hidden: View;
  /** Category of the records, as a scope may name it. */
  readonly category: string;
};

/** A domain with the same views on every branch; events of runs are records and touch no element. */
export function recordsDomain<View>(parts: RecordsParts<View>): Domain<View> {
  const { view, branches, hidden, category } = parts;
  const place: Place = { category, levels: [], boxes: [] };
  const effect = (after: View): Effect<View> => ({
    after,
    touches: [],
    changes: [],
    carried: [],
    regenerated: [],
    results: () => [],
    picture: async () => await Promise.resolve(null),
    expected: () => ({}),
    losses: async () => await Promise.resolve([]),
    warnings: [],
    withNames: (warnings) => warnings,
  });
  const seenBy = (whole: View, sight: Sight | null): View => {
    if (sight === null) return whole;
    if (sight.place === null) return branches;
    return sight.place(place) ? whole : hidden;
  };
  return {
    catchUp: async () => await Promise.resolve(),
    unapplied: () => null,
    view: () => view,
    callerView: (whole, sight) => ({
      whole,
      view: seenBy(whole, sight),
      concealment: () => null,
      names: () => async () => await Promise.resolve(null),
      resolve: async (_input, given) => await Promise.resolve(given),
    }),
    versions: () => ({ branch_seq: 0, of: () => 0 }),
    complete: (plan) => plan,
    openImports: async () => await Promise.resolve({ [Symbol.dispose]: () => undefined }),
    effect: (on) => effect(on.whole),
    readBack: () => [],
  };
}
