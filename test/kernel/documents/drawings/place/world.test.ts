/** @module tests of plans in the map of their site: DXF files in eastings and northings, and coordinate grids. */
import dxfParser from 'dxf-parser';
import { describe, expect, test } from 'vitest';

import type { ParamsOf } from '../../../../../kernel/building/kinds/elements.ts';
import { type Georeference, toMapOf } from '../../../../../kernel/building/place/georeference.ts';
import { drawView } from '../../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing, Item } from '../../../../../kernel/documents/drawings/drawing.ts';
import { entersBox } from '../../../../../kernel/documents/drawings/plan/taken-paper.ts';
import { dxf, worldDxf } from '../../../../../kernel/documents/drawings/print/dxf.ts';
import { inWorld } from '../../../../../kernel/documents/drawings/print/world.ts';
import { boxOf, textBox } from '../../../../../kernel/documents/drawings/sketch.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';

/** The package exports the class itself, although its types declare an object that contains it. */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the types are wrong
const DxfParser: typeof dxfParser.DxfParser = Object.assign(dxfParser);

const HERE: Georeference = {
  crs: 'EPSG:25832',
  eastings: 691_000,
  northings: 5_334_000,
  height: 519,
  map_unit: 'metre',
  grid_north_deg: -30,
};
const ISLIP: Georeference = {
  crs: 'EPSG:2263',
  eastings: 1_206_501.82,
  northings: 217_409.36,
  height: 0,
  map_unit: 'us_survey_foot',
  scale: 0.9999,
  grid_north_deg: 90,
};

/** The plan of a wall from the origin along x, with a site. */
function planOf(
  site: Partial<ParamsOf<'site'>> | null,
  coordinate_grid = false,
  more: readonly ReturnType<typeof created>[] = [],
): Drawing {
  const wall = created('wall', 'W', {
    start: { x: 0, y: 0 },
    end: { x: 5000, y: 0 },
    thickness: 200,
  });
  const view =
    site === null
      ? modelOf(wall)
      : modelOf(wall, ...more, created('site', 'site', { true_north_deg: null, ...site }));
  const [level] = view.levels();
  const plan = { view: 'plan', scale: 50, cut_height: 1200, coordinate_grid } as const;
  const drawing = drawView({ ...plan, level_id: level?.id ?? '' }, view);
  if (drawing === null) throw new Error('no plan');
  return drawing;
}

type Vertex = { readonly x: number; readonly y: number };
type Read = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly entities: readonly {
    readonly type: string;
    readonly layer: string;
    readonly vertices?: readonly Vertex[];
  }[];
};

function read(text: string): Read {
  const file = new DxfParser().parseSync(text);
  if (file === null) throw new Error('not read');
  return file;
}

/** The DXF file of a plan in the map. */
function worldFile(drawing: Drawing, georeference: Georeference): string {
  const world = inWorld(drawing, { true_north_deg: null, georeference });
  return world === null ? '' : worldDxf(world);
}

const verticesOf = ({ entities }: Read): readonly Vertex[] =>
  entities.flatMap(({ vertices = [] }) => vertices);

describe('a plan in the map of its site', () => {
  test('has the eastings and northings of its corners', () => {
    const file = worldFile(planOf({ georeference: HERE }), HERE);
    const { header, entities } = read(file);
    expect(header).toMatchObject({ $INSUNITS: 6 });
    expect(file).toContain('$CUSTOMPROPERTYTAG\n1\nCRS\n9\n$CUSTOMPROPERTY\n1\nEPSG:25832');
    // Grid north is 30 degrees clockwise from y, so that the wall runs 30 degrees to the north of east: its corners are at
    // 5 m (cos 30, sin 30) and 0.1 m (sin 30, -cos 30).
    const outline = entities.find(
      ({ layer, vertices }) => layer === 'WALLS-CUT' && vertices?.length === 4,
    );
    const corners = (outline?.vertices ?? []).map(({ x, y }) => `${x} ${y}`);
    expect(corners.toSorted()).toEqual([
      '690999.95 5334000.0866',
      '691000.05 5333999.9134',
      '691004.2801 5334002.5866',
      '691004.3801 5334002.4134',
    ]);
  });

  test.each([
    ['metres', HERE],
    ['US survey feet, with a scale', ISLIP],
    ['metres, with the y axis to grid north', { ...HERE, grid_north_deg: 0 }],
  ])('has each of its points where the map has it, in %s', (_, georeference) => {
    const drawing = planOf({ georeference });
    const [plain, world] = [read(dxf(drawing)), read(worldFile(drawing, georeference))];
    const toMap = toMapOf({ true_north_deg: null, georeference });
    const expected = verticesOf(plain).map((point) => toMap(point));
    const found = verticesOf(world);
    expect(found.length).toBe(expected.length);
    expect(found.length).toBeGreaterThan(10);
    for (const [i, { x, y }] of found.entries()) {
      const { eastings = NaN, northings = NaN } = expected[i] ?? {};
      // Points have four decimals in both files.
      expect(Math.hypot(x - eastings, y - northings)).toBeLessThan(1.5e-4);
    }
    expect(world.entities.map(({ type }) => type)).toEqual(plain.entities.map(({ type }) => type));
  });

  test('has its page around all of its points', () => {
    const file = worldFile(planOf({ georeference: HERE }), HERE);
    const { header } = read(file);
    const [low, high] = [header['$EXTMIN'], header['$EXTMAX']] as readonly Vertex[];
    for (const { x, y } of verticesOf(read(file))) {
      expect(x).toBeGreaterThanOrEqual(low?.x ?? Infinity);
      expect(y).toBeGreaterThanOrEqual(low?.y ?? Infinity);
      expect(x).toBeLessThanOrEqual(high?.x ?? -Infinity);
      expect(y).toBeLessThanOrEqual(high?.y ?? -Infinity);
    }
  });

  test('is no sheet', () => {
    const drawing: Drawing = { ...planOf(null), coordinates: 'paper' };
    expect(inWorld(drawing, { true_north_deg: null, georeference: HERE })).toBeNull();
  });
});

