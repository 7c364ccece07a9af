/** @module tests of the file formats of drawings, with third-party parsers. */
import { execFileSync } from 'node:child_process';
import process from 'node:process';

import dxfParser from 'dxf-parser';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';

import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { dxf } from '../../../../kernel/documents/drawings/print/dxf.ts';
import { pdf } from '../../../../kernel/documents/drawings/print/pdf.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { created } from '../../building/model/build.ts';
import { modelOf } from '../../checks/clash/clash-model.ts';
import { houseView, levelAt } from './house.ts';

/** The package exports the class itself, although its types declare an object that contains it. */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the types are wrong
const DxfParser: typeof dxfParser.DxfParser = Object.assign(dxfParser);

const house = await houseView();
const PLAN: ViewDefinition = { view: 'plan', level_id: 'L1', scale: 50, cut_height: 1200 };
const HOUSE: ViewDefinition = { ...PLAN, level_id: levelAt(house, 0) };

function drawingOf(definition: ViewDefinition, view: ModelView): Drawing {
  const drawing = drawView(definition, view);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

type Page = {
  readonly size_mm: readonly number[];
  /** Bounding box of each path, mm on paper: minimum x and y, maximum x and y. */
  readonly paths: readonly (readonly number[])[];
  readonly text: string;
};

async function pageOf(bytes: Buffer): Promise<Page> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const page = await (await reading.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const paths: (readonly number[])[] = [];
  let per_unit = 0;
  for (const [i, operator] of fnArray.entries()) {
    const given: unknown = argsArray[i];
    if (!Array.isArray(given)) continue;
    if (operator === OPS.transform && per_unit === 0) per_unit = (Number(given[0]) * 25.4) / 72;
    const box: unknown = given[2];
    if (operator === OPS.constructPath && box instanceof Float32Array) {
      paths.push([...box].map((value) => value * per_unit));
    }
  }
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('|');
  await reading.destroy();
  return { size_mm: page.view.map((points: number) => (points * 25.4) / 72), paths, text };
}

const wall = modelOf(created('wall', 'W1', { load_bearing: true }), created('door', 'D1'));

test('PDF: a wall of 5,000 mm is 100.00 mm long on paper at 1:50, and text can be extracted', async () => {
  const drawing = drawingOf(PLAN, wall);
  const page = await pageOf(pdf([drawing]));
  expect(page.size_mm[2]).toBeCloseTo(drawing.width_mm, 3);
  // The parts of the wall on both sides of the door.
  const cut = page.paths.filter(
    ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => y1 - y0 > 3.99 && y1 - y0 < 4.01 && x1 - x0 > 9,
  );
  const [start, end] = [cut.map(([x0 = 0]) => x0), cut.map(([, , x1 = 0]) => x1)];
  expect(cut.length).toBe(4);
  expect(Math.max(...end) - Math.min(...start)).toBeCloseTo(100, 3);
  expect(page.text).toContain('Ground');
  expect(page.text).toContain('1:50');
});

test('PDF: names in several scripts can be extracted; characters missing in the font give a warning', async () => {
  const name = 'Küche Ψ Ж';
  const drawing = drawingOf(PLAN, modelOf(created('room', 'R1', { name })));
  expect((await pageOf(pdf([drawing]))).text).toContain(name);
  expect(drawing.warnings).toEqual([]);
  const chinese = drawingOf(PLAN, modelOf(created('room', 'R1', { name: '会议室' })));
  expect(chinese.warnings.join()).toContain('3 characters');
  expect((await pageOf(pdf([chinese]))).text).toContain('\\u{4f1a}\\u{8bae}\\u{5ba4}');
});

/** The tested fields of a parsed entity. */
type Entity = {
  readonly type: string;
  readonly layer: string;
  readonly name?: string;
  readonly shape?: boolean;
  readonly vertices?: readonly { readonly x: number; readonly y: number }[];
};

function entitiesOf(text: string): {
  readonly entities: readonly Entity[];
  readonly layers: readonly string[];
  readonly blocks: readonly string[];
} {
  const parsed = new DxfParser().parseSync(text);
  if (parsed === null) throw new Error('not read');
  const entities: readonly Entity[] = parsed.entities;
  return {
    entities,
    layers: Object.keys(parsed.tables.layer.layers),
    blocks: Object.keys(parsed.blocks),
  };
}

test('DXF: a view has building coordinates, closed polylines on layers by category, and a block for its door', () => {
  const { entities, layers, blocks } = entitiesOf(dxf(drawingOf(PLAN, wall)));
  const cut = entities.filter(({ type, layer }) => type === 'LWPOLYLINE' && layer === 'WALLS-CUT');
  expect(cut.length).toBe(2);
  expect(cut.every(({ shape }) => shape === true)).toBe(true);
  const xs = cut.flatMap(({ vertices = [] }) => vertices.map(({ x }) => x));
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([0, 5000]);
  const ys = cut.flatMap(({ vertices = [] }) => vertices.map(({ y }) => y));
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([-100, 100]);
  expect(entities.filter(({ type }) => type === 'INSERT').map(({ name }) => name)).toEqual([
    'DOOR-SINGLE-LEFT-900X200',
  ]);
  expect(blocks).toContain('DOOR-SINGLE-LEFT-900X200');
  const used = new Set(entities.map(({ layer }) => layer));
  expect([...used].filter((layer) => !layers.includes(layer))).toEqual([]);
});

test('DXF: all handles are unique and below the next free handle', () => {
  const lines = dxf(drawingOf(HOUSE, house)).split('\n');
  const handles: string[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const isHeader = lines[i - 2] === '9';
    if ((lines[i] === '5' || lines[i] === '105') && !isHeader) handles.push(lines[i + 1] ?? '');
  }
  expect(new Set(handles).size).toBe(handles.length);
  const seed = lines[lines.indexOf('$HANDSEED') + 2] ?? '';
  expect(Math.max(...handles.map((handle) => Number.parseInt(handle, 16)))).toBeLessThan(
    Number.parseInt(seed, 16),
  );
});

test('DXF: line breaks in a name cannot add groups', () => {
  const name = 'Hall\n0\nLINE\n8\nX %%d ^J';
  const { entities } = entitiesOf(dxf(drawingOf(PLAN, modelOf(created('room', 'R1', { name })))));
  expect(entities.filter(({ type }) => type === 'LINE')).toEqual([]);
});

test('the same drawing gives the same bytes in two processes', () => {
  const program = `
    const [{ houseView, levelAt }, { drawView }, { pdf }, { dxf }, { svg }, { png }, { createHash }] = await Promise.all([
      import('./test/kernel/documents/drawings/house.ts'), import('./kernel/documents/drawings/draw-view.ts'),
      import('./kernel/documents/drawings/print/pdf.ts'), import('./kernel/documents/drawings/print/dxf.ts'), import('./kernel/documents/drawings/print/svg.ts'),
      import('./kernel/documents/drawings/print/png.ts'), import('node:crypto')]);
    const view = await houseView();
    const plan = { view: 'plan', level_id: levelAt(view, 0), scale: 50, cut_height: 1200 };
    const drawing = drawView(plan, view);
    const hash = createHash('sha256');
    for (const part of [pdf([drawing]), dxf(drawing), svg(drawing), png(drawing, 900)]) hash.update(part);
    console.log(hash.digest('hex'));
    process.exit(0);`;
  const run = (): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const once = run();
  expect(once).toMatch(/^[0-9a-f]{64}\n$/u);
  expect(run()).toBe(once);
});
