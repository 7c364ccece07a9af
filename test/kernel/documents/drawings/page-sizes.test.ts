/** @module page sizes: an exported page has the size of its paper in every format, whatever is on it. */
import { describe, expect, test } from 'vitest';

import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { sheet, type SheetContent } from '../../../../kernel/documents/drawings/pages/sheet.ts';
import type { SheetDefinition, SheetSize, ViewDefinition } from '../../../../schemas/views.ts';
import { DRAWING_FORMATS } from '../../../../servers/documentation/drawing-formats.ts';
import { houseView, levelAt } from './house.ts';

/** ISO 216, long and short side, mm. */
const PAPER: Readonly<Record<SheetSize, readonly [number, number]>> = {
  A0: [1189, 841],
  A1: [841, 594],
  A2: [594, 420],
  A3: [420, 297],
  A4: [297, 210],
};

const house = await houseView();
const level_id = levelAt(house, 0);

function viewOf(definition: ViewDefinition): Drawing {
  const drawing = drawView(definition, house);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const planAt = (scale: number): Drawing =>
  viewOf({ view: 'plan', level_id, scale, cut_height: 1200 });
const section = viewOf({
  view: 'section',
  origin: { x: 4000, y: 4000, z: 0 },
  normal: { x: 1, y: 0, z: 0 },
  depth: null,
  scale: 50,
});
const elevation = viewOf({ view: 'elevation', direction: 'south', scale: 100 });

const free = (...drawings: readonly Drawing[]): SheetContent['views'] =>
  drawings.map((drawing) => ({ drawing, x: null, y: null }));

/** Content of a sheet by name. */
const CONTENTS: Readonly<Record<string, SheetContent['views']>> = {
  nothing: [],
  'one plan': free(planAt(200)),
  'one plan larger than the sheet': free(planAt(5)),
  'one elevation beyond its edge': [{ drawing: elevation, x: 2000, y: -300 }],
  'a plan, a section and an elevation': free(planAt(200), section, elevation),
  'two plans at different scales': free(planAt(200), planAt(20)),
};

type Size = readonly [number, number];

/** The width and height that a file states, mm. */
const SIZE_IN: Readonly<Record<keyof typeof DRAWING_FORMATS, (drawing: Drawing) => Size>> = {
  svg: (drawing) => {
    const [, w, h, box] =
      /width="([\d.]+)mm" height="([\d.]+)mm" viewBox="([^"]+)"/u.exec(
        DRAWING_FORMATS.svg.print(drawing),
      ) ?? [];
    // A unit of the drawing is a millimetre of the page.
    const [, , width, height] = (box ?? '').split(' ').map(Number);
    expect([width, height]).toEqual([Number(w), Number(h)]);
    return [Number(w), Number(h)];
  },
  pdf: (drawing) => {
    const text = DRAWING_FORMATS.pdf.print(drawing).toString('latin1');
    const [, w, h, unit] =
      /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\](?: \/UserUnit (\d+))?/u.exec(text) ?? [];
    expect(Math.max(Number(w), Number(h))).toBeLessThanOrEqual(14_400);
    const mm = (25.4 / 72) * Number(unit ?? 1);
    return [Number(w) * mm, Number(h) * mm];
  },
  png: (drawing) => {
    const bytes = DRAWING_FORMATS.png.print(drawing);
    const at = bytes.indexOf('pHYs') + 4;
    expect([bytes.readUInt32BE(at + 4), bytes[at + 8]]).toEqual([bytes.readUInt32BE(at), 1]);
    const per_mm = bytes.readUInt32BE(at) / 1000;
    return [bytes.readUInt32BE(16) / per_mm, bytes.readUInt32BE(20) / per_mm];
  },
  dxf: (drawing) => {
    const tags = DRAWING_FORMATS.dxf
      .print(drawing)
      .split('\n')
      .map((line) => line.trim());
    const corner = (name: string): Size => {
      const from = tags.indexOf(name);
      return [Number(tags[from + 2]), Number(tags[from + 4])];
    };
    const [[left, bottom], [right, top]] = [corner('$EXTMIN'), corner('$EXTMAX')];
    return [right - left, top - bottom];
  },
};

const definitionOf = (size: SheetSize, upright: boolean): SheetDefinition => ({
  size,
  upright,
  margin: 10,
  title_block: { title: 'T', project: '', drawn_by: '', number: '', revision: '' },
  views: [],
  schedules: [],
});

/** Pixels are whole, at most 7,900, and a file states them per metre: the size is exact to that. */
function tolerance(format: string, [width, height]: Size): number {
  if (format !== 'png') return 0.001;
  const longest = Math.max(width, height);
  const per_mm = Math.min(150 / 25.4, 7900 / longest);
  return 1 / per_mm + (longest * 0.0005) / per_mm;
}

function expectSize(drawing: Drawing, format: keyof typeof SIZE_IN, paper: Size): void {
  const found = SIZE_IN[format](drawing);
  for (const [i, side] of paper.entries()) {
    expect(Math.abs((found[i] ?? 0) - side)).toBeLessThanOrEqual(tolerance(format, paper));
  }
}

const LIGHT = ['svg', 'pdf', 'dxf'] as const;

describe.each(Object.entries(CONTENTS))('a sheet with %s', (_, views) => {
  const papers = Object.entries(PAPER) as [SheetSize, Size][];

  test.each(papers)(
    '%s has the size of its paper, landscape and portrait',
    (size, [long, short]) => {
      for (const upright of [false, true]) {
        const drawing = sheet(definitionOf(size, upright), {
          views,
          schedules: [],
          note: '',
          warnings: [],
        });
        const paper: Size = upright ? [short, long] : [long, short];
        expect([drawing.width_mm, drawing.height_mm]).toEqual(paper);
        for (const format of LIGHT) expectSize(drawing, format, paper);
        if (size === 'A4' && upright) expectSize(drawing, 'png', paper);
      }
    },
  );
});

test.each<readonly [string, Drawing, readonly (keyof typeof SIZE_IN)[]]>([
  ['a plan at 1:100', planAt(100), ['svg', 'pdf', 'png']],
  ['a plan at 1:2, over 5 m wide on paper', planAt(2), ['svg', 'pdf']],
  ['a section', section, ['svg', 'pdf', 'png']],
  ['an elevation', elevation, ['svg', 'pdf', 'png']],
])('%s has its size on paper; in DXF that in the building', (_, drawing, formats) => {
  const paper: Size = [drawing.width_mm, drawing.height_mm];
  const scale = drawing.placements[0]?.scale ?? 0;
  for (const format of formats) expectSize(drawing, format, paper);
  const [width, height] = SIZE_IN.dxf(drawing);
  expect(width / scale).toBeCloseTo(paper[0], 2);
  expect(height / scale).toBeCloseTo(paper[1], 2);
});
