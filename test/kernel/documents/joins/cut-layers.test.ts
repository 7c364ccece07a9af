/** @module tests of layers in sections: areas computed by hand, and the priority of layers where bodies overlap. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  type Area,
  sizeOf,
  united,
  without,
} from '../../../../kernel/building/geometry/plan/regions.ts';
import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { FilledArea } from '../../../../kernel/documents/drawings/drawing.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });

const BRICK = { material: 'brick', thickness: 102, function: 'finish' } as const;
const PIR = { material: 'PIR', thickness: 100, function: 'insulation' } as const;
const BLOCKS = { material: 'blocks', thickness: 148, function: 'structure' } as const;
const SCREED = { material: 'screed', thickness: 60, function: 'finish' } as const;
const CONCRETE = { material: 'concrete', thickness: 200, function: 'structure' } as const;
const ZINC = { material: 'zinc', thickness: 5, function: 'finish' } as const;
const RAFTERS = { material: 'rafters', thickness: 195, function: 'structure' } as const;
const WOOL = { material: 'wool', thickness: 100, function: 'insulation' } as const;

const CAVITY = created('type', 'cavity', { name: 'Cavity', layers: [BRICK, PIR, BLOCKS] });
const DECK = created('type', 'deck', { name: 'Deck', for: 'floor', layers: [SCREED, CONCRETE] });
const SEAM = created('type', 'seam', { name: 'Seam', for: 'roof', layers: [ZINC, RAFTERS, WOOL] });

/** A wall whose outer face, that of the brick, is at x = 0; 3 m high. */
const PLAIN = {
  level_id: 'L1',
  start: P(175, 0),
  end: P(175, 8000),
  thickness: 350,
  height: 3000,
  load_bearing: true,
} as const;
const LAYERED = { ...PLAIN, type_id: 'cavity', layer_side: 'left' } as const;
const WALL = created('wall', 'wall', LAYERED);

const SCALE = 50;

const ACROSS = { origin: P(0, 4000), normal: P(0, -1) };

/** Cut areas of a section, by default across the building at y = 4 m, from the lowest to the highest. */
function cutAreas(view: ModelView, scale = SCALE, through = ACROSS): readonly FilledArea[] {
  const origin = { ...through.origin, z: 0 };
  const normal = { ...through.normal, z: 0 };
  const drawing = drawView({ view: 'section', origin, normal, depth: null, scale }, view);
  return (drawing?.items ?? []).flatMap((item) =>
    item.shape === 'area' && item.fill.layer.endsWith('-CUT') ? [item] : [],
  );
}

/** An area in mm of the building. */
const scaled = ({ rings }: FilledArea, scale = SCALE): Area =>
  united([rings.map((ring) => ring.map(({ x, y }) => P(x * scale, y * scale)))]);

/** What is seen of each area that later ones do not cover: its look and its size, mm². */
function seen(view: ModelView): ReadonlyMap<string, number> {
  const areas = cutAreas(view);
  const sizes = new Map<string, number>();
  for (const [i, item] of areas.entries()) {
    const covers = united(areas.slice(i + 1).map((one) => scaled(one)));
    const size = sizeOf(without(scaled(item), covers));
    const { layer, colour, hatch } = item.fill;
    const look = `${layer} ${hatch === null ? colour?.join(' ') : 'hatch'}`;
    sizes.set(look, (sizes.get(look) ?? 0) + size);
  }
  return sizes;
}

/** Colours of load-bearing structure and of finishes. */
const DARK = '62 63 68';
const FINISH = '222 222 226';

const RECT = [P(0, 8000), P(0, 0), P(6000, 0), P(6000, 8000)];

/** A shed roof with plumb edges on the head of the ground floor that rises from x = 0, or from x = 6 m, at 30 degrees. */
function shed(id: string, from: 0 | 6000): PlannedEvent {
  const boundary_points = from === 0 ? RECT : [...RECT.slice(2), ...RECT.slice(0, 2)];
  const form = { roof_type: 'shed', slope_deg: 30, overhang: 0 } as const;
  return created('roof', id, {
    level_id: 'L1',
    boundary_points,
    thickness: 300,
    type_id: 'seam',
    ...form,
  });
}

const FLOOR = created('floor', 'floor', {
  level_id: 'L2',
  boundary_points: [P(0, 0), P(5000, 0), P(5000, 8000), P(0, 8000)],
  thickness: 260,
  type_id: 'deck',
});

function expectSizes(view: ModelView, sizes: Readonly<Record<string, number>>): void {
  const found = seen(view);
  expect([...found.keys()].toSorted()).toEqual(Object.keys(sizes).toSorted());
  for (const [look, size] of Object.entries(sizes)) {
    expect(Math.abs((found.get(look) ?? NaN) / size - 1)).toBeLessThan(1e-4);
  }
}

