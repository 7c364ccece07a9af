/** @module build: elements and stored events for tests of the model, with every parameter filled in. */
import type { Element, ElementKind, ElementOf, ParamsOf } from '../../../kernel/kinds/elements.ts';
import { Model } from '../../../kernel/model/model.ts';
import type { ParamValues, PlannedEvent, StoredEvent } from '../../../schemas/events.ts';
import { UNPLACED } from '../../schemas/example-type.ts';

const DEFAULTS: { [K in ElementKind]: ParamsOf<K> } = {
  level: { name: 'Ground', elevation: 0, height: 3000 },
  wall: {
    level_id: 'L1',
    name: null,
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    height: 3000,
    thickness: 200,
    base_offset: 0,
    wall_type: 'basic',
    usage: 'interior',
    fire_rating_min: null,
    load_bearing: false,
    join_type: 'auto',
  },
  floor: {
    level_id: 'L1',
    name: null,
    boundary_points: [
      { x: 0, y: 0 },
      { x: 5000, y: 0 },
      { x: 5000, y: 4000 },
      { x: 0, y: 4000 },
    ],
    holes: [],
    thickness: 200,
    top_offset: 0,
    floor_type: 'slab',
    fire_rating_min: null,
  },
  roof: {
    level_id: 'L1',
    name: null,
    boundary_points: [
      { x: 0, y: 0 },
      { x: 5000, y: 0 },
      { x: 5000, y: 4000 },
      { x: 0, y: 4000 },
    ],
    slope_deg: 0,
    thickness: 250,
    base_offset: 3000,
    roof_type: 'flat',
    overhang: 300,
  },
  column: {
    level_id: 'L1',
    name: null,
    location: { x: 0, y: 0 },
    top_level_id: null,
    height: 3000,
    base_offset: 0,
    profile: '300x300',
  },
  beam: {
    level_id: 'L1',
    name: null,
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    profile: '200x400',
    elevation_offset: 0,
  },
  stair: {
    level_id: 'L1',
    name: null,
    top_level_id: 'L2',
    start: { x: 1000, y: 1000 },
    direction_deg: 0,
    width: 1000,
    riser_max: 180,
    tread: 280,
  },
  ramp: {
    level_id: 'L1',
    name: null,
    start: { x: 0, y: 0 },
    end: { x: 6000, y: 0 },
    width: 1200,
    rise: 500,
    thickness: 200,
  },
  railing: {
    level_id: 'L1',
    name: null,
    path: [
      { x: 0, y: 0 },
      { x: 3000, y: 0 },
    ],
    height: 1000,
    base_offset: 0,
  },
  grid: { level_id: null, name: 'A', start: { x: 0, y: 0 }, end: { x: 9000, y: 0 } },
  room: {
    level_id: 'L1',
    name: 'Room',
    number: null,
    boundary_points: [
      { x: 0, y: 0 },
      { x: 5000, y: 0 },
      { x: 5000, y: 4000 },
      { x: 0, y: 4000 },
    ],
    point: null,
    usage: null,
    occupancy: null,
    height: 3000,
  },
  opening: {
    host_id: 'W1',
    name: null,
    offset: 500,
    location: null,
    sill: 0,
    width: 1000,
    height: 2000,
  },
  door: {
    host_id: 'W1',
    name: null,
    offset: 1000,
    width: 900,
    height: 2100,
    door_type: 'single',
    swing: 'left',
    fire_rating_min: null,
    is_exit: false,
  },
  window: {
    host_id: 'W1',
    name: null,
    offset: 2500,
    width: 1200,
    height: 1200,
    sill_height: 900,
    window_type: 'fixed',
  },
  solid: {
    level_id: 'L1',
    name: null,
    operation: 'union',
    source_ids: ['a', 'b'],
    positions: [0, 0, 0, 1000, 0, 0, 0, 1000, 0, 0, 0, 1000],
    triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
    offset: { x: 0, y: 0, z: 0 },
  },
  ...UNPLACED,
};

/** An element of the kind with defaults for what is not given. */
export function make<K extends ElementKind>(
  kind: K,
  id: string,
  params: Partial<ParamsOf<K>> = {},
): ElementOf<K> {
  return { id, kind, params: { ...DEFAULTS[kind], ...params } };
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

/** The event that changes parameters of an element as it is now. */
export function modifies(element: Element | undefined, updates: ParamValues): PlannedEvent {
  if (element === undefined) throw new Error('nothing to modify');
  const params: ParamValues = element.params;
  const previous = Object.fromEntries(
    Object.keys(updates).map((name) => [name, params[name] ?? null]),
  );
  return { type: 'element.modified', aggregate_id: element.id, payload: { updates, previous } };
}

/** The event that deletes an element as it is now. */
export function deletes(
  element: Element | undefined,
  cascade_of: string | null = null,
): PlannedEvent {
  if (element === undefined) throw new Error('nothing to delete');
  return { type: 'element.deleted', aggregate_id: element.id, payload: { element, cascade_of } };
}

/** A ledger in memory: gives planned events their counters and feeds them to a model. */
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

/** Four walls W1 to W4 round a 5 × 4 m space on level L1, axes counter-clockwise. */
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
