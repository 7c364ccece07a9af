/** @module tests of state views: their answers, and what a dry run affects and refuses. */
import { expect, test } from 'vitest';

import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { Site, created, deletes, fourWalls, modifies } from './build.ts';
import { effectOf } from './effect-at-once.ts';

function site(...events: readonly PlannedEvent[]): Site {
  const made = new Site();
  made.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
    ...events,
  ]);
  return made;
}

function refusalOf(run: () => unknown): { readonly name: string; readonly element: unknown } {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) {
      return { name: error.body.name, element: error.body.data['element_id'] };
    }
    throw error;
  }
  return { name: 'none', element: null };
}

function moveNode(view: StateView, x: number, y: number): readonly PlannedEvent[] {
  return [
    modifies(view.element('W1'), { end: { x, y } }),
    modifies(view.element('W2'), { start: { x, y } }),
  ];
}

test('joined walls share their mitred corner, and the walls opposite do not join', () => {
  const view = site(...fourWalls()).view();
  expect(view.joinedWalls('W1')).toEqual(['W2', 'W4']);
  const corner = view.footprint('W1')?.endCorners;
  expect(corner?.left).toEqual({ x: 4900, y: 100 });
  expect(corner?.right).toEqual({ x: 5100, y: -100 });
});

test('boxes stand on their levels', () => {
  const view = site(
    ...fourWalls(),
    created('door', 'D1'),
    created('window', 'N1'),
    created('floor', 'F1', { level_id: 'L2' }),
    created('column', 'C1', { top_level_id: 'L2', base_offset: 100 }),
    created('beam', 'B1', { elevation_offset: -50 }),
    created('stair', 'S1'),
    created('roof', 'R1', { level_id: 'L2' }),
    created('room', 'O1', { point: { x: 2000, y: 2000 } }),
    created('railing', 'G1'),
    created('ramp', 'P1'),
    created('solid', 'X1', { offset: { x: 10, y: 20, z: 30 } }),
    created('grid', 'A'),
  ).view();
  expect(view.bounds('W1')).toEqual({
    min: { x: -100, y: -100, z: 0 },
    max: { x: 5100, y: 100, z: 3000 },
  });
  expect(view.bounds('D1')).toEqual({
    min: { x: 1000, y: -100, z: 0 },
    max: { x: 1900, y: 100, z: 2100 },
  });
  expect(view.bounds('N1')?.min.z).toBe(900);
  expect(view.bounds('F1')).toMatchObject({ min: { z: 2800 }, max: { z: 3000 } });
  expect(view.bounds('C1')).toMatchObject({ min: { x: -150, z: 100 }, max: { x: 150, z: 3000 } });
  expect(view.bounds('B1')).toMatchObject({ min: { y: -100, z: 2550 }, max: { z: 2950 } });
  expect(view.bounds('S1')).toMatchObject({
    min: { x: 1000, y: 500 },
    max: { y: 1500, z: 2823.529 },
  });
  expect(view.bounds('R1')).toMatchObject({ min: { x: -300, z: 6000 }, max: { z: 6250 } });
  expect(view.bounds('O1')).toEqual({
    min: { x: 100, y: 100, z: 0 },
    max: { x: 4900, y: 3900, z: 3000 },
  });
  expect(view.bounds('X1')).toMatchObject({ min: { x: 10, y: 20, z: 30 } });
  expect([view.bounds('L1'), view.bounds('A')]).toEqual([null, null]);
  for (const { id, kind } of view.elements()) {
    expect([id, view.mesh(id) === null]).toEqual([id, kind === 'level' || kind === 'grid']);
  }
});

test('measures are those of the geometry', () => {
  const view = site(
    ...fourWalls(),
    created('door', 'D1'),
    created('room', 'O1', { point: { x: 2000, y: 2000 } }),
    created('floor', 'F1'),
    created('opening', 'H1', {
      host_id: 'F1',
      offset: null,
      location: { x: 2000, y: 2000 },
      width: 1000,
      height: 2000,
    }),
  ).view();
  expect(view.measures('W1')).toEqual({
    length_mm: 5000,
    area_mm2: 5000 * 3000 - 900 * 2100,
    perimeter_mm: null,
    volume_mm3: (5000 * 3000 - 900 * 2100) * 200,
  });
  expect(view.measures('O1')).toMatchObject({
    area_mm2: 4800 * 3800,
    perimeter_mm: 2 * (4800 + 3800),
    volume_mm3: 4800 * 3800 * 3000,
  });
  expect(view.measures('F1')).toMatchObject({ area_mm2: 5000 * 4000 - 1000 * 2000 });
  // A lining of 40 mm as deep as the wall, and a leaf of 40 mm.
  const volume_mm3 = (900 * 2100 - 820 * 2060) * 200 + 820 * 2060 * 40;
  expect(view.measures('D1')).toMatchObject({ area_mm2: 900 * 2100, volume_mm3 });
});