describe('layers in a section', () => {
  test('of a wall are strips of its thickness, from the side of the first layer', () => {
    expectSizes(modelOf(CAVITY, WALL), {
      [`WALLS-CUT ${FINISH}`]: 102 * 3000,
      'WALLS-CUT hatch': 100 * 3000,
      [`WALLS-CUT ${DARK}`]: 148 * 3000,
    });
    const [brick] = cutAreas(modelOf(CAVITY, WALL));
    const x = (brick?.rings[0] ?? []).map((point) => point.x);
    // The drawing is moved to its margin: the brick is at the left of the insulation.
    const [, pir] = cutAreas(modelOf(CAVITY, WALL));
    expect(Math.max(...x)).toBeCloseTo(Math.min(...(pir?.rings[0] ?? []).map((p) => p.x)), 5);
  });

  test('of a floor are strips below its top', () => {
    expectSizes(modelOf(DECK, FLOOR), {
      [`FLOORS-CUT ${FINISH}`]: 60 * 5000,
      [`FLOORS-CUT ${DARK}`]: 200 * 5000,
    });
  });

  test('of a roof have their thickness across the slope', () => {
    const slope = 6000 / Math.cos(Math.PI / 6);
    expectSizes(modelOf(SEAM, shed('roof', 0)), {
      [`ROOFS-CUT ${FINISH}`]: 5 * slope,
      [`ROOFS-CUT ${DARK}`]: 195 * slope,
      'ROOFS-CUT hatch': 100 * slope,
    });
  });

  test('of a sloping floor with square edges are parallel to its upper face', () => {
    const slope = {
      point: { x: 0, y: 0 },
      direction_deg: 0,
      pitch_deg: 30,
      edges: 'square',
    } as const;
    const floor = created('floor', 'floor', {
      level_id: 'L2',
      boundary_points: [P(0, 0), P(5000, 0), P(5000, 8000), P(0, 8000)],
      thickness: 260,
      type_id: 'deck',
      slope,
    });
    const long = 5000 / Math.cos(Math.PI / 6);
    expectSizes(modelOf(DECK, floor), {
      [`FLOORS-CUT ${FINISH}`]: 60 * long,
      [`FLOORS-CUT ${DARK}`]: 200 * long,
    });
  });

  test('of a wall that is cut along its axis are the one in the plane', () => {
    const view = modelOf(CAVITY, WALL);
    const along = (x: number): readonly FilledArea[] =>
      cutAreas(view, SCALE, { origin: P(x, 0), normal: P(-1, 0) });
    const looks = [51, 152, 276].map((x) => along(x).map(({ fill }) => fill.colour?.join(' ')));
    expect(looks).toEqual([[FINISH], ['255 255 255'], [DARK]]);
    expect(sizeOf(along(51).flatMap((one) => scaled(one)))).toBeCloseTo(8000 * 3000, 0);
  });

  test('of a wall along an arc follow its facets', () => {
    // A semicircle around (3,000, 4,000) with a radius of 3 m on its axis.
    const arc = { start: P(3000, 1000), end: P(3000, 7000), via: P(0, 4000) };
    const view = modelOf(
      CAVITY,
      created('wall', 'wall', { ...LAYERED, ...arc, layer_side: 'right' }),
    );
    // Across it; the plane passes the middle of the wall, where the right side is that of the centre or outside.
    expectSizes(view, {
      [`WALLS-CUT ${FINISH}`]: 102 * 3000,
      'WALLS-CUT hatch': 100 * 3000,
      [`WALLS-CUT ${DARK}`]: 148 * 3000,
    });
  });

  test('are drawn at 1:60 and larger only', () => {
    const view = modelOf(CAVITY, WALL);
    expect([50, 60, 61, 100].map((scale) => cutAreas(view, scale).length)).toEqual([3, 3, 1, 1]);
  });
});

