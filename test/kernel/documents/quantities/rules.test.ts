/** @module tests of areas and volumes by rules for small buildings: voids, columns, usages, outer walls, flat roofs. */
import { expect, test } from 'vitest';

import { boma } from '../../../../kernel/documents/quantities/boma.ts';
import { din276 } from '../../../../kernel/documents/quantities/din276.ts';
import { din277 } from '../../../../kernel/documents/quantities/din277.ts';
import type { Figure } from '../../../../kernel/documents/quantities/figure.ts';
import { ipms } from '../../../../kernel/documents/quantities/ipms.ts';
import { nrm } from '../../../../kernel/documents/quantities/nrm.ts';
import { groupOf } from '../../../../kernel/documents/quantities/usage-groups.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { viewOf } from '../schedules/two-rooms.ts';

const at = (x: number, y: number) => ({ x, y });
const rect = (x: number, y: number, w: number, d: number) => [
  at(x, y),
  at(x + w, y),
  at(x + w, y + d),
  at(x, y + d),
];

/** Walls of 200 mm on axes 8 x 4 m of a level: outer faces 8.2 x 4.2 = 34.44 m², inner faces 7.8 x 3.8 = 29.64 m². */
function walls(level_id: string): readonly PlannedEvent[] {
  const sides = [
    { name: 's', start: at(0, 0), end: at(8000, 0) },
    { name: 'e', start: at(8000, 0), end: at(8000, 4000) },
    { name: 'n', start: at(8000, 4000), end: at(0, 4000) },
    { name: 'w', start: at(0, 4000), end: at(0, 0) },
  ];
  return sides.map(({ name, start, end }) => {
    const params = { level_id, start, end, thickness: 200, height: 3000 };
    return created('wall', `${level_id}-${name}`, params);
  });
}

const LEVELS = [
  created('level', 'L1', { name: 'Ground', elevation: 0, height: 3000 }),
  created('level', 'L2', { name: 'First', elevation: 3000, height: 3000 }),
];
const room = (id: string, level_id: string, usage: string | null): PlannedEvent =>
  created('room', id, { level_id, name: id, point: at(1000, 1000), usage, height: 3000 });
const slab = (id: string, level_id: string, boundary_points = rect(-100, -100, 8200, 4200)) =>
  created('floor', id, { level_id, boundary_points, thickness: 200 });

function din(events: readonly PlannedEvent[], figure: string): Figure | undefined {
  return din277(viewOf(events), false).find((one) => one.figure === figure);
}

test('a hole in a floor without a stair is a void, which is in no area', () => {
  const hole = rect(2000, 1000, 2000, 1000);
  const floor = created('floor', 'slab', {
    level_id: 'L2',
    boundary_points: rect(-100, -100, 8200, 4200),
    holes: [hole],
    thickness: 200,
  });
  const events = [...LEVELS, ...walls('L2'), room('r', 'L2', 'office'), floor];
  expect(din(events, 'BGF (R)')?.value).toBeCloseTo(34.44 - 2, 6);
  expect(din(events, 'NRF (R)')?.value).toBeCloseTo(29.64 - 2, 6);
  expect(din(events, 'KGF (R)')?.value).toBeCloseTo(34.44 - 29.64, 6);
});

test('a column in a room is construction, furniture is not', () => {
  const column = created('column', 'c', { level_id: 'L1', location: at(4000, 2000) });
  const chair = created('furniture', 'f', { level_id: 'L1', location: at(6000, 2000) });
  const plain = [...LEVELS, ...walls('L1'), room('r', 'L1', 'office')];
  const view = viewOf([...plain, column]);
  const ring = view.outline('c') ?? [];
  const xs = ring.map(({ x }) => x);
  const ys = ring.map(({ y }) => y);
  const size = ((Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))) / 1e6;
  expect(size).toBeGreaterThan(0.01);
  expect(din([...plain, column], 'NRF (R)')?.value).toBeCloseTo(29.64 - size, 6);
  expect(din([...plain, chair], 'NRF (R)')?.value).toBeCloseTo(29.64, 6);
});

