/** @module courtyards: roofs around courtyards: their planes, measures and openings, refusals, and invariance under motions. Lengths in the comments are metres. */
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { pieceVolume } from '../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../kernel/building/geometry/mesh/mesh.ts';
import { takeOff } from '../../../kernel/documents/schedules/take-off.ts';
import { World } from '../building/world.ts';

type Data = Record<string, unknown>;
type Face = { side: number; slope_deg: number; area_mm2: number; sloped_area_mm2: number };

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const rectangle = (x: number, y: number, w: number, d: number): { x: number; y: number }[] => [
  P(x, y),
  P(x + w, y),
  P(x + w, y + d),
  P(x, y + d),
];

/** 20 by 16 around 8 by 4, each wing 6 wide. */
const OUTER = rectangle(0, 0, 20_000, 16_000);
const COURT = rectangle(6000, 6000, 8000, 4000);

/** A take-off is never refused here. */
const refused = (code: string, message: string): never => {
  throw new Error(`${code}: ${message}`);
};

let world: World;
let level_id = '';
beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Eaves', elevation: 3000 });
});

const roof = async (given: Data = {}): Promise<Data> =>
  await world.do('create_roof', {
    level_id,
    boundary_points: OUTER,
    holes: [COURT],
    thickness: 200,
    ...given,
  });

/** Volume of a closed body, which equals that of its pieces if it has any. */
function volumeOf(id: string): number {
  const mesh = world.view.mesh(id);
  if (mesh === null) throw new Error('no body');
  expect(isWatertight(mesh)).toBe(true);
  const volume = meshVolume(mesh);
  const pieces = world.view.pieces(id);
  // A body with openings in slopes has only a mesh.
  if (pieces === null) return volume;
  const sum = pieces.reduce((all, piece) => all + pieceVolume(piece), 0);
  expect(sum / volume).toBeCloseTo(1, 6);
  return volume;
}

describe('a hip roof around a courtyard', () => {
  it('has a ridge all around, hips outside and valleys at the corners of the courtyard', async () => {
    const made = await roof({ slope: 45 });
    // The ridge runs 3 inside of the outline: 14 by 10. From each corner to it 3, 3 and 3 up.
    const root = 3000 * Math.sqrt(3);
    expect(made).toMatchObject({
      roof_type: 'hip',
      area_mm2: (20 * 16 - 8 * 4) * 1e6,
      sloped_area_mm2: expect.closeTo(288e6 * Math.SQRT2, 0),
      ridge_height_mm: 3000,
      ridge_length_mm: 48_000,
      hip_length_mm: expect.closeTo(4 * root, 2),
      valley_length_mm: expect.closeTo(4 * root, 2),
      eave_length_mm: 72_000 + 24_000,
    });
    // Thickness is perpendicular to the slope.
    expect(volumeOf(String(made['roof_id'])) / (288e6 * Math.SQRT2 * 200)).toBeCloseTo(1, 9);
  });

  it('projects over the courtyard by its overhang', async () => {
    const made = await roof({ slope: 45, overhang: 500 });
    expect(made['area_mm2']).toBe((21 * 17 - 7 * 3) * 1e6);
    expect(volumeOf(String(made['roof_id'])) / (336e6 * Math.SQRT2 * 200)).toBeCloseTo(1, 9);
  });

  it('has a slope for each side, those of the courtyard after those of the outline', async () => {
    const edges = [
      ...OUTER.map(() => ({ slope_deg: 45 })),
      ...COURT.map(() => ({ slope_deg: 30 })),
    ];
    const made = await roof({ edges });
    const tan = Math.tan(Math.PI / 6);
    // The ridge is where x rises as much at 45 degrees as 6 - x at 30.
    const x = (6 * tan) / (1 + tan);
    const around = (w: number): number => (x * (w + w - 2 * x)) / 2;
    const within = (w: number): number => ((6 - x) * (w + w + 2 * (6 - x))) / 2;
    const areas = [20, 16, 20, 16].map(around).concat([8, 4, 8, 4].map(within));
    const faces = made['faces'] as Face[];
    expect(faces.map(({ side }) => side)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const [i, { area_mm2, slope_deg }] of faces.entries()) {
      expect(slope_deg).toBe(i < 4 ? 45 : 30);
      expect(area_mm2 / 1e6).toBeCloseTo(areas[i] ?? 0, 5);
    }
    const sloped = areas.reduce(
      (sum, m2, i) => sum + m2 / Math.cos(((i < 4 ? 45 : 30) * Math.PI) / 180),
      0,
    );
    expect(Number(made['sloped_area_mm2']) / 1e6).toBeCloseTo(sloped, 5);
    volumeOf(String(made['roof_id']));
  });

  it('counts the sides of a courtyard from its first corner on', async () => {
    const made = await roof({ holes: [rectangle(6000, 6000, 6000, 4000)], slope: 45 });
    const faces = made['faces'] as Face[];
    // East of the courtyard the wing is 8 wide: 3 up its side grows from 4 to 10, then it narrows to 8 at the ridge.
    expect(faces[5]).toMatchObject({ side: 5, area_mm2: (((4 + 10) / 2) * 3 + 9) * 1e6 });
    expect(faces[7]).toMatchObject({ side: 7, area_mm2: ((4 + 10) / 2) * 3 * 1e6 });
  });

  it('keeps the slope of each side for either orientation of the rings', async () => {
    const slopes = [30, 35, 40, 45, 25, 28, 32, 38];
    const plain = await roof({ edges: slopes.map((slope_deg) => ({ slope_deg })) });
    const bySlope = (made: Data): unknown =>
      (made['faces'] as Face[])
        .map(({ slope_deg, area_mm2 }) => [slope_deg, area_mm2])
        .toSorted(([a = 0], [b = 0]) => a - b);
    // Clockwise from the same corners: the last side comes first.
    const turned = await roof({
      boundary_points: [OUTER[0], ...OUTER.slice(1).toReversed()],
      holes: [[COURT[0], ...COURT.slice(1).toReversed()]],
      edges: [45, 40, 35, 30, 38, 32, 28, 25].map((slope_deg) => ({ slope_deg })),
    });
    expect(bySlope(turned)).toEqual(bySlope(plain));
  });

  it.each([
    ['flat', {}, 1],
    ['shed', { slope: 20 }, 1 / Math.cos(Math.PI / 9)],
  ])('is also open over the courtyard as a %s roof', async (roof_type, given, rise) => {
    const made = await roof({ roof_type, ...given, overhang: 500 });
    expect(made['area_mm2']).toBe(336e6);
    expect(volumeOf(String(made['roof_id'])) / (336e6 * rise * 200)).toBeCloseTo(1, 9);
  });
});