test('a dry run does not change the view on which it is based', () => {
  const made = site(...fourWalls());
  const view = made.view();
  const before = [...view.elements()];
  const after = view.apply([...moveNode(view, 6000, 0), created('door', 'D1')]);
  expect(after.elementOf('W1', 'wall')?.params.end.x).toBe(6000);
  expect(after.version('D1')).toBe(view.seq + 3);
  expect([...view.elements()]).toEqual(before);
  expect(view.element('D1')).toBeUndefined();
  expect(made.model.view('main')?.element('D1')).toBeUndefined();
});

test('moving a node regenerates only the joined walls, their contents and the room', () => {
  const view = site(
    ...fourWalls(),
    created('wall', 'far', { start: { x: 20_000, y: 0 }, end: { x: 25_000, y: 0 } }),
    created('door', 'D1'),
    created('door', 'D3', { host_id: 'W3' }),
    created('room', 'O1', { point: { x: 2000, y: 2000 } }),
  ).view();
  const after = view.apply(moveNode(view, 6000, -500));
  expect(after.regeneration.regenerated).toEqual(['W3', 'W4', 'O1', 'D1']);
  expect(after.bounds('O1')?.max.x).toBeGreaterThan(4900);
  expect(view.bounds('O1')?.max.x).toBe(4900);
});

test('a room that loses a wall is reported, and keeps its stored outline', () => {
  const view = site(...fourWalls(), created('room', 'O1', { point: { x: 2000, y: 2000 } })).view();
  const effect = effectOf(view, [deletes(view.element('W3'))]);
  expect(effect.after.regeneration.open_rooms).toEqual(['O1']);
  expect(effect.warnings).toEqual([
    'room `O1` is no longer enclosed by walls; its stored outline is used',
    '`O1` also changes, with its host or its enclosing walls',
  ]);
  expect(effect.after.isEnclosed('O1')).toBe(false);
  expect(effect.after.bounds('O1')?.max.x).toBe(5000);
});

test.each<[string, string, (view: StateView) => readonly PlannedEvent[]]>([
  [
    'a wall shortened under its door',
    'D1',
    (v) => [modifies(v.element('W1'), { end: { x: 1899.999, y: 0 } })],
  ],
  ['a wall lowered under its door', 'D1', (v) => [modifies(v.element('W1'), { height: 2099.999 })]],
  ['a wall without length', 'W1', (v) => [modifies(v.element('W1'), { end: { x: 0, y: 0 } })]],
  ['a window over a door', 'N2', () => [created('window', 'N2', { offset: 1899.999 })]],
  ['a host deleted alone', 'D1', (v) => [deletes(v.element('W1'))]],
  ['a level deleted alone', 'F1', (v) => [deletes(v.element('L1'))]],
  ['a door in nothing', 'D2', () => [created('door', 'D2', { host_id: 'W9' })]],
  ['a door in a floor', 'D2', () => [created('door', 'D2', { host_id: 'F1' })]],
  ['a wall on nothing', 'W9', () => [created('wall', 'W9', { level_id: 'L9' })]],
  [
    'a wall 10 km out',
    'W9',
    () => [
      created('wall', 'W9', { start: { x: 9_990_000, y: 0 }, end: { x: 10_000_000.001, y: 0 } }),
    ],
  ],
  [
    'a bow tie',
    'F1',
    (v) => [
      modifies(v.element('F1'), {
        boundary_points: [
          { x: 0, y: 0 },
          { x: 5000, y: 4000 },
          { x: 5000, y: 0 },
          { x: 0, y: 4000 },
        ],
      }),
    ],
  ],
  [
    'an opening past the floor',
    'H1',
    () => [
      created('opening', 'H1', { host_id: 'F1', offset: null, location: { x: 4600, y: 2000 } }),
    ],
  ],
  ['a profile that is none', 'C1', () => [created('column', 'C1', { profile: 'thick' })]],
  ['a stair on one level', 'S1', () => [created('stair', 'S1', { top_level_id: 'L1' })]],
  ['a level lowered under its stair', 'S2', (v) => [modifies(v.element('L2'), { elevation: -1 })]],
])('an inconsistent plan is refused: %s', (_name, element, events) => {
  const made = site(
    ...fourWalls(),
    created('door', 'D1'),
    created('floor', 'F1'),
    created('stair', 'S2'),
  );
  const view = made.view();
  expect(refusalOf(() => view.apply(events(view)))).toEqual({
    name: 'REGENERATION_FAILED',
    element,
  });
});