test('rooms of an unknown usage are in no group, which is reported', () => {
  const events = [...LEVELS, ...walls('L1'), room('r', 'L1', 'teleporter')];
  expect(din(events, 'NRF without group')).toMatchObject({ value: expect.closeTo(29.64, 6) });
  expect(din(events, 'NUF')).toMatchObject({
    value: 0,
    because: 'the usage of 1 rooms names no group (`r: teleporter`)',
  });
  const bare = [...LEVELS, ...walls('L1')];
  expect(din(bare, 'NRF without group')).toMatchObject({
    value: expect.closeTo(29.64, 6),
    because: '1 enclosed areas have no room',
  });
  expect(din(bare, 'NRI (R)')).toMatchObject({ value: null });
});

test('a room without walls around it has no gross area', () => {
  const drawn = created('room', 'r', {
    level_id: 'L1',
    name: 'r',
    point: null,
    boundary_points: rect(0, 0, 4000, 4000),
  });
  const events = [...LEVELS, drawn];
  expect(din(events, 'NRF (R)')?.value).toBeCloseTo(16, 6);
  for (const figure of ['BGF (R)', 'KGF (R)', 'BRI (R)']) {
    expect(din(events, figure)).toMatchObject({
      value: null,
      because: 'no walls enclose `r`, so its outer faces are unknown',
    });
  }
});

test('a storey under a flat slab has a gross volume from the underside of its slab', () => {
  const events = [
    ...LEVELS,
    ...walls('L1'),
    room('r', 'L1', 'office'),
    slab('base', 'L1'),
    slab('lid', 'L2'),
  ];
  // The slab of the ground floor is 200 mm thick below 0; the slab on the first level ends at 3,000.
  expect(din(events, 'BRI (R)')?.value).toBeCloseTo(34.44 * 3.2, 6);
  const [bri, nri, kri] = ['BRI (R)', 'NRI (R)', 'KRI (R)'].map((one) => din(events, one)?.value);
  // The lid reaches 200 mm into the room of 3,000 mm.
  expect(nri).toBeCloseTo(29.64 * 2.8, 6);
  expect(kri).toBeCloseTo((bri ?? 0) - (nri ?? 0), 6);
});

test('a storey that a flat slab covers in part has no gross volume', () => {
  const events = [...LEVELS.slice(0, 1), ...walls('L1'), room('r', 'L1', 'office')];
  const roof = (boundary_points: ReturnType<typeof rect>): PlannedEvent =>
    created('floor', 'roof', { level_id: 'L1', boundary_points, thickness: 200, top_offset: 3200 });
  expect(din([...events, roof(rect(-100, -100, 8200, 4200))], 'BRI (R)')?.value).toBeCloseTo(
    34.44 * 3.2,
    6,
  );
  expect(din([...events, roof(rect(-100, -100, 4100, 4200))], 'BRI (R)')).toMatchObject({
    value: null,
    because: 'no flat roof covers the storey `Ground`',
  });
});

test('net internal area leaves out toilets, and gross internal area has the inner walls', () => {
  const partition = created('wall', 'p', {
    level_id: 'L1',
    start: at(5000, 0),
    end: at(5000, 4000),
    thickness: 100,
    height: 3000,
  });
  const toilet = created('room', 't', {
    level_id: 'L1',
    name: 't',
    point: at(7000, 2000),
    usage: 'toilet',
  });
  const events = [...LEVELS, ...walls('L1'), partition, room('r', 'L1', 'office'), toilet];
  const found = new Map(nrm(viewOf(events), false).map((one) => [one.figure, one]));
  expect(found.get('GEA')?.value).toBeCloseTo(34.44, 6);
  expect(found.get('GIFA')).toMatchObject({ value: expect.closeTo(29.64, 6), because: null });
  // The office: (5,000 - 100 - 50) x 3,800 mm².
  expect(found.get('NIA')).toMatchObject({ value: expect.closeTo(4.85 * 3.8, 6), because: null });
});

test.each([
  ['office', true],
  ['toilet', false],
  ['plant', false],
  ['corridor', false],
  ['parking', false],
])('net internal area has a room for %s: %j', (usage, counts) => {
  const figures = nrm(viewOf([...LEVELS, ...walls('L1'), room('r', 'L1', usage)]), false);
  const nia = figures.find(({ figure }) => figure === 'NIA');
  expect(nia?.value).toBeCloseTo(counts ? 29.64 : 0, 6);
  expect(nia?.element_ids).toEqual(counts ? ['r'] : []);
});

