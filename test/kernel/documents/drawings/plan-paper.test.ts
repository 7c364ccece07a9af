/** @module tests of texts and lines in plans: places of room labels, dimensions of each building, site boundary. */
import { describe, expect, test } from 'vitest';

import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type {
  Dimension,
  Drawing,
  Polyline,
} from '../../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { dxf } from '../../../../kernel/documents/drawings/print/dxf.ts';
import { pdf } from '../../../../kernel/documents/drawings/print/pdf.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import type { PaperBox } from '../../../../kernel/documents/drawings/sketch.ts';
import { boxesOverlap, boxOf, textBox } from '../../../../kernel/documents/drawings/sketch.ts';
import type { PlannedEvent } from '../../../../schemas/events.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';

const P = (x: number, y: number): Point2 => ({ x, y });
const SCALE = 100;

function planOf(view: ModelView, level_id = 'L1'): Drawing {
  const definition = { view: 'plan', level_id, scale: SCALE, cut_height: 1200 } as const;
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('no such level');
  return drawing;
}

function rectangle(x0: number, y0: number, x1: number, y1: number): readonly Point2[] {
  return [P(x0, y0), P(x1, y0), P(x1, y1), P(x0, y1)];
}

/** Walls of 200 mm along an outline. */
function walls(id: string, ring: readonly Point2[], level_id = 'L1'): readonly PlannedEvent[] {
  return ring.map((start, i) =>
    created('wall', `${id}${i}`, { level_id, start, end: ring[(i + 1) % ring.length] ?? start }),
  );
}

const room = (id: string, ring: readonly Point2[]): PlannedEvent =>
  created('room', id, { name: id, boundary_points: [...ring] });

/** The box of the label of a room on paper. */
function labelOf(drawing: Drawing, id: string): PaperBox {
  const boxes = drawing.items.flatMap((item) =>
    item.shape === 'text' && item.element === id ? [textBox(item)] : [],
  );
  const box = boxOf(boxes.flatMap(({ min, max }) => [min, max]));
  if (box === null) throw new Error('no label');
  return box;
}

describe('the label of a room', () => {
  const ring = rectangle(100, 100, 7900, 5900);
  const house = [...walls('W', rectangle(0, 0, 8000, 6000)), room('Hall', ring)];
  const linesAbove = ({ items }: Drawing): readonly Polyline[] =>
    items.filter(
      (item): item is Polyline => item.shape === 'polyline' && item.pen.layer === 'ROOFS-ABOVE',
    );

  test('is moved off the centre of the room if a ridge runs there', () => {
    const plain = labelOf(planOf(modelOf(...house)), 'Hall');
    const roof = created('roof', 'R', {
      level_id: 'L2',
      boundary_points: [...rectangle(0, 0, 8000, 6000)],
      roof_type: 'gable',
      slope_deg: 30,
      base_offset: 0,
    });
    const drawing = planOf(modelOf(...house, roof));
    const ridge = linesAbove(drawing).find(({ closed }) => !closed);
    const y = ridge?.points[0]?.y ?? Number.NaN;
    const moved = labelOf(drawing, 'Hall');
    // The ridge runs through the middle of the room, 60 mm wide on paper, and the label keeps its size.
    expect(moved.min.y > y || moved.max.y < y).toBe(true);
    expect(moved.max.y - moved.min.y).toBeCloseTo(plain.max.y - plain.min.y, 6);
    expect(lintDrawing(drawing)).toEqual([]);
  });

  test('does not overlap a rotated column', () => {
    for (const profile of ['600x600', 'HEA300']) {
      const column = created('column', 'C', { location: P(4000, 3000), profile, turn_deg: 30 });
      const drawing = planOf(modelOf(...house, column));
      const cut = drawing.items.flatMap((item) =>
        item.shape === 'area' && item.element === 'C' ? item.rings.flat() : [],
      );
      const box = boxOf(cut);
      expect([profile, box !== null && boxesOverlap(box, labelOf(drawing, 'Hall'))]).toEqual([
        profile,
        false,
      ]);
    }
  });

  test('is written over lines if there is no place without lines', () => {
    const beams = Array.from({ length: 30 }, (_, i) =>
      created('beam', `B${i}`, { start: P(0, 200 * i), end: P(8000, 200 * i) }),
    );
    const drawing = planOf(modelOf(...house, ...beams));
    const plain = planOf(modelOf(...house));
    const [over, free] = [labelOf(drawing, 'Hall'), labelOf(plain, 'Hall')];
    expect(over.max.x - over.min.x).toBeCloseTo(free.max.x - free.min.x, 6);
  });
});

