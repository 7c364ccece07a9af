/** @module tests of sheets, dimensions and the linter of drawings. */
import dxfParser from 'dxf-parser';
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type {
  Dimension,
  Drawing,
  Item,
  TextLine,
} from '../../../../kernel/documents/drawings/drawing.ts';
import {
  DRAWING_FAULTS,
  lintDrawing,
} from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { sheet, type SheetContent } from '../../../../kernel/documents/drawings/pages/sheet.ts';
import type { Table } from '../../../../kernel/documents/drawings/pages/table.ts';
import { dxf } from '../../../../kernel/documents/drawings/print/dxf.ts';
import { png, widthForTokens } from '../../../../kernel/documents/drawings/print/png.ts';
import { svg } from '../../../../kernel/documents/drawings/print/svg.ts';
import { textAt } from '../../../../kernel/documents/drawings/sketch.ts';
import type { SheetDefinition, ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';
import { houseView, levelAt } from './house.ts';

// The package exports the class itself, although its types declare an object that contains it.
const DxfParser: typeof dxfParser.DxfParser = Object.assign(dxfParser);

const house = await houseView();
const PLAN: ViewDefinition = {
  view: 'plan',
  level_id: levelAt(house, 0),
  scale: 100,
  cut_height: 1200,
};

function drawingOf(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const SHEET: SheetDefinition = {
  size: 'A2',
  upright: false,
  margin: 10,
  title_block: {
    title: 'Ground floor',
    project: 'House',
    drawn_by: 'A. N.',
    number: '01',
    revision: '',
  },
  views: [],
  schedules: [],
};

/** A schedule with the given number of doors and columns. */
function tableOf(doors: number, columns = 2): Table {
  const titles = [
    'Number',
    'Width',
    ...Array.from({ length: columns - 2 }, (_, c) => `Column ${c}`),
  ];
  return {
    title: 'Doors',
    columns: titles.map((title, c) => ({ title, align: c === 1 ? 'right' : 'left' })),
    rows: Array.from({ length: doors }, (_, d) => ({
      cells: titles.map((_title, c) => (c === 0 ? `D${d + 1}` : '900')),
      bold: false,
      element: `door_${d + 1}`,
    })),
  };
}

/** The texts with door numbers on a sheet, in drawing order. */
function doorsOn({ items }: Drawing): readonly TextLine[] {
  return items.filter((item): item is TextLine => {
    return item.shape === 'text' && /^D\d+$/.test(item.text);
  });
}

function sheetOf(
  views: readonly Drawing[],
  place: { x: number; y: number } | null = null,
  tables: SheetContent['schedules'] = [{ table: tableOf(1), x: null, y: null }],
): Drawing {
  return sheet(SHEET, {
    views: views.map((drawing) => ({ drawing, x: place?.x ?? null, y: place?.y ?? null })),
    schedules: tables,
    note: 'model at event 7',
    warnings: [],
  });
}

function chainsOf(drawing: Drawing): ReadonlyMap<string, readonly number[]> {
  const all = drawing.items.filter((item): item is Dimension => item.shape === 'dimension');
  return new Map(
    [...Map.groupBy(all, ({ chain }) => chain)].map(([name, chain]) => [
      name,
      chain.map(({ text }) => Number(text)),
    ]),
  );
}

test('the south side of the house has chains for openings, walls and the overall length', () => {
  const chains = chainsOf(drawingOf({ ...PLAN, scale: 50 }, house));
  // Windows at 1,000 and 7,100, the door at 4,500; faces of walls of 300 and 120.
  expect(chains.get('south 1')).toEqual([1150, 1800, 1700, 1000, 1600, 600, 2450]);
  expect(chains.get('south 2')).toEqual([300, 3790, 120, 2380, 120, 1680, 120, 1490, 300]);
  expect(chains.get('south 3')).toEqual([10_300]);
  expect([...chains.keys()].filter((name) => name.endsWith('3')).length).toBe(4);
});

test('overall dimensions do not change if the building is rotated or moved', () => {
  const walls = (turn: (x: number, y: number) => { x: number; y: number }) =>
    modelOf(
      created('wall', 'a', { start: turn(0, 0), end: turn(8000, 0) }),
      created('wall', 'b', { start: turn(8000, 0), end: turn(8000, 5000) }),
      created('wall', 'c', { start: turn(8000, 5000), end: turn(0, 5000) }),
      created('wall', 'd', { start: turn(0, 5000), end: turn(0, 0) }),
    );
  const plan = { ...PLAN, level_id: 'L1' };
  const whole = (view: ModelView): readonly number[] =>
    [...chainsOf(drawingOf(plan, view))]
      .flatMap(([, chain]) => (chain.length === 1 ? chain : []))
      .toSorted((a, b) => a - b);
  const straight = whole(walls((x, y) => ({ x, y })));
  expect(straight).toEqual([5200, 5200, 8200, 8200]);
  expect(whole(walls((x, y) => ({ x: 0.8 * x - 0.6 * y, y: 0.6 * x + 0.8 * y })))).toEqual(
    straight,
  );
  expect(whole(walls((x, y) => ({ x: -x + 1e6, y: y - 3e5 })))).toEqual(straight);
});

test('the plans of the house have no drawing faults', () => {
  for (const [elevation, scale] of [
    [0, 50],
    [0, 100],
    [3000, 50],
  ] as const) {
    const drawing = drawingOf({ ...PLAN, level_id: levelAt(house, elevation), scale }, house);
    expect(lintDrawing(drawing)).toEqual([]);
  }
});

test('a sheet places a plan, an elevation and a schedule without faults and at their scales', () => {
  const section = drawingOf({ view: 'elevation', direction: 'south', scale: 100 }, house);
  const made = sheetOf([drawingOf(PLAN, house), section]);
  expect([made.width_mm, made.height_mm]).toEqual([594, 420]);
  expect(made.warnings).toEqual([]);
  expect(lintDrawing(made)).toEqual([]);
  expect(made.placements.map(({ scale }) => scale)).toEqual([100, 100]);
  const texts = made.items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
  expect(texts).toEqual(
    expect.arrayContaining(['House', '01', '1:100', 'model at event 7', 'Doors', '900']),
  );
  // A sheet is as large in CAD as on paper: the whole house of 10,300 mm is 103 mm.
  expect(dxf(made)).toContain('\n594.0\n');
});

test('a schedule too long for one place is continued next to it, with each line drawn once', () => {
  const made = sheetOf([drawingOf(PLAN, house)], null, [{ table: tableOf(150), x: null, y: null }]);
  expect(made.warnings).toEqual([]);
  expect(lintDrawing(made)).toEqual([]);
  const [table] = made.tables;
  expect(table).toMatchObject({ lines: 150, shown: 150, left_out: [] });
  expect(table?.boxes.length).toBeGreaterThan(1);
  const doors = doorsOn(made);
  expect(doors.map(({ text }) => text)).toEqual(Array.from({ length: 150 }, (_, d) => `D${d + 1}`));
  expect(doors[149]?.element).toBe('door_150');
  const texts = made.items.flatMap((item) => (item.shape === 'text' ? [item.text] : []));
  expect(texts).toEqual(expect.arrayContaining(['Doors', 'Doors (continued)', 'continued beside']));
});

test('a schedule without enough space is truncated, with a note on paper, a warning and a drawing fault', () => {
  for (const [at, most] of [
    [{ x: null, y: null }, 2000],
    [{ x: 20, y: 200 }, 2000],
  ] as const) {
    const made = sheetOf([], null, [{ table: tableOf(most), ...at }]);
    const shown = doorsOn(made).length;
    expect(shown).toBeGreaterThan(300);
    expect(shown).toBeLessThan(most);
    expect(made.warnings).toEqual([
      `only ${shown} of ${most} lines of schedule \`Doors\` fit on the sheet`,
    ]);
    const fault = `only ${shown} of ${most} lines of schedule \`Doors\` fit on the sheet`;
    expect(lintDrawing(made).map(({ message }) => message)).toEqual([fault]);
    const left = `and ${most - shown} more lines`;
    expect(made.items).toContainEqual(expect.objectContaining({ text: left }));
  }
});

test('a schedule at a fixed place where no line fits is drawn beyond the frame and reported as cut', () => {
  const made = sheetOf([], null, [{ table: tableOf(5), x: 20, y: 405 }]);
  expect(doorsOn(made)).toHaveLength(5);
  expect(made.tables).toMatchObject([{ lines: 5, shown: 0 }]);
  const message = 'only 0 of 5 lines of schedule `Doors` fit on the sheet';
  expect(made.warnings).toEqual([message]);
  expect(lintDrawing(made)).toContainEqual(
    expect.objectContaining({ fault: 'schedule_cut', message }),
  );
});

test('a schedule wider than the sheet is drawn without its last columns, which a warning names', () => {
  const made = sheetOf([], null, [{ table: tableOf(3, 60), x: null, y: null }]);
  const [table] = made.tables;
  expect(table?.left_out.at(-1)).toBe('Column 57');
  expect(made.warnings).toEqual([
    expect.stringContaining('too wide for the sheet; omitted columns: Column'),
  ]);
  expect(lintDrawing(made).map(({ fault }) => fault)).toEqual(['schedule_cut']);
});

test('automatic placement does not cover views with a fixed place', () => {
  const plan = drawingOf(PLAN, house);
  const views = [
    { drawing: plan, x: null, y: null },
    { drawing: plan, x: 12, y: 408 - plan.height_mm },
  ];
  const made = sheet(SHEET, { views, schedules: [], note: '', warnings: [] });
  expect(lintDrawing(made)).toEqual([]);
});

test('the linter finds one example of each kind of drawing fault', () => {
  const plan = drawingOf(PLAN, house);
  const dimension = plan.items.find((item): item is Dimension => item.shape === 'dimension');
  if (dimension === undefined) throw new Error('no dimension');
  const label = plan.items.find((item) => item.shape === 'text' && item.text === 'Study');
  if (label?.shape !== 'text') throw new Error('no label');
  const faults = (drawing: Drawing): readonly string[] => [
    ...new Set(lintDrawing(drawing).map(({ fault }) => fault)),
  ];
  const withItems = (...more: readonly Item[]): Drawing => ({
    ...plan,
    items: [...plan.items, ...more],
  });
  const without = plan.items.filter((item) => item !== dimension);
  const found = [
    faults(withItems(textAt(label.at, 'Over it', 2.5))),
    faults(withItems(textAt({ x: 2, y: 1 }, 'tiny', 1.2))),
    faults({ ...plan, items: [...without, { ...dimension, text: '4711' }] }),
    faults(withItems(textAt({ x: -5, y: 3 }, 'outside', 2.5))),
    faults(sheetOf([plan], { x: 500, y: 30 })),
    faults(sheetOf([plan, plan], { x: 20, y: 60 })),
    faults(sheetOf([], null, [{ table: tableOf(2000), x: null, y: null }])),
  ];
  expect(found[0]).toContain('texts_overlap');
  expect(found[1]).toEqual(['text_too_small']);
  expect(found[2]).toEqual(['dimension_wrong', 'dimensions_do_not_add_up']);
  expect(found[3]).toEqual(['outside_paper']);
  expect(found[4]).toContain('view_off_sheet');
  expect(found[5]).toContain('views_overlap');
  expect(found[6]).toEqual(['schedule_cut']);
  expect(new Set(found.flat())).toEqual(new Set(DRAWING_FAULTS));
});

test('the linter checks 20,000 texts in a column, and reports each overlapping pair once', () => {
  const column = Array.from({ length: 20_000 }, (_, i) =>
    textAt({ x: 5, y: 5 + i * 4 }, 'abc', 2.2),
  );
  const paper = { ...sheetOf([]), width_mm: 100, height_mm: 100_000, tables: [] };
  expect(lintDrawing({ ...paper, items: column })).toEqual([]);
  const upright = { ...textAt({ x: 7, y: 2 }, 'a line that stands over many', 2.2), turn_deg: 90 };
  const found = lintDrawing({ ...paper, items: [...column.slice(0, 4), upright] });
  expect(found.map(({ message }) => message)).toEqual(
    Array.from({ length: 4 }, () => 'text `abc` overlaps text `a line that stands over many`'),
  );
});

test('widthForTokens keeps images of very long drawings within the size limit', () => {
  for (const [width_mm, height_mm] of [
    [50_000, 50],
    [50, 50_000],
    [3000, 40],
  ] as const) {
    const drawing = { ...sheetOf([], null, []), items: [], width_mm, height_mm };
    const width = widthForTokens(drawing, 1500);
    const picture = png(drawing, width);
    const [wide, high] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    expect(wide).toBe(width);
    expect(Math.max(wide, high)).toBeLessThanOrEqual(8000);
    expect((wide * high) / 750).toBeLessThanOrEqual(1500);
  }
});

test.each([
  '</text><script>alert(1)</script>',
  'a\n0\nLINE\n8\nEVIL',
  '\u0000\u0007\u001b[31m\ud800 {\\fArial;x}^J',
])('hostile text in the title block and in a schedule is escaped in SVG and DXF: %j', (words) => {
  const title_block = { ...SHEET.title_block, title: words, project: words, number: words };
  const table = { ...tableOf(1), title: words };
  const schedules = [{ table, x: null, y: null }];
  const made = sheet(
    { ...SHEET, title_block },
    { views: [], schedules, note: words, warnings: [] },
  );
  const text = svg(made);
  expect(text).not.toContain('<script');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cs}/u);
  const { entities } = new DxfParser().parseSync(dxf(made)) ?? { entities: [] };
  expect(entities.length).toBeGreaterThan(10);
  expect(entities.filter(({ layer, type }) => layer === 'EVIL' || type === 'LINE')).toEqual([]);
});

test('grid lines extend beyond the dimensions and end in circles with their names', () => {
  const view = modelOf(
    created('wall', 'W1'),
    created('grid', 'G1', { name: 'A', start: { x: 0, y: -500 }, end: { x: 0, y: 500 } }),
  );
  const drawing = drawingOf({ ...PLAN, level_id: 'L1' }, view);
  const shapes = drawing.items.flatMap((item) =>
    'element' in item && item.element === 'G1' ? [item.shape] : [],
  );
  expect(shapes.toSorted()).toEqual(['arc', 'arc', 'polyline', 'text', 'text']);
  expect(lintDrawing(drawing)).toEqual([]);
});
