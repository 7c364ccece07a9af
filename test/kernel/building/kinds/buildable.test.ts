/** @module tests of sizes too small to be built, and of bodies of which nothing would remain. */
import { describe, expect, test } from 'vitest';

import { KINDS } from '../../../../kernel/building/kinds/elements.ts';
import { opening } from '../../../../kernel/building/kinds/opening/opening.ts';
import { createElement } from '../../../../kernel/building/model/plan/create.ts';
import { planModify } from '../../../../kernel/building/model/plan/modify.ts';
import { planMove } from '../../../../kernel/building/model/plan/move.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { created, make, modifies } from '../model/build.ts';
import { building, context, P, rectangle, refusalOf } from './bench.ts';
import { ONE_OF_EACH, oneOfEach } from './one-of-each.ts';

const VIEW = oneOfEach();

function set(view: StateView, element_id: string, parameter_name: string, value: unknown): unknown {
  return planModify({ element_id, parameter_name, value }, view, context);
}

/** Parameters of each kind that are sizes: 0.001 mm is one by their schema, and 0 is none. */
const SIZES = ONE_OF_EACH.flatMap(({ id, kind }) =>
  Object.entries(KINDS.of({ kind }).params.shape).flatMap(([name, schema]) =>
    schema.safeParse(0.001).success && !schema.safeParse(0).success
      ? [[kind, name, id] as const]
      : [],
  ),
);

test('every kind with a smallest size that can be built has a parameter that is a size', () => {
  const buildable = ONE_OF_EACH.filter((one) => KINDS.of(one).buildable(one).length > 0);
  const kinds = new Set(SIZES.map(([kind]) => kind));
  expect(buildable.filter(({ kind }) => !kinds.has(kind)).map(({ kind }) => kind)).toEqual([
    'beam',
    'grid',
    'separation',
  ]);
  expect(ONE_OF_EACH.map(({ kind }) => kind)).toEqual(KINDS.all.map(({ kind }) => kind));
});

/** Sizes that other rules refuse before: that many risers are not a stair, only an arch has a rise, only windows have mullions. */
const OTHERWISE: ReadonlyMap<string, string> = new Map([
  ['stair riser_max', 'INVALID_STAIR'],
  ['window rise', 'INVALID_ARGUMENT'],
  ['opening rise', 'INVALID_ARGUMENT'],
  // The type is for doors.
  ['type mullion_width', 'INVALID_ARGUMENT'],
  ['type sill', 'INVALID_ARGUMENT'],
]);

test.each(SIZES)('a %s with %s of 0.001 mm is refused', (kind, name, id) => {
  const code = OTHERWISE.get(`${kind} ${name}`) ?? 'OUT_OF_RANGE';
  expect(refusalOf(() => set(VIEW, id, name, 0.001))).toBe(code);
});

describe.each(ONE_OF_EACH.map((element) => [element.kind, element] as const))(
  'a %s',
  (_, element) => {
    test('an element of ordinary size is above every smallest size', () => {
      for (const { size, least } of KINDS.of(element).buildable(element)) {
        expect(size).toBeGreaterThan(least);
      }
    });
  },
);

test.each([
  ['wall', 'height', 10],
  ['wall', 'thickness', 1],
  ['floor', 'thickness', 1],
  ['stair', 'width', 10],
  ['level', 'height', 10],
] as const)('the least itself can be built: %s %s %d', (kind, name, least) => {
  const id = kind === 'level' ? 'L1' : kind;
  const view = building(
    created('wall', 'wall', {}),
    created('floor', 'floor', {}),
    created('stair', 'stair', {}),
  );
  expect(refusalOf(() => set(view, id, name, least))).toBeNull();
  expect(refusalOf(() => set(view, id, name, least - 0.001))).toBe('OUT_OF_RANGE');
});

test.each(['column', 'beam'] as const)('a %s has no parts thinner than 1 mm', (kind) => {
  const view = building(
    created(kind, 'new', { profile: '300x300' }),
    created(kind, 'old', { profile: 'CHS 100x0.5' }),
  );
  const profile = (id: string, text: string): string | null =>
    refusalOf(() => set(view, id, 'profile', text));
  for (const thin of [
    'I 200x190x0.999x10',
    'I 200x190x1x0.999',
    'RHS 200x100x0.5',
    'CHS 100x0.9',
  ]) {
    expect(profile('new', thin)).toBe('OUT_OF_RANGE');
  }
  expect(profile('new', 'I 200x190x1x1')).toBeNull();
  expect(profile('old', 'CHS 100x0.4')).toBe('OUT_OF_RANGE');
  expect(refusalOf(() => set(view, 'old', 'name', 'Tube'))).toBeNull();
});

test('an outline of 1 mm² is refused', () => {
  for (const id of ['floor', 'roof', 'room']) {
    const outline = rectangle(0, 0, 1, 1);
    expect(refusalOf(() => set(VIEW, id, 'boundary_points', outline))).toBe('OUT_OF_RANGE');
  }
});

test('an older element below the smallest size can be read, renamed and moved, but not reduced', () => {
  const view = building(created('wall', 'old', { height: 0.001, thickness: 0.5 }));
  expect(view.element('old')?.params).toMatchObject({ height: 0.001 });
  expect(refusalOf(() => set(view, 'old', 'name', 'Kerb'))).toBeNull();
  const move = { element_id: 'old', delta: { x: 100, y: 0, z: 0 } };
  expect(refusalOf(() => planMove(move, view, context))).toBeNull();
  expect(refusalOf(() => set(view, 'old', 'thickness', 0.4))).toBe('OUT_OF_RANGE');
});

describe('refuses a wall of which nothing would remain', () => {
  const whole = { host_id: 'wall', offset: 0, sill: 0, width: 5000, height: 3000 };

  function opened(view: StateView, params: Partial<typeof whole> = {}): string | null {
    const asked = make('opening', 'X', { ...whole, ...params }).params;
    return refusalOf(() => createElement(opening, asked, view, context));
  }

  test('with one opening over all of it', () => {
    const view = building(created('wall', 'wall'));
    expect(opened(view)).toBe('OPENING_EXCEEDS_HOST');
    expect(opened(view, { width: 4999 })).toBeNull();
  });

  test('with the last of several openings, and when the wall shrinks to its openings', () => {
    const left = created('opening', 'left', { ...whole, width: 2500 });
    const view = building(created('wall', 'wall'), left);
    expect(opened(view, { offset: 2500, width: 2500 })).toBe('OPENING_EXCEEDS_HOST');
    expect(opened(view, { offset: 2500, width: 2499 })).toBeNull();
    expect(refusalOf(() => set(view, 'wall', 'end', P(2500, 0)))).toBe('OPENING_EXCEEDS_HOST');
  });

  test('when joints take the rest', () => {
    // The wall begins behind a thick one that crosses its end, where the opening begins too.
    const view = building(
      created('wall', 'wall'),
      created('wall', 'thick', { start: P(0, -4000), end: P(0, 4000), thickness: 1000 }),
    );
    const params = make('opening', 'X', { ...whole, offset: 500, width: 4500 }).params;
    const { events } = createElement(opening, params, view, context).plan({});
    expect(refusalOf(() => view.apply(events))).toBe('REGENERATION_FAILED');
  });

  test('a wall that was empty before can be renamed', () => {
    const view = building(created('wall', 'wall'), created('opening', 'all', whole));
    expect(view.measures('wall').volume_mm3).toBe(0);
    const named = [modifies(view.element('wall'), { name: 'Portal' })];
    expect(refusalOf(() => view.apply(named))).toBeNull();
  });
});