describe('refusals of a roof around a courtyard', () => {
  it.each([
    ['a gable roof', { roof_type: 'gable', slope: 30 }, 'around a courtyard'],
    ['too few edges', { edges: OUTER.map(() => ({})) }, 'an outline of 8 sides with its `holes`'],
    ['a courtyard outside', { holes: [rectangle(18_000, 1000, 4000, 4000)] }, '`holes[0]` is not'],
    [
      'an overhang that closes it',
      { holes: [rectangle(6000, 6000, 900, 900)], roof_type: 'hip', slope: 30, overhang: 600 },
      'side 4 (of `holes[0]`, from (6000, 6000)',
    ],
    [
      'a gable that ends at an inward corner',
      {
        edges: [...OUTER, ...COURT].map((_, i) => (i === 5 ? { gable: true } : { slope_deg: 30 })),
      },
      'side 5 (of `holes[0]`, from (14000, 6000) to (14000, 10000)) cannot be a gable',
    ],
  ])('%s', async (_what, given, expected) => {
    const call = { level_id, boundary_points: OUTER, holes: [COURT], ...given };
    const { message } = await world.refusal('create_roof', call);
    expect(message).toContain(expected);
  });

  it('an opening in the courtyard, and a courtyard over an opening', async () => {
    const host_id = String((await roof({ slope: 45 }))['roof_id']);
    const opening = { host_id, width: 800, height: 800 };
    const { name } = await world.refusal('create_opening', {
      ...opening,
      location: P(10_000, 8000),
    });
    expect(name).toBe('OPENING_OVERLAP');
    await world.do('create_opening', { ...opening, location: P(10_000, 1500) });
    const holes = [COURT, rectangle(9000, 1000, 2000, 1000)];
    const edit = { element_id: host_id, parameter_name: 'holes', value: holes };
    await expect(world.refusal('modify_parameter', edit)).resolves.toMatchObject({
      message: expect.stringContaining('overlaps a hole of roof'),
    });
  });
});