const labels = (items: readonly Item[]): readonly string[] =>
  items.flatMap((item) => (item.shape === 'text' && /^[EN] /u.test(item.text) ? [item.text] : []));

describe('the coordinate grid of a plan', () => {
  test('has lines of round eastings and northings with labels', () => {
    const georeference = { ...HERE, grid_north_deg: 0 };
    const drawing = planOf({ georeference }, true);
    // At 1:50, 30 mm on paper are 1.5 m, so that the lines are 2 m apart.
    expect(labels(drawing.items)).toEqual(
      expect.arrayContaining(['E 691000', 'E 691002', 'E 691004', 'N 5334000']),
    );
    expect(
      drawing.items.some(
        (item) => item.shape === 'text' && item.text.includes('grid 2 m, EPSG:25832'),
      ),
    ).toBe(true);
    const [placement] = drawing.placements;
    const line = drawing.items.find(
      (item) =>
        item.shape === 'polyline' &&
        item.element === 'site' &&
        Math.abs((item.points[0]?.x ?? 0) - (placement?.origin.x ?? 0) - 2000 / 50) < 1e-9,
    );
    expect(line).toMatchObject({ pen: { layer: 'SITES' } });
    for (const item of drawing.items) {
      if (item.shape !== 'polyline' || item.element !== 'site') continue;
      for (const { x, y } of item.points) {
        expect(Math.min(x, y, drawing.width_mm - x, drawing.height_mm - y)).toBeGreaterThan(0);
      }
    }
  });

  test('is turned with grid north, and in the unit of the map', () => {
    const drawing = planOf({ georeference: ISLIP }, true);
    const turned = drawing.items.filter(
      (item) => item.shape === 'text' && item.text.startsWith('E ') && item.turn_deg === 0,
    );
    // With grid north to the left, lines of equal eastings run along x.
    expect(turned.length).toBeGreaterThan(0);
    expect(
      drawing.items.some((item) => item.shape === 'text' && item.text.includes('US ft, EPSG:2263')),
    ).toBe(true);
  });

  test('is interrupted where the texts of rooms lie', () => {
    const from = 1000;
    const to = 3000;
    const room = created('room', 'R', {
      name: 'Hall',
      boundary_points: [
        { x: from, y: from },
        { x: to, y: from },
        { x: to, y: to },
        { x: from, y: to },
      ],
    });
    const north = created('wall', 'N', {
      start: { x: 0, y: 4000 },
      end: { x: 5000, y: 4000 },
      thickness: 200,
    });
    const { items } = planOf({ georeference: { ...HERE, grid_north_deg: 0 } }, true, [room, north]);
    const gaps = items.flatMap((item) =>
      item.shape === 'area' && item.fill.layer === 'SITES' ? [boxOf(item.rings.flat())] : [],
    );
    const texts = items.flatMap((item) =>
      item.shape === 'text' && item.element === 'R' ? [textBox(item)] : [],
    );
    const lines = items.flatMap((item, at) =>
      item.shape === 'polyline' && item.element === 'site' ? [{ points: item.points, at }] : [],
    );
    const crossed = texts.filter((box) =>
      lines.some(
        ({ points: [a, b] }) => a !== undefined && b !== undefined && entersBox(a, b, box),
      ),
    );
    expect(crossed.length).toBeGreaterThan(0);
    for (const { min, max } of crossed) {
      const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
      const isClear = gaps.some(
        (gap) =>
          gap !== null &&
          gap.min.x <= min.x &&
          gap.max.x >= max.x &&
          gap.min.y < middle.y &&
          gap.max.y > middle.y,
      );
      expect(isClear).toBe(true);
    }
  });

  test('is left out with a warning without a georeference, and not drawn unless it is asked for', () => {
    for (const site of [null, { true_north_deg: 30 }]) {
      const drawing = planOf(site, true);
      expect(labels(drawing.items)).toEqual([]);
      expect(drawing.warnings.join()).toContain('the coordinate grid is left out');
    }
    expect(labels(planOf({ georeference: HERE }).items)).toEqual([]);
    expect(planOf(null).warnings).toEqual([]);
  });

  test('does not depend on a site in any other way', () => {
    expect(JSON.stringify(planOf(null, false))).toBe(JSON.stringify(planOf({}, false)));
  });
});

test('the north arrow shows true north, which follows from grid north and the meridian convergence', () => {
  const letter = (drawing: Drawing) => {
    const found = drawing.items.find((item) => item.shape === 'text' && item.text === 'N');
    const circle = drawing.items.find((item) => item.shape === 'arc' && item.radius === 5);
    if (found?.shape !== 'text' || circle?.shape !== 'arc') return NaN;
    return (Math.atan2(circle.centre.x - found.at.x, found.at.y - circle.centre.y) * 180) / Math.PI;
  };
  const georeference = { ...HERE, grid_north_deg: 20 };
  expect(letter(planOf({ georeference }))).toBeCloseTo(21.912_2, 3);
  expect(letter(planOf({ true_north_deg: 5, georeference }))).toBeCloseTo(5, 6);
});