test.each<[string, (view: StateView) => readonly PlannedEvent[]]>([
  [
    'a wall exactly as long as its door reaches',
    (v) => [modifies(v.element('W1'), { end: { x: 1900, y: 0 } })],
  ],
  ['a window that touches the door', () => [created('window', 'N2', { offset: 1900 })]],
  [
    'a host deleted with what it holds',
    (v) => [deletes(v.element('W1')), deletes(v.element('D1'), 'W1')],
  ],
])('a plan at the limit is consistent: %s', (_name, events) => {
  const made = site(created('wall', 'W1'), created('door', 'D1'));
  const view = made.view();
  expect(refusalOf(() => view.apply(events(view))).name).toBe('none');
});

test('a moved level moves the elements on it and refits the elements that end at it', () => {
  const view = site(
    ...fourWalls('U', 'L2'),
    ...fourWalls(),
    created('door', 'D1', { host_id: 'U1' }),
    created('stair', 'S1', { tread: 240 }),
  ).view();
  const effect = effectOf(view, [modifies(view.element('L2'), { elevation: 3200 })]);
  expect(effect.regenerated).toEqual(['U1', 'U2', 'U3', 'U4', 'S1', 'D1']);
  expect(effect.after.bounds('U1')?.min.z).toBe(3200);
  // The last riser ends at the upper floor: 18 risers for 3200 mm, 17 treads.
  expect(effect.after.bounds('S1')?.max.z).toBe(3022.222);
  expect(effect.touches).toEqual([
    {
      id: 'L2',
      action: 'MODIFY',
      kind: 'level',
      category: 'Levels',
      levels: ['L2'],
      before: [{ min: { x: -100, y: -100, z: 0 }, max: { x: 5100, y: 4100, z: 6000 } }],
      after: [{ min: { x: -100, y: -100, z: 0 }, max: { x: 5100, y: 4100, z: 6200 } }],
      scoped: true,
    },
  ]);
});

test('the effect lists touched elements and changes, including cascades', () => {
  const view = site(...fourWalls(), created('door', 'D1', { name: 'Front' })).view();
  const effect = effectOf(view, [
    deletes(view.element('W1')),
    deletes(view.element('D1'), 'W1'),
    modifies(view.element('W2'), { height: 2500, thickness: 200 }),
  ]);
  expect(effect.changes).toEqual([
    { id: 'W1', change: 'deleted', kind: 'wall', level_id: 'L1', name: null, cascade_of: null },
    {
      id: 'W2',
      change: 'modified',
      kind: 'wall',
      level_id: 'L1',
      params: { height: { from: 3000, to: 2500 } },
    },
    { id: 'D1', change: 'deleted', kind: 'door', level_id: 'L1', name: 'Front', cascade_of: 'W1' },
  ]);
  expect(effect.touches.map(({ id, action, levels }) => [id, action, levels])).toEqual([
    ['W1', 'DELETE', ['L1']],
    ['W2', 'MODIFY', ['L1']],
    ['D1', 'DELETE', ['L1']],
  ]);
  expect(effect.touches[1]).toMatchObject({
    before: [{ max: { z: 3000 } }],
    after: [{ max: { z: 2500 } }],
  });
  // W2 gets lower, so that W3 ends as if it were alone above it.
  expect(effect.regenerated).toEqual(['W3', 'W4']);
});

test('a box query finds exactly the elements that meet the box, including those that touch it', () => {
  const view = site(
    ...fourWalls(),
    ...fourWalls('U', 'L2'),
    created('door', 'D1'),
    created('beam', 'B1'),
    created('stair', 'S1'),
    created('roof', 'R1', { level_id: 'L2' }),
  ).view();
  const brute = (box: Parameters<typeof view.inBox>[0]): readonly string[] =>
    [...view.elements()]
      .filter(({ id }) => {
        const own = view.bounds(id);
        return (
          own !== null &&
          own.min.x <= box.max.x &&
          box.min.x <= own.max.x &&
          own.min.y <= box.max.y &&
          box.min.y <= own.max.y &&
          own.min.z <= box.max.z &&
          box.min.z <= own.max.z
        );
      })
      .map(({ id }) => id)
      .toSorted();
  for (const [x, y, z, size] of [
    [1000, 0, 0, 10],
    [0, 0, 3000, 1],
    [5100, 4100, 3000, 0],
    [-400, 0, 6100, 50],
    [-1e6, -1e6, -1e6, 2e6],
    [9000, 0, 0, 100],
  ] as const) {
    const box = { min: { x, y, z }, max: { x: x + size, y: y + size, z: z + size } };
    expect(view.inBox(box)).toEqual(brute(box));
  }
});