test('a void is in no floor area', () => {
  const floor = created('floor', 'slab', {
    level_id: 'L1',
    boundary_points: rect(-100, -100, 8200, 4200),
    holes: [rect(2000, 1000, 2000, 1000)],
    thickness: 200,
  });
  const figures = nrm(viewOf([...LEVELS, ...walls('L1'), room('r', 'L1', 'office'), floor]), false);
  expect(figures.map(({ figure, value }) => [figure, Number(value?.toFixed(6))])).toEqual([
    ['GEA', 32.44],
    ['GIFA', 27.64],
    ['NIA', 27.64],
  ]);
});

test('a wall that is an outer wall for a part of its length is reported', () => {
  const wing = [
    { start: at(0, 4000), end: at(0, 8000) },
    { start: at(0, 8000), end: at(4000, 8000) },
    { start: at(4000, 8000), end: at(4000, 4000) },
  ].map(({ start, end }, index) => {
    const params = { level_id: 'L1', start, end, thickness: 200, height: 3000 };
    return created('wall', `wing-${index}`, params);
  });
  const events = [...LEVELS, ...walls('L1'), ...wing];
  const gifa = nrm(viewOf(events), false).find(({ figure }) => figure === 'GIFA');
  expect(gifa?.because).toBe(
    '`L1-n` are outer walls for a part of their length and deducted as a whole',
  );
  // 7.8 x 3.8 and 3.8 x 3.8, without the wall between them.
  expect(gifa?.value).toBeCloseTo(29.64 + 14.44, 6);
});

function costGroup(events: readonly PlannedEvent[], figure: string): Figure | undefined {
  return din276(viewOf(events)).find((one) => one.figure === figure);
}

test('outer walls are measured outside, inner walls on one side, openings are in both', () => {
  const events = [
    ...LEVELS,
    ...walls('L1'),
    created('wall', 'p', {
      level_id: 'L1',
      start: at(5000, 0),
      end: at(5000, 4000),
      thickness: 100,
      height: 2500,
    }),
    created('wall', 'garden', {
      level_id: 'L1',
      start: at(20000, 0),
      end: at(20000, 4000),
      thickness: 100,
      height: 2500,
    }),
    created('door', 'd', { host_id: 'L1-s', offset: 2000, width: 1000, height: 2000 }),
    room('r', 'L1', 'office'),
  ];
  // Outer faces of 8.2 and 4.2 m, 3 m high; the partition is 4 m long on its axis.
  expect(costGroup(events, 'KG 330')?.value).toBeCloseTo(2 * (8.2 + 4.2) * 3, 6);
  expect(costGroup(events, 'KG 330')?.element_ids).toHaveLength(4);
  expect(costGroup(events, 'KG 340')).toMatchObject({ value: 10, element_ids: ['p'] });
  expect(costGroup(events, 'KG 350')).toMatchObject({ value: 0, because: null });
  expect(costGroup(events, 'KG 360')).toMatchObject({
    value: null,
    because: 'the model has no roofs',
  });
});

test('walls of one straight face have their own heights', () => {
  const [, ...others] = walls('L1');
  const part = (id: string, from: number, to: number, height: number): PlannedEvent =>
    created('wall', id, {
      level_id: 'L1',
      start: at(from, 0),
      end: at(to, 0),
      thickness: 200,
      height,
    });
  const south = [part('s1', 0, 5000, 3000), part('s2', 5000, 8000, 2000)];
  const events = [...LEVELS, ...others, ...south, room('r', 'L1', 'office')];
  const value = (8.2 + 2 * 4.2 + 5.1) * 3 + 3.1 * 2;
  expect(costGroup(events, 'KG 330')?.value).toBeCloseTo(value, 6);
});

test('roof slabs are roofs, other slabs are not, and the boundary of the site is its area', () => {
  const roof = created('floor', 'roof', {
    level_id: 'L2',
    boundary_points: rect(0, 0, 8000, 4000),
    floor_type: 'roof',
    thickness: 200,
  });
  const site = created('site', 'site', { boundary: rect(0, 0, 20000, 10000) });
  const events = [...LEVELS, slab('slab', 'L1'), roof, site];
  expect(costGroup(events, 'KG 360')).toMatchObject({ value: 32, element_ids: ['roof'] });
  expect(costGroup(events, 'KG 100')).toMatchObject({ value: 200, element_ids: ['site'] });
  for (const figure of ['KG 300', 'KG 320', 'KG 330', 'KG 340', 'KG 350']) {
    expect(costGroup(events, figure)).toMatchObject({
      value: null,
      because: 'the model has no enclosed spaces',
    });
  }
});

