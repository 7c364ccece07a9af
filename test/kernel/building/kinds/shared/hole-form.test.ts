/** @module tests of impossible forms of windows and openings in events that no tool planned. */
import { describe, expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { eventChecks } from '../../../../../kernel/building/model/checks/building-checks.ts';
import { planDelete } from '../../../../../kernel/building/model/plan/delete.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created, modifies } from '../../model/build.ts';
import { building, context, P, refusalOf, verdict, withElement } from '../bench.ts';

const SQUARE = [P(0, 0), P(1000, 0), P(1000, 1000), P(0, 1000)];
const SIZES = { width: 1000, height: 1000 } as const;
const IN_WALL = { host_id: 'W1', offset: 1000, location: null, sill: 500, ...SIZES } as const;
const IN_FLOOR = { ...IN_WALL, host_id: 'F1', offset: null, location: P(2500, 2000), sill: 0 };

type Window = Partial<ParamsOf<'window'>>;
type Opening = Partial<ParamsOf<'opening'>>;

const WINDOWS: readonly (readonly [string, Window, string])[] = [
  ['a clockwise outline', { outline: SQUARE.toReversed() }, 'clockwise'],
  ['a bow tie', { outline: [P(0, 0), P(1000, 1000), P(1000, 0), P(0, 1000)] }, 'self intersecting'],
  ['an outline without area', { outline: [P(0, 0), P(1000, 1000), P(500, 500)] }, 'not valid'],
  ['a repeated point', { outline: [P(0, 0), P(0, 0), P(1000, 0), P(1000, 1000)] }, 'duplicate'],
  ['a closed outline', { outline: [...SQUARE, P(0, 0)] }, 'ends at its first point'],
  ['an outline larger than its box', { outline: [P(0, 0), P(3000, 0), P(3000, 2000)] }, '(3000,'],
  ['an outline 100 m off', { outline: SQUARE.map(({ x, y }) => P(x + 1e5, y)) }, '(100000, 0)'],
  ['an outline and a shape', { outline: SQUARE, shape: 'round' }, 'only one of them'],
  ['a rise above half of the width', { shape: 'arched', rise: 900 }, 'at most 500 mm'],
  ['a rise without an arch', { rise: 100 }, 'for an arched one only'],
];

/** The fault that a keeper states for an element as the events leave it. */
function faultOf(view: StateView, events: readonly PlannedEvent[]): string | null {
  const found = events.flatMap((event) => {
    const applied = eventChecks.apply(event, (id) => view.element(id) ?? null);
    return applied.ok ? applied.changes : [];
  });
  const now = new Map(found.map(({ id, after }) => [id, after]));
  const current = (id: string) => now.get(id) ?? view.element(id) ?? null;
  const element = current('X');
  return element === null ? 'no element' : eventChecks.fault(element, current);
}

describe('windows', () => {
  test.each(WINDOWS)('the keeper and the model refuse %s', (_, form, why) => {
    const view = withElement('window', SIZES);
    const events = [modifies(view.element('X'), form)];
    expect(faultOf(view, events)).toContain(why);
    expect(refusalOf(() => view.apply(events))).toBe('REGENERATION_FAILED');
  });

  test.each(WINDOWS)('a log that has %s can be read, and the window deleted', (_, form) => {
    const view = building(created('window', 'X', { ...SIZES, host_id: 'W1', ...form }));
    for (const id of ['X', 'W1']) {
      expect(view.mesh(id)).not.toBeNull();
      expect(view.pieces(id)).not.toBeNull();
      expect(Number(view.measures(id).area_mm2)).toBeGreaterThan(0);
    }
    const { events } = planDelete(['X'], view, context);
    expect(view.apply(events).element('X')).toBeUndefined();
  });

  test('possible forms have no fault', () => {
    for (const form of [{ outline: SQUARE }, { shape: 'round' }, { shape: 'arched', rise: 500 }]) {
      const view = withElement('window', SIZES);
      expect(faultOf(view, [modifies(view.element('X'), form)])).toBeNull();
    }
  });

  test('a size at which the outline has no area is refused', () => {
    const notch = [P(400, 1000), P(400, 100), P(300, 100), P(300, 1000)];
    const outline = [P(0, 0), P(1000, 0), P(1000, 1000), ...notch, P(0, 1000)];
    const params = { outline, ...SIZES };
    expect(verdict('window', { ...params, width: 0.001 }, withElement('window', params))).toBe(
      'INVALID_ARGUMENT',
    );
  });
});

const OPENINGS: readonly (readonly [string, Opening, Opening])[] = [
  ['a clockwise outline in a wall', IN_WALL, { outline: at(1000, 500).toReversed() }],
  ['an outline far from its place', IN_WALL, { outline: at(100_000, 500) }],
  [
    'a bow tie in a wall',
    IN_WALL,
    { outline: [P(1000, 500), P(2000, 1500), P(2000, 500), P(1000, 1500)] },
  ],
  ['a clockwise outline in a floor', IN_FLOOR, { outline: at(2000, 1500).toReversed() }],
  ['an outline far from its centre', IN_FLOOR, { outline: at(3000, 1500) }],
  ['an outline and a shape', IN_WALL, { outline: at(1000, 500), shape: 'round' }],
  ['a rise above half of the width', IN_WALL, { shape: 'arched', rise: 900 }],
  ['a rise without an arch', IN_WALL, { rise: 100 }],
];

function at(x: number, y: number): ReturnType<typeof P>[] {
  return SQUARE.map((point) => P(point.x + x, point.y + y));
}

describe('openings', () => {
  test.each(OPENINGS)('the keeper and the model refuse %s', (_, place, form) => {
    const view = withElement('opening', place);
    const events = [modifies(view.element('X'), form)];
    expect(faultOf(view, events)).toContain('opening `X` has');
    expect(refusalOf(() => view.apply(events))).toBe('REGENERATION_FAILED');
  });

  test.each(OPENINGS)('a log that has %s can be read', (_, place, form) => {
    const view = building(created('opening', 'X', { ...place, ...form }));
    expect(view.mesh(place.host_id ?? '')).not.toBeNull();
    expect(view.measures('X').area_mm2).toBeGreaterThan(0);
  });

  test.each([
    ['a wall', IN_WALL, at(1000, 500)],
    ['a floor', IN_FLOOR, at(2000, 1500)],
  ] as const)('an outline in its box in %s has no fault', (_, place, outline) => {
    const view = withElement('opening', place);
    expect(faultOf(view, [modifies(view.element('X'), { outline })])).toBeNull();
  });
});
