/** @module bench: a small building for tests of kinds, the outcome of their rules, and laws of every kind. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Box2 } from '../../../../kernel/building/geometry/vector.ts';
import type {
  Element,
  ElementKind,
  ElementOf,
  ParamsOf,
} from '../../../../kernel/building/kinds/elements.ts';
import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import type { Mark } from '../../../../kernel/building/kinds/facets/symbol.ts';
import type {
  AnyElement,
  Motion,
  Quantity,
  Reach,
  Site,
} from '../../../../kernel/building/kinds/kind.ts';
import { QUANTITIES } from '../../../../kernel/building/kinds/kind.ts';
import { Derived } from '../../../../kernel/building/model/derived/derived.ts';
import { mitreMargin } from '../../../../kernel/building/model/derived/wall-plan.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import { translation } from '../../../../kernel/building/model/plan/motions.ts';
import { planMove } from '../../../../kernel/building/model/plan/move.ts';
import { created as eventsOf, onGrid } from '../../../../kernel/building/model/plan/planned.ts';
import { planRotate } from '../../../../kernel/building/model/plan/rotate.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { type ErrorName, Refusal } from '../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { BoxMm, PlanPoint, SpacePoint } from '../../../../schemas/units.ts';
import { created, make, Site as Building } from '../model/build.ts';

const solids = await loadSolidKernel();

export const P = (x: number, y: number): PlanPoint => ({ x, y });

/** The corners of a rectangle, counter-clockwise from the lower left one. */
export function rectangle(x: number, y: number, width: number, depth: number): PlanPoint[] {
  return [P(x, y), P(x + width, y), P(x + width, y + depth), P(x, y + depth)];
}

let made = 0;
/** Plans with ids `n1`, `n2` …; a refusal is thrown. */
export const context: PlanContext<ErrorName> = {
  refuse: (code, message, data) => {
    throw new Refusal(code, message, 'a test', data);
  },
  ids: { next: () => `n${(made += 1)}` },
  snap_mm: 20,
};

/** Levels L1 at 0, L2 at 3,000 and L3 at 7,000 mm; on L9 at 20,000 mm hosts: wall W1, floor F1, roof R1. */
export function building(...more: readonly PlannedEvent[]): StateView {
  const site = new Building(new Model({ solids }));
  site.commit('main', [
    created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
    created('level', 'L2', { name: 'First', elevation: 3000, height: 4000 }),
    created('level', 'L3', { name: 'Second', elevation: 7000, height: 3000 }),
    created('level', 'L9', { name: 'Hosts', elevation: 20_000, height: 3000 }),
    created('wall', 'W1', { level_id: 'L9' }),
    created('floor', 'F1', { level_id: 'L9', boundary_points: rectangle(0, 1000, 5000, 4000) }),
    created('roof', 'R1', { level_id: 'L9', boundary_points: rectangle(0, 1000, 5000, 4000) }),
    ...more,
  ]);
  return site.view();
}

const BUILDING = building();

/** The code of the refusal; null without one. */
export function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.body.name;
    throw error;
  }
}

/** The outcome of the rules of a kind for these parameters: the code of a refusal, or the facts of the created element. */
export function verdict<K extends ElementKind>(
  kind: K,
  params: Partial<ParamsOf<K>> = {},
  view: StateView = BUILDING,
): unknown {
  const element: AnyElement = make(kind, 'X', params);
  try {
    return KINDS.of(element).check(element, view, context).facts;
  } catch (error) {
    if (error instanceof Refusal) return error.body.name;
    throw error;
  }
}

/** A view with one more element. */
export function withElement<K extends ElementKind>(
  kind: K,
  params: Partial<ParamsOf<K>> = {},
  view: StateView = BUILDING,
): StateView {
  return view.apply(eventsOf(make(kind, 'X', params), KINDS));
}

/** The vertices of the body of `X`, after a motion, on tenths of a millimetre and sorted. */
export function vertices(
  view: StateView,
  { point: map, dz }: Motion = translation({ x: 0, y: 0, z: 0 }),
): readonly string[] {
  const { positions = new Float64Array() } = view.mesh('X') ?? {};
  const found = new Set<string>();
  for (let i = 0; i < positions.length; i += 3) {
    const { x, y } = map({ x: positions[i] ?? 0, y: positions[i + 1] ?? 0 });
    const near = [x, y, (positions[i + 2] ?? 0) + dz];
    found.add(near.map((value) => Math.round(value * 10) / 10 + 0).join(' '));
  }
  return [...found].toSorted();
}

