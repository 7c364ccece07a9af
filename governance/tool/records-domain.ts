/** @module records-domain: the governed thing of a server whose runs leave records and change nothing. */
import { atOnce } from '../../kernel/findings/steps.ts';
import type { Domain, Effect, Place } from './domain.ts';

/** What such a server works on, and what is left of it for an agent that may not see every place. */
export type RecordsParts<View> = {
  readonly view: View;
  /** The view for an agent whose READ is restricted by branches alone. */
  readonly branches: View;
  /** The view for an agent that has READ only for places that are not these records. */
  readonly hidden: View;
  /** Category of the records, as a scope may name it. */
  readonly category: string;
};

/** A domain with the same views on every branch; events of runs are records and touch nothing that could be shown. */
export function recordsDomain<View>(parts: RecordsParts<View>): Domain<View> {
  const { view, branches, hidden, category } = parts;
  const place: Place = { category, levels: [], boxes: [] };
  return {
    catchUp: async () => await Promise.resolve(),
    unapplied: () => null,
    view: () => view,
    restricted: (whole, sight) => {
      if (sight.place === null) return branches;
      return sight.place(place) ? whole : hidden;
    },
    concealment: () => null,
    named: () => async () => await Promise.resolve(null),
    meant: async (_input, given) => await Promise.resolve(given),
    corrections: () => [],
    branchSeq: () => 0,
    version: () => 0,
    completed: (plan) => atOnce(() => plan)(null),
    effect: atOnce((after: View): Effect<View> => ({
      after,
      touches: [],
      changes: [],
      carried: [],
      regenerated: [],
      results: () => atOnce(() => [])(null),
      picture: async () => await Promise.resolve(null),
      warnings: [],
      named: (warnings) => warnings,
    })),
    losses: async () => await Promise.resolve([]),
    readBack: () => [],
  };
}
