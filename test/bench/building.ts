/** @module building: a large synthetic building as stored events, the same on every machine. */
import type { Element, ElementOf } from '../../kernel/building/kinds/elements.ts';
import type { ParamValues, PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import { toGrid } from '../../schemas/units.ts';

/** Integers from a linear congruential generator (Numerical Recipes), 0 to `below` − 1. */
export function lcg(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Size of the building: `nodes` × `nodes` jittered wall nodes per storey. */
export type BuildingSize = { readonly storeys: number; readonly nodes: number };

/** About 107,000 elements: 19,600 walls with two doors and two windows each, 9,604 rooms. */
export const LARGE: BuildingSize = { storeys: 4, nodes: 50 };

const BAY_MM = 5600;
const STOREY_MM = 3200;

type Point = { readonly x: number; readonly y: number };

/** Everything the building consists of, levels and hosts first. */
export function* buildingElements({ storeys, nodes }: BuildingSize): Generator<Element> {
  for (let s = 0; s < storeys; s++) {
    const level: ElementOf<'level'> = {
      id: `level_${s}`,
      kind: 'level',
      params: { name: `Storey ${s}`, elevation: s * STOREY_MM, height: STOREY_MM },
    };
    yield level;
    const random = lcg(s + 1);
    const grid: Point[][] = Array.from({ length: nodes }, (_, i) =>
      Array.from({ length: nodes }, (__, j) => ({
        x: i * BAY_MM + random(801) - 400,
        y: j * BAY_MM + random(801) - 400,
      })),
    );
    const node = (i: number, j: number): Point => grid[i]?.[j] ?? { x: 0, y: 0 };
    for (let i = 0; i < nodes; i++) {
      for (let j = 0; j < nodes; j++) {
        if (i + 1 < nodes) yield* wallWithFills(s, `h${i}_${j}`, [node(i, j), node(i + 1, j)]);
        if (j + 1 < nodes) yield* wallWithFills(s, `v${i}_${j}`, [node(i, j), node(i, j + 1)]);
      }
    }
    for (let i = 0; i + 1 < nodes; i++) {
      for (let j = 0; j + 1 < nodes; j++) {
        yield room(s, `${i}_${j}`, [
          node(i, j),
          node(i + 1, j),
          node(i + 1, j + 1),
          node(i, j + 1),
        ]);
      }
    }
  }
}

function* wallWithFills(
  storey: number,
  name: string,
  [start, end]: readonly [Point, Point],
): Generator<Element> {
  const id = `wall_${storey}_${name}`;
  const wall: ElementOf<'wall'> = {
    id,
    kind: 'wall',
    params: {
      level_id: `level_${storey}`,
      name: null,
      start,
      end,
      height: 3000,
      thickness: 100 + (name.length % 3) * 50,
      base_offset: 0,
      wall_type: 'basic',
      usage: 'interior',
      fire_rating_min: null,
      load_bearing: false,
      join_type: 'auto',
    },
  };
  yield wall;
  for (const [i, offset] of [500, 2700].entries()) {
    const door: ElementOf<'door'> = {
      id: `door_${storey}_${name}_${i}`,
      kind: 'door',
      params: {
        host_id: id,
        name: null,
        offset,
        width: 900,
        height: 2100,
        door_type: 'single',
        swing: 'left',
        fire_rating_min: null,
        is_exit: false,
      },
    };
    const window: ElementOf<'window'> = {
      id: `window_${storey}_${name}_${i}`,
      kind: 'window',
      params: {
        host_id: id,
        name: null,
        offset: offset + 1000,
        width: 1000,
        height: 1200,
        sill_height: 900,
        window_type: 'fixed',
      },
    };
    yield door;
    yield window;
  }
}

function room(storey: number, name: string, corners: readonly Point[]): ElementOf<'room'> {
  const middle = (axis: 'x' | 'y'): number =>
    toGrid(corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  return {
    id: `room_${storey}_${name}`,
    kind: 'room',
    params: {
      level_id: `level_${storey}`,
      name: `Room ${name}`,
      number: null,
      boundary_points: [...corners],
      point: { x: middle('x'), y: middle('y') },
      usage: null,
      occupancy: null,
      height: 3000,
    },
  };
}

/** The event that creates an element. */
export function creation(element: Element): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** Where a run of events begins: the counters of the event before the first. */
export type LedgerPlace = {
  readonly branch: string;
  readonly seq: number;
  readonly branch_seq: number;
};

const BEGINNING: LedgerPlace = { branch: 'main', seq: 0, branch_seq: 0 };

/** Events as a ledger would hold them, all on one branch. */
export function* stored(
  events: Iterable<PlannedEvent>,
  { branch, seq, branch_seq }: LedgerPlace = BEGINNING,
): Generator<StoredEvent> {
  let count = 0;
  for (const event of events) {
    count += 1;
    yield {
      ...event,
      seq: seq + count,
      event_id: `event_${seq + count}`,
      operation_id: `operation_${Math.ceil((seq + count) / 100)}`,
      branch,
      branch_seq: branch_seq + count,
      user_id: 'user',
      agent_id: null,
      approval_id: null,
      reasoning: null,
      at: '2026-01-01T00:00:00.000Z',
    };
  }
}

/** Edits in a row that lie close together, and how many elements that are created one after another are close. */
const SITTING = 50;
const CLOSE = 200;

/** Edits of these elements as agents make them, place after place: a wall begins elsewhere, a door becomes an exit or none. */
export function* edits(elements: Iterable<Element>, count: number): Generator<PlannedEvent> {
  const edited = [...elements].filter(({ kind }) => kind === 'wall' || kind === 'door');
  const random = lcg(4);
  let place = 0;
  for (let i = 0; i < count; i++) {
    if (i % SITTING === 0) place = random(edited.length - CLOSE);
    const at = place + random(CLOSE);
    const element = edited[at];
    if (element?.kind === 'wall') {
      const { start } = element.params;
      const moved = { x: toGrid(start.x + random(11) - 5), y: toGrid(start.y + random(11) - 5) };
      edited[at] = { ...element, params: { ...element.params, start: moved } };
      yield modification(element.id, { start: moved }, { start });
    } else if (element?.kind === 'door') {
      const { is_exit } = element.params;
      edited[at] = { ...element, params: { ...element.params, is_exit: !is_exit } };
      yield modification(element.id, { is_exit: !is_exit }, { is_exit });
    }
  }
}

function modification(
  aggregate_id: string,
  updates: ParamValues,
  previous: ParamValues,
): PlannedEvent {
  return { type: 'element.modified', aggregate_id, payload: { updates, previous } };
}

/** The events that move one wall node of a storey: the walls that end there end elsewhere. */
export function moveNode(
  element: (id: string) => Element | undefined,
  [storey, i, j]: readonly [number, number, number],
  [dx, dy]: readonly [number, number],
): readonly PlannedEvent[] {
  const ends = [
    [`wall_${storey}_h${i}_${j}`, 'start'],
    [`wall_${storey}_h${i - 1}_${j}`, 'end'],
    [`wall_${storey}_v${i}_${j}`, 'start'],
    [`wall_${storey}_v${i}_${j - 1}`, 'end'],
  ] as const;
  return ends.flatMap(([id, end]) => {
    const wall = element(id);
    if (wall?.kind !== 'wall') return [];
    const before = wall.params[end];
    const moved = { x: toGrid(before.x + dx), y: toGrid(before.y + dy) };
    return [modification(id, { [end]: moved }, { [end]: before })];
  });
}