/** The site of a view, for the geometry of kinds. */
export function siteOf(view: StateView): Site {
  return new Derived(solids).site(view.state);
}

/** An arbitrary whole number of micrometres as mm. */
export function mm(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: min * 1000, max: max * 1000 }).map((um) => um / 1000);
}

export const point = fc.record({ x: mm(-20_000, 20_000), y: mm(-20_000, 20_000) });

type Outcome = { readonly view: StateView; readonly element: Element };

/** The element in a view as it would be created; null if that is refused. */
function tried(element: AnyElement): Outcome | null {
  try {
    const asked = onGrid(element, KINDS);
    const checked = KINDS.of(asked).check(asked, BUILDING, context).element;
    const view = BUILDING.apply(eventsOf(checked, KINDS));
    const stored = view.element(checked.id);
    return stored === undefined ? null : { view, element: stored };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function within(inner: BoxMm, outer: Box2, low: number, high: number): boolean {
  const slack = 0.002;
  return (
    inner.min.x >= outer.min.x - slack &&
    inner.min.y >= outer.min.y - slack &&
    inner.max.x <= outer.max.x + slack &&
    inner.max.y <= outer.max.y + slack &&
    inner.min.z >= low - slack &&
    inner.max.z <= high + slack
  );
}

/** World heights of a reach; infinite in the grid of all levels. */
function heightsOf(
  { grid, low, high }: Reach,
  view: StateView,
  level_id: string,
): [number, number] {
  if (grid === 'tall') return [-Infinity, Infinity];
  const { elevation, height } =
    view.elementOf(level_id, 'level')?.params ?? make('level', '').params;
  const zero = grid === 'heads' ? elevation + height : elevation;
  return [zero + low, zero + high];
}

/** The element itself, or the host that places it. */
function placed(element: Element, view: StateView): Element {
  const { host } = KINDS.references(element);
  return host === null ? element : (view.element(host) ?? element);
}

function assertReached({ view, element }: Outcome): void {
  const bounds = view.bounds(element.id);
  const owner = placed(element, view);
  const { reach } = KINDS.of(owner);
  expect(bounds === null).toBe(reach === 'none');
  if (reach === 'none' || bounds === null) return;
  const reached = reach(owner);
  const margin = reached.grid === 'walls' ? mitreMargin(view.state) : 0;
  const { min, max } = reached.box;
  const box = {
    min: { x: min.x - margin, y: min.y - margin },
    max: { x: max.x + margin, y: max.y + margin },
  };
  const [low, high] = heightsOf(reached, view, KINDS.references(owner).level ?? '');
  expect({ bounds, inside: within(bounds, box, low, high) }).toEqual({ bounds, inside: true });
  for (const x of [bounds.min.x, bounds.max.x]) {
    for (const y of [bounds.min.y, bounds.max.y]) {
      for (const z of [bounds.min.z, bounds.max.z]) {
        expect(view.inBox({ min: { x, y, z }, max: { x, y, z } })).toContain(element.id);
      }
    }
  }
}

function pointsOf(mark: Mark): readonly PlanPoint[] {
  switch (mark.shape) {
    case 'area':
      return mark.rings.flat();
    case 'line':
      return mark.points;
    case 'text':
      return [mark.at];
    default:
      return mark satisfies never;
  }
}

function assertDrawn({ view, element }: Outcome, beyond: number): void {
  const { symbol } = KINDS.of(element);
  if (symbol === 'none') return;
  const marks = symbol.marks(element, siteOf(view));
  expect(marks.length).toBeGreaterThan(0);
  const bounds = view.bounds(element.id);
  if (bounds === null) return;
  const slack = beyond + 0.01;
  for (const { x, y } of marks.flatMap(pointsOf)) {
    expect(x).toBeGreaterThanOrEqual(bounds.min.x - slack);
    expect(x).toBeLessThanOrEqual(bounds.max.x + slack);
    expect(y).toBeGreaterThanOrEqual(bounds.min.y - slack);
    expect(y).toBeLessThanOrEqual(bounds.max.y + slack);
  }
}

function assertMeasured({ view, element }: Outcome): void {
  const kind = KINDS.of(element);
  const given = kind.measures(element, siteOf(view));
  const { quantities } = kind;
  expect(Object.keys(given).toSorted()).toEqual(quantities.toSorted());
  const answered = view.measures(element.id);
  const has = (quantity: Quantity): boolean => (answered[quantity] ?? 0) > 0;
  expect(QUANTITIES.filter(has)).toEqual(QUANTITIES.filter((one) => quantities.includes(one)));
}

/** The view after a plan. */
function after(
  { events }: { readonly events: readonly PlannedEvent[] },
  view: StateView,
): StateView {
  return view.apply(events);
}

/** Calls a function with random elements of a kind, except those that its rules refuse. */
export type Any = (law: (outcome: Outcome) => void) => void;

/** Random elements of a kind. `refused`: the share that may be refused, so that a law is not tested on nothing. */
export function anyOf<K extends ElementKind>(
  kind: K,
  params: fc.Arbitrary<Partial<ParamsOf<K>>>,
  refused = 0.2,
): Any {
  const elements = params.map((given): ElementOf<K> => make(kind, 'X', given));
  return (law) => {
    let [all, skipped] = [0, 0];
    fc.assert(
      fc.property(elements, (element) => {
        const outcome = tried(element);
        all += 1;
        if (outcome === null) skipped += 1;
        else law(outcome);
      }),
      { numRuns: 100 },
    );
    expect(skipped / all).toBeLessThan(refused);
  };
}

/** Laws of every kind. `beyond`: distance by which a symbol may leave the box (a door leaf), mm. */
export function lies(any: Any, beyond: (element: Element) => number = () => 0): void {
  test('an element is within its reach and is found at every corner of its box', () => {
    any(assertReached);
  });
  test('the symbol of an element is at its place', () => {
    any((outcome) => {
      assertDrawn(outcome, beyond(outcome.element));
    });
  });
  test('an element has the measures that its kind lists, and no others', () => {
    any(assertMeasured);
  });
}

/** Lower left corner of the box of the element; its first point if it has no box. */
function cornerOf(view: StateView): SpacePoint | undefined {
  const element = view.element('X');
  if (element === undefined) return undefined;
  const { transform } = KINDS.of(element);
  const [first] = typeof transform === 'string' ? [] : transform.points(element);
  return view.bounds('X')?.min ?? (first === undefined ? undefined : { ...first, z: 0 });
}

function assertMoved({ view, element }: Outcome, dz: number): void {
  const there = { element_id: 'X', delta: { x: 123.456, y: -7890.001, z: dz } };
  const back = { element_id: 'X', delta: { x: -123.456, y: 7890.001, z: 0 - dz } };
  const moved = after(planMove(there, view, context), view);
  const [from, to] = [cornerOf(view), cornerOf(moved)];
  expect(to?.x).toBeCloseTo((from?.x ?? NaN) + 123.456, 2);
  expect(to?.z).toBeCloseTo((from?.z ?? NaN) + dz, 2);
  expect(after(planMove(back, moved, context), moved).element('X')).toEqual(element);
}

/** Laws of kinds that move in plan and in height. */
export function moves(any: Any): void {
  test('a displacement and its reverse restore the element', () => {
    any((outcome) => {
      assertMoved(outcome, 12.345);
    });
  });
}

/** Laws of kinds that move in plan and stay on their level. */
export function slides(any: Any): void {
  test('a displacement and its reverse restore the element', () => {
    any((outcome) => {
      assertMoved(outcome, 0);
    });
  });
  test('an element that stands on its level cannot be lifted', () => {
    any(({ view }) => {
      const lift = { element_id: 'X', delta: { x: 0, y: 0, z: 1 } };
      expect(refusalOf(() => planMove(lift, view, context))).toBe('INVALID_ARGUMENT');
    });
  });
}

/** The law of kinds that can be rotated. */
export function turns(any: Any): void {
  test('four quarter turns restore the element', () => {
    any(({ view, element }) => {
      const turn = { element_id: 'X', angle_deg: 90, center: P(1000.5, -200.25) };
      let turned = view;
      for (let quarter = 0; quarter < 4; quarter += 1) {
        turned = after(planRotate(turn, turned, context), turned);
      }
      expect(turned.element('X')).toEqual(element);
    });
  });
}