describe('where layers of several elements overlap', () => {
  test('the structure of a floor goes through a wall, and the structure of the wall through the screed', () => {
    expectSizes(modelOf(CAVITY, WALL, DECK, FLOOR), {
      [`FLOORS-CUT ${DARK}`]: 200 * 5000,
      // Insulation and blocks cover the screed; the brick, a finish as well, does not.
      [`FLOORS-CUT ${FINISH}`]: 60 * (5000 - 248),
      [`WALLS-CUT ${DARK}`]: 148 * (3000 - 200),
      'WALLS-CUT hatch': 100 * (3000 - 200),
      [`WALLS-CUT ${FINISH}`]: 102 * (3000 - 260),
    });
  });

  test('the order of creation does not matter', () => {
    // The section is in the render of the second wall, which overlaps the brick of the first.
    const render = { ...BRICK, material: 'render' };
    const type = created('type', 'rendered', { name: 'Rendered', layers: [render, PIR, BLOCKS] });
    const across = { start: P(0, 3876), end: P(3000, 3876), type_id: 'rendered' };
    const walls = [WALL, created('wall', 'across', { ...LAYERED, ...across, join_type: 'none' })];
    const shown = [walls, walls.toReversed()].map((list) =>
      cutAreas(modelOf(CAVITY, type, ...list)).map(({ fill, rings }) => [fill, rings]),
    );
    expect(shown[0]?.length).toBeGreaterThan(3);
    expect(shown[1]).toEqual(shown[0]);
  });

  test('a wall without layers counts as structure, which floors cover', () => {
    const plain = created('wall', 'plain', PLAIN);
    expectSizes(modelOf(plain, DECK, FLOOR), {
      [`FLOORS-CUT ${DARK}`]: 200 * 5000,
      [`FLOORS-CUT ${FINISH}`]: 60 * (5000 - 350),
      [`WALLS-CUT ${DARK}`]: 350 * (3000 - 200),
    });
  });

  test('the rafters of two roofs that cross are one, over the insulation of both', () => {
    const [cos, tan] = [Math.cos(Math.PI / 6), Math.tan(Math.PI / 6)];
    const rise = 195 / cos;
    const sizes = seen(modelOf(SEAM, shed('roof', 0), shed('other', 6000)));
    // Two bands of this height cross in a rhombus.
    const rafters = 2 * 6000 * rise - (rise * rise) / (2 * tan);
    expect((sizes.get(`ROOFS-CUT ${DARK}`) ?? NaN) / rafters).toBeCloseTo(1, 5);
  });

  test('insulation of one material is one outline through a roof and a wall', () => {
    const lining = { ...PIR, material: 'wool' };
    const layers = [BRICK, lining, BLOCKS];
    const type = created('type', 'cavity', { name: 'Cavity', layers });
    // The wall goes into the roof, whose underside at its insulation is at most 117 mm above the level.
    const high = created('wall', 'wall', { ...LAYERED, height: 3200 });
    const view = modelOf(type, high, SEAM, shed('roof', 0));
    const hatched = cutAreas(view).filter(({ fill }) => fill.hatch !== null);
    expect(hatched.map(({ element }) => element)).toEqual([null]);
    const other = modelOf(CAVITY, high, SEAM, shed('roof', 0));
    expect(cutAreas(other).filter(({ fill }) => fill.hatch !== null)).toHaveLength(2);
  });
});

test('the layers of a section add up to it without overlap, in any direction', () => {
  const degrees = fc.integer({ min: 0, max: 359 });
  const form = fc.constantFrom('hip', 'gable', 'shed', 'flat');
  const place = fc.record({ x: fc.integer({ min: 500, max: 5500 }), degrees });
  fc.assert(
    fc.property(
      degrees,
      form,
      place,
      fc.boolean(),
      (turn, roof_type, { x, degrees: look }, left) => {
        const on = ({ x: px, y }: Point2): Point2 => {
          const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
          return P(Math.round(px * cos - y * sin), Math.round(px * sin + y * cos));
        };
        const side = left ? 'left' : 'right';
        const walls = RECT.map((start, i) =>
          created('wall', `w${i}`, {
            ...LAYERED,
            start: on(start),
            end: on(RECT[(i + 1) % RECT.length] ?? start),
            height: 2500,
            layer_side: side,
          }),
        );
        const boundary_points = RECT.map(on);
        const slope = roof_type === 'flat' ? {} : { slope_deg: 35 };
        const roof = created('roof', 'roof', {
          level_id: 'L1',
          boundary_points,
          thickness: 300,
          type_id: 'seam',
          roof_type,
          ...slope,
        });
        const angle = (look * Math.PI) / 180;
        const through = { origin: on(P(x, 4000)), normal: P(Math.cos(angle), Math.sin(angle)) };
        const view = modelOf(CAVITY, SEAM, ...walls, roof);
        const whole = united(cutAreas(view, 100, through).map((item) => scaled(item, 100)));
        const layers = cutAreas(view, SCALE, through).map((item) => scaled(item));
        const sum = layers.reduce((all, area) => all + sizeOf(area), 0);
        expect(Math.abs(sum / sizeOf(whole) - 1)).toBeLessThan(1e-4);
        expect(Math.abs(sizeOf(united(layers)) / sizeOf(whole) - 1)).toBeLessThan(1e-4);
      },
    ),
    { numRuns: 25 },
  );
});
