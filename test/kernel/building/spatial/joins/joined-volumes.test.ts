/** @module tests of joined volumes: losses computed by hand, and volumes that add up to the union of all bodies. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { Point2 } from '../../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { JoinedVolumes } from '../../../../../kernel/building/spatial/joins/joined-volumes.ts';
import { takeOff } from '../../../../../kernel/documents/schedules/take-off.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { modelOf, solids } from '../../../checks/clash/clash-model.ts';
import { created } from '../../model/build.ts';

const P = (x: number, y: number): Point2 => ({ x, y });
const BRICK = { material: 'brick', thickness: 102, function: 'finish' } as const;
const PIR = { material: 'PIR', thickness: 100, function: 'insulation' } as const;
const BLOCKS = { material: 'blocks', thickness: 148, function: 'structure' } as const;
const SCREED = { material: 'screed', thickness: 60, function: 'finish' } as const;
const CONCRETE = { material: 'concrete', thickness: 200, function: 'structure' } as const;
const ZINC = { material: 'zinc', thickness: 5, function: 'finish' } as const;
const RAFTERS = { material: 'rafters', thickness: 195, function: 'structure' } as const;
const WOOL = { material: 'wool', thickness: 100, function: 'insulation' } as const;

const TYPES = [
  created('type', 'cavity', { name: 'Cavity', layers: [BRICK, PIR, BLOCKS] }),
  created('type', 'deck', { name: 'Deck', for: 'floor', layers: [SCREED, CONCRETE] }),
  created('type', 'seam', { name: 'Seam', for: 'roof', layers: [ZINC, RAFTERS, WOOL] }),
];

/** A wall of 8 m whose brick is at x = 0, 3 m high. */
const PLAIN = {
  level_id: 'L1',
  start: P(175, 0),
  end: P(175, 8000),
  thickness: 350,
  height: 3000,
} as const;
const WALL = created('wall', 'wall', { ...PLAIN, type_id: 'cavity', layer_side: 'left' });
const RECT = [P(0, 8000), P(0, 0), P(6000, 0), P(6000, 8000)];
const FLOOR = created('floor', 'floor', {
  level_id: 'L2',
  boundary_points: RECT,
  thickness: 260,
  type_id: 'deck',
});

/** Losses by element and material, m³; elements that lose nothing are left out. */
function losses(view: ModelView): Readonly<Record<string, number>> {
  const joined = new JoinedVolumes(view);
  const found = [...view.elements()].flatMap((element) =>
    joined
      .lossesOf(element)
      .map(
        ({ layer, mm3 }) => [`${element.id} ${layer?.material ?? ''}`.trim(), mm3 / 1e9] as const,
      ),
  );
  expect([...joined.unjoined]).toEqual([]);
  return Object.fromEntries(found);
}

function expectLosses(view: ModelView, expected: Readonly<Record<string, number>>): void {
  const found = losses(view);
  expect(Object.keys(found).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [name, loss] of Object.entries(expected)) expect(found[name]).toBeCloseTo(loss, 7);
}

describe('where a wall and a floor overlap', () => {
  test('structure goes through finishes, and of two structures the floor through the wall', () => {
    expectLosses(modelOf(...TYPES, WALL, FLOOR), {
      'wall brick': 8 * 0.102 * 0.26,
      'wall PIR': 8 * 0.1 * 0.2,
      'wall blocks': 8 * 0.148 * 0.2,
      'floor screed': 8 * 0.248 * 0.06,
    });
  });

  test('the layers follow the side on which the wall has its first one', () => {
    const turned = created('wall', 'wall', { ...PLAIN, type_id: 'cavity', layer_side: 'right' });
    // The floor ends at x = 148 mm: it reaches the blocks only.
    const short = created('floor', 'floor', {
      level_id: 'L2',
      boundary_points: [P(-2000, 0), P(148, 0), P(148, 8000), P(-2000, 8000)],
      thickness: 260,
      type_id: 'deck',
    });
    expectLosses(modelOf(...TYPES, turned, short), {
      'wall blocks': 8 * 0.148 * 0.2,
      'floor screed': 8 * 0.148 * 0.06,
    });
  });

  test('elements without layers are structure, and openings lose nothing', () => {
    const plain = created('wall', 'wall', PLAIN);
    const hole = created('opening', 'hole', {
      host_id: 'wall',
      offset: 1000,
      width: 2000,
      sill: 2000,
      height: 1000,
    });
    expectLosses(modelOf(...TYPES, plain, FLOOR, hole), {
      wall: 6 * 0.35 * 0.2,
      'floor screed': 6 * 0.35 * 0.06,
    });
  });

  test('a curtain wall takes no part, and touching elements lose nothing', () => {
    const glass = created('wall', 'wall', { ...PLAIN, wall_type: 'curtain' });
    expectLosses(modelOf(...TYPES, glass, FLOOR), {});
    const low = created('wall', 'wall', { ...PLAIN, height: 2740 });
    const corner = created('wall', 'next', {
      ...PLAIN,
      height: 2740,
      start: P(175, 8000),
      end: P(6000, 8000),
    });
    expectLosses(modelOf(...TYPES, low, corner, FLOOR), {});
  });
});