it('openings are taken off the net areas of a roof, in plan and on its slopes', async () => {
  const host_id = String((await roof({ slope: 45, overhang: 500 }))['roof_id']);
  const cut = { host_id, width: 1000, height: 2000 };
  // One on a slope, and one across the ridge along y = 3.
  await world.do('create_opening', { ...cut, location: P(10_000, 1500) });
  await world.do('create_opening', { ...cut, location: P(5000, 3000) });
  const { measures } = await world.ask('get_element', { element_id: host_id });
  expect(measures).toMatchObject({
    area_mm2: (336 - 4) * 1e6,
    sloped_area_mm2: expect.closeTo(336e6 * Math.SQRT2, 0),
    net_sloped_area_mm2: expect.closeTo(332e6 * Math.SQRT2, 0),
  });
  expect(world.view.grossMeasures(host_id).area_mm2).toBe(336e6);
  const request = { categories: ['Roofs'], grouping: ['type'] };
  const { columns, rows } = takeOff(world.view, request, refused);
  const cells = Object.fromEntries(columns.map(({ title }, i) => [title, rows[0]?.cells[i]]));
  const millionth = (value: number): unknown => expect.closeTo(value, 2);
  expect(cells).toMatchObject({
    'Net area': 332,
    'Gross area': 336,
    'Net sloped area': millionth(332 * Math.SQRT2),
    'Gross sloped area': millionth(336 * Math.SQRT2),
    'Net volume': millionth(332 * Math.SQRT2 * 0.2),
    'Gross volume': millionth(336 * Math.SQRT2 * 0.2),
  });
  // Booleans are exact to a millionth.
  expect(volumeOf(host_id) / (332e6 * Math.SQRT2 * 200)).toBeCloseTo(1, 5);
});

it('a script writes holes of roofs as those of floors', async () => {
  await world.do('run_script', {
    script: 'roof rect (0, 0) to (20, 16) hole rect (6, 6) to (14, 10) on @Eaves slope 45 as r',
  });
  const [made] = [...world.view.elementsOf('roof')];
  expect(made?.params).toMatchObject({ roof_type: 'hip', holes: [COURT] });
});

it('a roof with courtyards has the same measures after a move, rotation or mirroring', async () => {
  const spot = fc.integer({ min: 0, max: 1000 });
  const slope = fc.constantFrom(25, 30, 45);
  const random = fc.record({
    at: fc.tuple(spot, spot, spot, spot),
    slopes: fc.tuple(slope, slope),
    overhang: fc.constantFrom(0, 400),
    motion: fc.constantFrom(
      { operation: 'move', delta: { x: 12_345.678, y: -9876.543 } },
      { operation: 'rotate', about: P(1000, 2000), angle_deg: 90 },
      { operation: 'rotate', about: P(1000, 2000), angle_deg: 37 },
      { operation: 'mirror', from: P(0, 0), to: P(0, 1000) },
      { operation: 'mirror', from: P(0, 0), to: P(700, 1000) },
    ),
  });
  const figures = async (element_id: string): Promise<Readonly<Record<string, number>>> => {
    const { measures } = await world.ask('get_element', { element_id });
    return { ...(measures as Record<string, number>), volume: volumeOf(element_id) };
  };
  await fc.assert(
    fc.asyncProperty(
      random,
      async ({ at: [a, b, c, d], slopes: [out, inner], overhang, motion }) => {
        const holes = [
          rectangle(5000 + a, 4000 + b, 3000 + c, 2500 + d),
          rectangle(14_000 + d, 8000 + a, 2000 + b, 3000 + c),
        ];
        const edges = [...OUTER.map(() => out), ...holes.flat().map(() => inner)].map(
          (slope_deg) => ({
            slope_deg,
          }),
        );
        const id = String((await roof({ holes, edges, overhang }))['roof_id']);
        const before = await figures(id);
        await world.do('transform_elements', { element_ids: [id], ...motion });
        const after = await figures(id);
        const measured = Object.entries(before).filter(([, value]) => value > 0);
        expect(measured.length).toBeGreaterThan(8);
        for (const [name, value] of measured) {
          expect([name, (after[name] ?? Number.NaN) / value]).toEqual([name, expect.closeTo(1, 4)]);
        }
      },
    ),
    { numRuns: 25 },
  );
});