test('a room without walls around it leaves no outer walls', () => {
  const drawn = created('room', 'r', {
    level_id: 'L1',
    name: 'r',
    point: null,
    boundary_points: rect(0, 0, 4000, 4000),
  });
  expect(costGroup([...LEVELS, drawn], 'KG 330')).toMatchObject({
    value: null,
    because: 'no walls enclose `r`, so its outer faces are unknown',
  });
});

test.each([
  ['office', false, 'NUF 2'],
  [' Open-Office ', false, 'NUF 2'],
  ['kitchen', true, 'NUF 1'],
  ['kitchen', false, 'NUF 3'],
  ['Treppenhaus', false, 'VF'],
  // A decomposed umlaut.
  ['Bu\u0308ro', false, 'NUF 2'],
  ['constructor', false, null],
  [null, false, null],
] as const)('usage %j (in a dwelling: %j) is in group %j', (usage, inDwelling, group) => {
  expect(groupOf(usage, inDwelling)).toBe(group);
});

/** Two storeys with a stairwell of 2.9 x 3.8 m in the west and an office of 4.7 x 3.8 m, and a wall of 200 mm between. */
function tower(): readonly PlannedEvent[] {
  return ['L1', 'L2'].flatMap((level_id) => {
    const wall = { level_id, start: at(3100, 0), end: at(3100, 4000), thickness: 200 };
    const name = (usage: string): string => `${level_id}-${usage}`;
    return walls(level_id).concat([
      created('wall', `${level_id}-p`, { ...wall, height: 3000 }),
      room(name('stairwell'), level_id, 'stairwell'),
      created('room', name('office'), {
        level_id,
        name: name('office'),
        point: at(6000, 2000),
        usage: 'office',
        height: 3000,
      }),
    ]);
  });
}

test('by BOMA a stairwell counts at its lowest level only, and columns are not deducted', () => {
  const column = created('column', 'c', { level_id: 'L1', location: at(6000, 2000) });
  const view = viewOf([...LEVELS, ...tower(), column]);
  const values = boma(view, true).map(({ level_id, figure, value }) => [level_id, figure, value]);
  expect(values).toEqual(
    expect.arrayContaining([
      ['L1', 'MVP', 0],
      ['L1', 'Rentable area', expect.closeTo(29.64, 6)],
      ['L2', 'MVP', expect.closeTo(2.9 * 3.8, 6)],
      ['L2', 'Rentable area', expect.closeTo(29.64 - 2.9 * 3.8, 6)],
    ]),
  );
});

test('by IPMS columns and inner walls count, and a high window is reported', () => {
  const column = created('column', 'c', { level_id: 'L1', location: at(6000, 2000) });
  const high = created('window', 'w', {
    host_id: 'L2-s',
    offset: 4000,
    width: 1000,
    height: 2200,
    sill_height: 100,
  });
  const figures = ipms(viewOf([...LEVELS, ...tower(), column, high]), true);
  const of = (level_id: string, figure: string): Figure | undefined =>
    figures.find((one) => one.level_id === level_id && one.figure === figure);
  expect(of('L1', 'IPMS 2')).toMatchObject({ value: expect.closeTo(29.64, 6), because: null });
  expect(of('L2', 'IPMS 2')).toMatchObject({
    value: expect.closeTo(29.64, 6),
    because:
      'windows take more than half of the height of `L2-s`: measured to the wall, not to the glass',
  });
});

test('by DIN 277 a shaft of up to 1 m² is construction', () => {
  const shaft = (x: number): number =>
    din(
      [
        ...LEVELS,
        ...walls('L1'),
        created('wall', 'p', {
          level_id: 'L1',
          start: at(x, 0),
          end: at(x, 4000),
          thickness: 200,
          height: 3000,
        }),
        room('s', 'L1', 'office'),
      ].concat(
        created('room', 'shaft', {
          level_id: 'L1',
          name: 'shaft',
          point: at(7880, 2000),
          usage: 'shaft',
          height: 3000,
        }),
      ),
      'NRF (R)',
    )?.value ?? 0;
  // The clear width of the shaft is 0.25 m, then 0.3 m, on 3.8 m.
  expect(shaft(7550)).toBeCloseTo(29.64 - 0.2 * 3.8 - 0.25 * 3.8, 6);
  expect(shaft(7500)).toBeCloseTo(29.64 - 0.2 * 3.8, 6);
});
