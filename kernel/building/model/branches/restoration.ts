/** @module restoration: the events that return a branch to an earlier state of it, as one change. */
import type { ImportRecord, PlannedEvent } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { isSameElement } from '../../../base/manifest/revised-element.ts';
import { isSameContent } from '../../../base/manifest/same-content.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import type { StateView } from '../state-view.ts';
import type { BranchImport } from '../state/branch-imports.ts';
import { ModelFault } from '../state/model-fault.ts';
import { withNulls } from '../state/read-element.ts';
import { type BranchState, elementIn } from '../state/state.ts';
import { differencesLeft } from './carried-imports.ts';
import { type Difference, differencesBetween, eventsFor } from './differences.ts';
import { exchangedBy, revertOf } from './undo-import.ts';

/** The last event of a restored state: its ledger seq, and when it was committed (ISO 8601). */
export type Moment = { readonly seq: number; readonly at: string };

/** Either the events that restore a state, the first of which is `branch.restored`, or why it cannot be restored. */
export type Restoration =
  | {
      readonly ok: true;
      readonly moment: Moment;
      /** No event if the branch is in that state. */
      readonly events: readonly PlannedEvent[];
      /** Ids of the elements that are others, or exist only before or only after the events. */
      readonly changed: readonly string[];
    }
  | {
      readonly ok: false;
      /** INVALID_ARGUMENT: the branch has no such state; VERSION_CONFLICT: it cannot be restored. */
      readonly code: 'INVALID_ARGUMENT' | 'VERSION_CONFLICT';
      readonly reason: string;
    };

/**
 * Returns the events that bring every element, and the imports of the branch, to an earlier state, under their ids.
 * Imports since then are undone and undone imports come back, each as one event; what still differs then is created,
 * modified or deleted. Views, sheets, files, checks and names are records, which stay.
 *
 * @param past the state of the branch after the event of the moment, with the keys of the view; the manifests of the imports of both
 *   states must have been provided
 */
export function restorationOf(view: StateView, past: BranchState, moment: Moment): Restoration {
  const differences = differencesBetween(view.state, past);
  const wanted = new Map(differences.map(({ id, after }) => [id, after]));
  const swapped = swappedImports(view, past);
  if (!swapped.ok) return swapped;
  const state = view.evolved(swapped.events);
  const left = differencesLeft({ wanted, target: view.state, state }, swapped.events);
  const events = [...swapped.events, ...restoringEvents(left, state)];
  if (events.length === 0) return { ok: true, moment, events, changed: [] };
  return {
    ok: true,
    moment,
    events: [
      { type: 'branch.restored', aggregate_id: view.branch, payload: { to_seq: moment.seq } },
      ...events,
    ],
    changed: differences.flatMap(({ id, before, after }) =>
      isSameContent(before, after) ? [] : [id],
    ),
  };
}

/** The events that exchange imports, with the changes without which they do not fit, or why they cannot be exchanged. */
type Swapped =
  | { readonly ok: true; readonly events: readonly PlannedEvent[] }
  | Extract<Restoration, { readonly ok: false }>;

function swappedImports(view: StateView, past: BranchState): Swapped {
  const events: PlannedEvent[] = [];
  const now = view.state.imports;
  const steps = [
    ...now
      .filter(isOnlyIn(past.imports))
      .toReversed()
      .map(({ record }) => undoing(record)),
    ...past.imports.filter(isOnlyIn(now)).map(({ record }) => importing(record)),
  ];
  for (const { event, needs } of steps) {
    const before = view.evolved(events);
    try {
      events.push(...restoringEvents(needs(before), before), event);
      view.evolved(events);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      return {
        ok: false,
        code: 'VERSION_CONFLICT',
        reason: `the imports of that state cannot be restored: ${error.why}`,
      };
    }
  }
  return { ok: true, events };
}

/** Whether a branch has an import, possibly replaced by a revision, that the other list lacks or has undone. */
function isOnlyIn(others: readonly BranchImport[]): (one: BranchImport) => boolean {
  const there = new Map(
    others.flatMap(({ record, status }) =>
      status === 'reverted' ? [] : [[record.import_id, record] as const],
    ),
  );
  return ({ record, status }) =>
    status !== 'reverted' && !deepEqual(there.get(record.import_id) ?? null, record);
}

/** An event that exchanges manifests. `needs`: the changes of a state that it requires. */
type Step = {
  readonly event: PlannedEvent;
  readonly needs: (state: BranchState) => readonly Difference[];
};

/** The undo of an import, for which its elements must be as it made them. */
function undoing(record: ImportRecord): Step {
  return {
    event: revertOf(record),
    needs: (state) =>
      exchangedBy(record, state).flatMap(({ id, made, before }): readonly Difference[] => {
        if (isSameContent(made, before)) return [];
        const now = elementIn(state, id) ?? null;
        return isSameContent(now, made) ? [] : [{ id, before: now, after: made }];
      }),
  };
}

/** An import, for which the branch must have none of its elements. A revision leaves elements that differ from its manifest. */
function importing(record: ImportRecord): Step {
  const { import_id, manifest, supersedes } = record;
  return {
    event: { type: 'model.imported', aggregate_id: import_id, payload: record },
    needs: (state) => {
      if (supersedes !== null) return [];
      const { manifests, kinds } = state.keys;
      return manifests.elements(manifest.sha256, kinds).flatMap(({ id }) => {
        const now = elementIn(state, id);
        return now === undefined ? [] : [{ id, before: now, after: null }];
      });
    },
  };
}

/**
 * The events of differences of a state. An element that has another kind afterwards is deleted and created again. A host
 * that only a later event of the plan brings is not marked.
 */
function restoringEvents(
  differences: readonly Difference[],
  state: BranchState,
): readonly PlannedEvent[] {
  const { kinds } = state.keys;
  const replaced = differences.flatMap(({ id, before, after }): readonly Difference[] =>
    before !== null && after !== null && before.kind !== after.kind
      ? [{ id, before, after: null }]
      : [],
  );
  const isReplaced = new Set(replaced.map(({ id }) => id));
  const others = differences.map(({ id, before, after }): Difference =>
    isReplaced.has(id)
      ? { id, before: null, after }
      : { id, before, after: filled(after, before, kinds) },
  );
  const result = new Map(differences.map(({ id, after }) => [id, after]));
  const isThere = (id: string): boolean =>
    result.has(id) ? result.get(id) !== null : elementIn(state, id) !== undefined;
  return [...eventsFor(replaced, kinds), ...eventsFor(others, kinds)].filter(
    ({ type, payload }) => type !== 'element.hosted' || isThere(payload.host_id),
  );
}

/** An element with null for parameters that only its predecessor has, so that events remove them. */
function filled(after: Element | null, before: Element | null, kinds: Kinds): Element | null {
  if (after === null || before === null || isSameElement(after, before)) return after;
  return withNulls(after, before, kinds);
}
