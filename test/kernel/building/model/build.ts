/** @module build: elements and stored events for tests of the model, with every parameter filled in. */
import type {
  Element,
  ElementKind,
  ElementOf,
  ParamsOf,
} from '../../../../kernel/building/kinds/elements.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import type { ParamValues, PlannedEvent, StoredEvent } from '../../../../schemas/events.ts';
import { KIND_TABLE } from '../kinds/kind-table.ts';

/** An element of the kind with defaults for missing parameters. */
export function make<K extends ElementKind>(
  kind: K,
  id: string,
  params: Partial<ParamsOf<K>> = {},
): ElementOf<K> {
  return { id, kind, params: { ...KIND_TABLE[kind].defaults, ...params } };
}

/** The event that creates an element. */
function creates(element: Element): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

export function created<K extends ElementKind>(
  kind: K,
  id: string,
  params: Partial<ParamsOf<K>> = {},
): PlannedEvent {
  const element: Element = make<ElementKind>(kind, id, params);
  return creates(element);
}

/** The event that changes parameters of an element in its current state. */
export function modifies(element: Element | undefined, updates: ParamValues): PlannedEvent {
  if (element === undefined) throw new Error('nothing to modify');
  const params: ParamValues = element.params;
  const previous = Object.fromEntries(
    Object.keys(updates).map((name) => [name, params[name] ?? null]),
  );
  return { type: 'element.modified', aggregate_id: element.id, payload: { updates, previous } };
}

/** The event that deletes an element in its current state. */
export function deletes(
  element: Element | undefined,
  cascade_of: string | null = null,
): PlannedEvent {
  if (element === undefined) throw new Error('nothing to delete');
  return { type: 'element.deleted', aggregate_id: element.id, payload: { element, cascade_of } };
}

/** A ledger in memory: numbers planned events and feeds them to a model. */
export class TestLedger {
  readonly events: StoredEvent[] = [];
  readonly #branchSeqs = new Map<string, number>();
  #operations = 0;

  /** Stores the events as one operation of a branch. */
  store(branch: string, planned: readonly PlannedEvent[]): readonly StoredEvent[] {
    this.#operations += 1;
    const stored = planned.map((event, i): StoredEvent => {
      const branch_seq = (this.#branchSeqs.get(branch) ?? 0) + 1;
      this.#branchSeqs.set(branch, branch_seq);
      const seq = this.events.length + 1 + i;
      return {
        ...event,
        seq,
        event_id: `event-${seq}`,
        operation_id: `operation-${this.#operations}`,
        branch,
        branch_seq,
        user_id: 'user',
        agent_id: null,
        approval_id: null,
        reasoning: null,
        at: '2026-01-01T00:00:00.000Z',
      };
    });
    this.events.push(...stored);
    return stored;
  }
}

/** A model with its ledger. */
export class Site {
  readonly ledger = new TestLedger();
  readonly model: Model;

  constructor(model: Model = new Model()) {
    this.model = model;
  }

  commit(branch: string, planned: readonly PlannedEvent[]): readonly StoredEvent[] {
    const stored = this.ledger.store(branch, planned);
    for (const event of stored) this.model.applyStored(event);
    return stored;
  }

  fork(name: string, from = 'main'): void {
    const from_seq = this.model.branches().find((b) => b.name === from)?.last_seq ?? 0;
    this.commit(name, [
      { type: 'branch.created', aggregate_id: name, payload: { name, from, from_seq } },
    ]);
  }

  view(branch = 'main'): NonNullable<ReturnType<Model['view']>> {
    const view = this.model.view(branch);
    if (view === null) throw new Error(`no branch ${branch}`);
    return view;
  }

  element(id: string, branch = 'main'): Element | undefined {
    return this.view(branch).element(id);
  }
}

/** Four walls W1 to W4 around a space of 5 × 4 m on level L1, axes counter-clockwise. */
export function fourWalls(prefix = 'W', level_id = 'L1'): readonly PlannedEvent[] {
  const corners = [
    { x: 0, y: 0 },
    { x: 5000, y: 0 },
    { x: 5000, y: 4000 },
    { x: 0, y: 4000 },
  ];
  return corners.map((start, i) => {
    const end = corners[(i + 1) % 4] ?? start;
    return created('wall', `${prefix}${i + 1}`, { level_id, start, end });
  });
}