describe('where roofs overlap', () => {
  const shed = (id: string, from: 0 | 6000): PlannedEvent =>
    created('roof', id, {
      level_id: 'L1',
      boundary_points: from === 0 ? RECT : [...RECT.slice(2), ...RECT.slice(0, 2)],
      thickness: 300,
      type_id: 'seam',
      roof_type: 'shed',
      slope_deg: 30,
      overhang: 0,
    });

  test('rafters go through zinc and wool, and every part of space counts once', () => {
    const view = modelOf(...TYPES, shed('roof', 0), shed('other', 6000));
    const found = losses(view);
    // Two bands of 300 / cos 30° cross in a rhombus, which counts once.
    const tan = Math.tan(Math.PI / 6);
    const rhombus = (thickness: number): number => {
      const rise = thickness / 1000 / Math.cos(Math.PI / 6);
      return (8 * rise * rise) / (2 * tan);
    };
    const sum = Object.values(found).reduce((all, loss) => all + loss, 0);
    expect(sum).toBeCloseTo(rhombus(300), 5);
    const rafters = (found['roof rafters'] ?? 0) + (found['other rafters'] ?? 0);
    expect(rafters).toBeCloseTo(rhombus(195), 5);
  });

  test('a wall ends in the structure of a roof', () => {
    const high = created('wall', 'wall', { ...PLAIN, height: 3200 });
    const found = losses(modelOf(...TYPES, high, shed('roof', 0)));
    // The wall counts as structure: it loses what is in the rafters, and the wool below them loses to it.
    expect(Object.keys(found).toSorted()).toEqual(['roof wool', 'wall']);
  });
});