describe('dimensions', () => {
  const chains = ({ items }: Drawing): ReadonlyMap<string, readonly Dimension[]> =>
    Map.groupBy(
      items.filter((item): item is Dimension => item.shape === 'dimension'),
      ({ chain }) => chain,
    );
  const sums = (drawing: Drawing): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...chains(drawing)].map(([name, all]) => [name, all.map(({ text }) => text).join(' ')]),
    );

  test('of detached buildings have separate chains for each building', () => {
    const drawing = planOf(
      modelOf(
        ...walls('A', rectangle(0, 0, 8000, 6000)),
        ...walls('B', rectangle(20_000, 1000, 24_000, 4000)),
        created('window', 'N', { host_id: 'B0', offset: 1000, width: 1500 }),
      ),
    );
    // Walls of 200 mm extend 100 mm to each side of their axes; a window starts 1,000 mm after the start of its wall.
    expect(sums(drawing)).toEqual({
      'south of building 1 1': '200 7800 200',
      'south of building 1 2': '8200',
      'north of building 1 1': '200 7800 200',
      'north of building 1 2': '8200',
      'west of building 1 1': '200 5800 200',
      'west of building 1 2': '6200',
      'east of building 1 1': '200 5800 200',
      'east of building 1 2': '6200',
      'south of building 2 1': '1100 1500 1600',
      'south of building 2 2': '200 3800 200',
      'south of building 2 3': '4200',
      'north of building 2 1': '200 3800 200',
      'north of building 2 2': '4200',
      'west of building 2 1': '200 2800 200',
      'west of building 2 2': '3200',
      'east of building 2 1': '200 2800 200',
      'east of building 2 2': '3200',
    });
    expect(drawing.warnings).toEqual([]);
    expect(lintDrawing(drawing)).toEqual([]);
  });

  test('between two close buildings are omitted with warnings', () => {
    const drawing = planOf(
      modelOf(
        ...walls('A', rectangle(0, 0, 8000, 6000)),
        ...walls('B', rectangle(10_000, 0, 14_000, 6000)),
      ),
    );
    const names = [...chains(drawing).keys()].map((name) => name.replace(/ \d$/u, ''));
    expect([...new Set(names)]).toEqual([
      'south of building 1',
      'north of building 1',
      'west of building 1',
      'south of building 2',
      'north of building 2',
      'east of building 2',
    ]);
    expect(drawing.warnings).toHaveLength(2);
    expect(lintDrawing(drawing)).toEqual([]);
  });

  test('of a building with a courtyard measure its outer faces', () => {
    const drawing = planOf(
      modelOf(
        ...walls('A', rectangle(0, 0, 8000, 6000)),
        ...walls('B', rectangle(3000, 2000, 5000, 4000)),
      ),
    );
    expect(sums(drawing)).toMatchObject({ 'south 1': '200 7800 200', 'south 2': '8200' });
  });

  test('are whole millimetres, also for the overall length', () => {
    const slanted = [P(0, 0), P(8000.4, 0), P(8000.4, 6000.7), P(0, 6000.7)];
    const drawing = planOf(modelOf(...walls('A', slanted)));
    const texts = [...chains(drawing).values()].flat().map(({ text }) => text);
    expect(texts.filter((text) => !/^\d+$/u.test(text))).toEqual([]);
    expect(lintDrawing(drawing)).toEqual([]);
  });
});

describe('the site boundary', () => {
  const boundary = [P(-5000, -4000), P(12_000, -4000), P(12_000, 9000), P(-5000, 8000)];
  const events = (more: object): readonly PlannedEvent[] => [
    ...walls('W', rectangle(0, 0, 8000, 6000)),
    ...walls('U', rectangle(0, 0, 8000, 6000), 'L2'),
    created('site', 'site', { boundary, true_north_deg: 30, ...more }),
  ];
  const lineOf = ({ items }: Drawing): Polyline | undefined =>
    items.find((item): item is Polyline => item.shape === 'polyline' && item.element === 'site');

  test('is drawn on plans of levels at ground height only, with a dashed pen', () => {
    const view = modelOf(...events({}));
    const line = lineOf(planOf(view));
    expect(line?.closed).toBe(true);
    expect(line?.pen).toMatchObject({ layer: 'SITES', width_mm: 0.25 });
    expect(line?.pen.dash_mm).not.toBeNull();
    // 17 m along x and 13 m along y, at 1:100.
    const box = boxOf(line?.points ?? []);
    expect((box?.max.x ?? 0) - (box?.min.x ?? 0)).toBeCloseTo(170, 9);
    expect((box?.max.y ?? 0) - (box?.min.y ?? 0)).toBeCloseTo(130, 9);
    expect(lineOf(planOf(view, 'L2'))).toBeUndefined();
    const beside = modelOf(...events({}), created('level', 'L0', { name: 'Beside', elevation: 0 }));
    for (const id of ['L1', 'L0']) expect(lineOf(planOf(beside, id))?.closed).toBe(true);
    expect(lineOf(planOf(modelOf(...events({ boundary: null }))))).toBeUndefined();
  });

  test('is on the layer SITES in SVG and DXF files, and is part of PDF files', () => {
    const drawing = planOf(modelOf(...events({})));
    expect(svg(drawing)).toMatch(/data-id="site" data-layer="SITES"/u);
    const text = dxf(drawing);
    expect(text).toMatch(/\r?\n2\r?\nSITES\r?\n/u);
    expect(text).toMatch(/LWPOLYLINE[^]*?\r?\n8\r?\nSITES\r?\n/u);
    // The content of a PDF is compressed, so only the lengths are compared.
    const plain = planOf(modelOf(...events({ boundary: null })));
    expect(pdf([drawing]).length).toBeGreaterThan(pdf([plain]).length);
  });
});

test('elements with LoadBearing false have a lighter fill in plans and sections', () => {
  const bearing = (LoadBearing: boolean): object => ({
    properties: { Pset_ColumnCommon: { LoadBearing } },
  });
  const view = modelOf(
    created('column', 'bears', { location: P(0, 0), ...bearing(true) }),
    created('column', 'clads', { location: P(2000, 0), ...bearing(false) }),
    created('column', 'silent', { location: P(4000, 0) }),
  );
  const section = {
    view: 'section',
    origin: { x: 0, y: 0, z: 0 },
    normal: { x: 0, y: -1, z: 0 },
    depth: null,
    scale: SCALE,
  } as const;
  for (const drawing of [planOf(view), drawView(section, view)]) {
    const colours = new Map(
      (drawing?.items ?? []).flatMap((item) =>
        item.shape === 'area' && item.element !== null
          ? [[item.element, item.fill.colour?.join()] as const]
          : [],
      ),
    );
    expect(colours.get('bears')).toBeDefined();
    expect(colours.get('silent')).toBe(colours.get('bears'));
    expect(colours.get('clads')).not.toBe(colours.get('bears'));
  }
});