test('near ids are ordered by the number of edits', () => {
  const view = site(created('wall', 'wall_abcd'), created('wall', 'wall_abzz')).view();
  expect(view.nearIds('wall_abce', 5)).toEqual(['wall_abcd', 'wall_abzz']);
  expect(view.nearIds('wall_', 1)).toHaveLength(1);
  expect(view.nearIds('zzzzzzzzzzzzzzzz', 5)).toEqual([]);
});

test('rooms on both sides of a deleted wall are regenerated', () => {
  const view = site(
    ...fourWalls(),
    created('wall', 'P1', { start: { x: 2500, y: 0 }, end: { x: 2500, y: 4000 } }),
    created('room', 'O1', { point: { x: 1000, y: 2000 } }),
    created('room', 'O2', { point: { x: 4000, y: 2000 } }),
  ).view();
  expect(view.bounds('O1')?.max.x).toBe(2400);
  const after = view.apply([deletes(view.element('P1'))]);
  expect(after.regeneration).toEqual({
    regenerated: ['W1', 'W3', 'O1', 'O2'],
    open_rooms: [],
  });
  expect(after.bounds('O1')?.max.x).toBe(4900);
});

test('a wall far from the stored outline of a room still bounds it', () => {
  const view = site(
    created('wall', 'A', { start: { x: 0, y: 0 }, end: { x: 30_000, y: 0 } }),
    created('wall', 'B', { start: { x: 30_000, y: 0 }, end: { x: 0, y: 2000 } }),
    created('wall', 'C', { start: { x: 0, y: 2000 }, end: { x: 0, y: 0 } }),
    created('wall', 'P', { start: { x: 10_000, y: 0 }, end: { x: 10_000, y: 1333.333 } }),
    created('room', 'O', {
      point: { x: 1000, y: 1000 },
      boundary_points: [
        { x: 500, y: 500 },
        { x: 1500, y: 500 },
        { x: 1500, y: 1500 },
      ],
    }),
  ).view();
  expect(view.bounds('O')?.max.x).toBe(9900);
});

test('a dry run stays unchanged when others commit after it', () => {
  const made = site(...fourWalls());
  const planned = made
    .view()
    .apply([created('door', 'D1'), created('door', 'D2', { host_id: 'W2' })]);
  made.commit('main', [
    created('window', 'N1', { offset: 3000 }),
    created('door', 'D2', { host_id: 'W3' }),
  ]);
  expect(planned.hostedBy('W1').map(({ id }) => id)).toEqual(['D1']);
  expect(planned.hostedBy('W2').map(({ id }) => id)).toEqual(['D2']);
  expect(planned.hostedBy('W3')).toEqual([]);
  expect(planned.element('N1')).toBeUndefined();
  expect([...planned.elements()].map(({ id }) => id).slice(-2)).toEqual(['D1', 'D2']);
});

test('an element on the very edge of a box is found, although sums of heights have rounding errors', () => {
  const view = site(
    created('level', 'L3', { elevation: 0.7 }),
    created('wall', 'W', { level_id: 'L3', height: 0.1 }),
  ).view();
  // 0.7 + 0.1 is less than 0.8 in binary.
  expect(view.bounds('W')?.max.z).toBe(0.8);
  const at = { x: 100, y: 0, z: 0.8 };
  expect(view.inBox({ min: at, max: at })).toEqual(['W']);
});

test('a box around everything names each element once, also if a stair makes it scan all elements', () => {
  const house = new Site();
  house.commit('main', [
    created('level', 'L1'),
    created('level', 'L2', { name: 'Upper', elevation: 3000 }),
    created('wall', 'W'),
    created('door', 'D', { host_id: 'W' }),
    created('stair', 'S'),
  ]);
  const far = 1e8;
  const box = { min: { x: -far, y: -far, z: -far }, max: { x: far, y: far, z: far } };
  expect(house.view().inBox(box)).toEqual(['D', 'S', 'W']);
});