test('a body that is known as a mesh only keeps its volume, and a take-off names it', () => {
  const whole = modelOf(...TYPES, WALL, FLOOR);
  const view = new Proxy(whole, {
    get(target, name) {
      if (name === 'pieces') return (id: string) => (id === 'floor' ? null : target.pieces(id));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const refuse = (code: string, message: string): never => {
    throw new Error(`${code}: ${message}`);
  };
  const table = takeOff(view, { categories: ['Walls', 'Floors'], joined: true }, refuse);
  expect(table.warnings).toEqual([
    'the bodies of `floor` are known as meshes only, or meet too many others: their overlaps count twice',
  ]);
  const joined = new JoinedVolumes(view);
  expect([...view.elements()].flatMap((element) => joined.lossesOf(element))).toEqual([]);
});

/** Volume of the union of bodies, m³, by booleans of their meshes. */
function unionOf(view: ModelView): number {
  const meshes = [...view.elements()].flatMap(({ id }) => view.mesh(id) ?? []);
  const [first, ...others] = meshes;
  if (first === undefined) return 0;
  const whole = others.reduce((all, mesh) => solids.boolean(all, mesh, 'union').mesh, first);
  return meshVolume(whole) / 1e9;
}

type Placed = { readonly x: number; readonly y: number; readonly top: number };

/** Floors, walls and a roof that run through each other, turned around the origin. */
function heap(
  { floors, walls, roof_type }: Heap,
  turn_deg: number,
  ids: (name: string) => string = (name) => name,
): ModelView {
  const [cos, sin] = [Math.cos((turn_deg * Math.PI) / 180), Math.sin((turn_deg * Math.PI) / 180)];
  const on = ({ x, y }: Point2): Point2 => P(x * cos - y * sin, x * sin + y * cos);
  const rounded = ({ x, y }: Point2): Point2 =>
    P(Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000);
  const put = (points: readonly Point2[]): Point2[] => points.map((point) => rounded(on(point)));
  const rect = ({ x, y }: Placed): Point2[] =>
    put([P(x, y), P(x + 4000, y), P(x + 4000, y + 3000), P(x, y + 3000)]);
  const events = [
    ...floors.map((floor, i) =>
      created('floor', ids(`floor${i}`), {
        level_id: 'L2',
        top_offset: floor.top,
        boundary_points: rect(floor),
        thickness: 260,
        type_id: 'deck',
      }),
    ),
    ...walls.map(({ x, y, top }, i) => {
      const [start = P(0, 0), via = P(0, 0), end = P(0, 0)] = put([
        P(x, y),
        P(x + 1500, y + i * 350 + 600),
        P(x + 3000, y + i * 700),
      ]);
      return created('wall', ids(`wall${i}`), {
        level_id: 'L1',
        start,
        end,
        via: i === 2 ? via : null,
        thickness: 350,
        height: 3000 + top,
        type_id: i === 1 ? null : 'cavity',
        layer_side: i === 0 ? 'left' : 'right',
        join_type: 'none',
      });
    }),
    created('roof', ids('roof'), {
      level_id: 'L1',
      boundary_points: put(RECT),
      thickness: 300,
      type_id: 'seam',
      roof_type,
      ...(roof_type === 'flat' ? {} : { slope_deg: 30 }),
      overhang: 0,
    }),
  ];
  return modelOf(...TYPES, ...events);
}

type Heap = {
  readonly floors: readonly Placed[];
  readonly walls: readonly Placed[];
  readonly roof_type: 'flat' | 'gable' | 'hip' | 'shed';
};

const place = fc.record({
  x: fc.integer({ min: -1500, max: 3000 }),
  y: fc.integer({ min: -1000, max: 4000 }),
  top: fc.integer({ min: -100, max: 900 }),
});
const heaps: fc.Arbitrary<Heap> = fc.record({
  floors: fc.array(place, { minLength: 1, maxLength: 2 }),
  walls: fc.array(place, { minLength: 1, maxLength: 3 }),
  roof_type: fc.constantFrom('flat', 'gable', 'hip', 'shed'),
});

/** Volumes of all elements and what they lose, m³. */
function sums(view: ModelView): { readonly whole: number; readonly lost: number } {
  const whole = [...view.elements()].reduce(
    (sum, { id, kind }) => sum + (kind === 'level' ? 0 : (view.measures(id).volume_mm3 ?? 0)),
    0,
  );
  const lost = Object.values(losses(view)).reduce((sum, loss) => sum + loss, 0);
  return { whole: whole / 1e9, lost };
}

test('volumes less losses add up to the union of the bodies', () => {
  fc.assert(
    fc.property(heaps, (one) => {
      const view = heap(one, 0);
      const { whole, lost } = sums(view);
      expect((whole - lost) / unionOf(view)).toBeCloseTo(1, 5);
    }),
    { numRuns: 30 },
  );
});

test('rotation and other ids change no loss of a material', () => {
  fc.assert(
    fc.property(heaps, fc.integer({ min: 1, max: 359 }), (one, turn) => {
      const totals = (
        view: ModelView,
        id: (name: string) => string,
      ): ReadonlyMap<string, number> => {
        const names = new Map<string, number>();
        for (const [name, loss] of Object.entries(losses(view))) {
          const [element = '', material = ''] = name.split(' ');
          const key = `${id(element).replace(/\d/u, '')} ${material}`;
          names.set(key, (names.get(key) ?? 0) + loss);
        }
        return names;
      };
      const was = totals(heap(one, 0), (id) => id);
      const is = totals(
        heap(one, turn, (name) => `z${name}`),
        (id) => id.slice(1),
      );
      for (const key of new Set([...was.keys(), ...is.keys()])) {
        expect(Math.abs((was.get(key) ?? 0) - (is.get(key) ?? 0))).toBeLessThan(2e-5);
      }
    }),
    { numRuns: 20 },
  );
});
