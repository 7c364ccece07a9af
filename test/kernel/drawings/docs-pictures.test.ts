/** @module tests of docs/pictures: those of the example house are what is drawn now; UPDATE_SNAPSHOTS=1 draws them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, test } from 'vitest';

import { drawView } from '../../../kernel/drawings/draw-view.ts';
import type { Drawing } from '../../../kernel/drawings/drawing.ts';
import { lintDrawing } from '../../../kernel/drawings/lint/lint-drawing.ts';
import { sheet } from '../../../kernel/drawings/pages/sheet.ts';
import { png } from '../../../kernel/drawings/print/png.ts';
import { finished } from '../../../kernel/findings/steps.ts';
import { paperTable } from '../../../kernel/schedules/print/paper.ts';
import { schedule } from '../../../kernel/schedules/schedule.ts';
import { ScheduleDefinition } from '../../../schemas/schedules.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { houseView, levelAt } from './house.ts';

const house = await houseView();
/** Scale of the drawings, and width of the pictures in dots. */
const SCALE = 50;
const WIDTH_PX = 1000;

function drawn(definition: ViewDefinition): Drawing {
  const drawing = finished(drawView(definition, house));
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const plan = (elevation: number): Drawing =>
  drawn({ view: 'plan', level_id: levelAt(house, elevation), scale: SCALE, cut_height: 1200 });
const section = (): Drawing =>
  drawn({
    view: 'section',
    origin: { x: 5920, y: 0, z: 0 },
    normal: { x: 1, y: 0, z: 0 },
    depth: null,
    scale: SCALE,
  });
const elevation = (): Drawing => drawn({ view: 'elevation', direction: 'south', scale: SCALE });

function houseSheet(): Drawing {
  const schedules = [
    { category: 'Doors' },
    {
      category: 'Rooms',
      parameters: ['number', 'name', 'usage', 'area_m2', 'perimeter_m'],
      group_by: ['level'],
    },
  ].map((given) => {
    const wanted = ScheduleDefinition.parse(given);
    const refuse = (_: unknown, message: string): never => {
      throw new Error(message);
    };
    const table = finished(schedule(house, wanted, refuse));
    return { table: paperTable(table, wanted), x: null, y: null };
  });
  return sheet(
    {
      size: 'A1',
      upright: false,
      margin: 10,
      title_block: {
        title: 'Plans, section, elevation',
        project: 'Example house',
        drawn_by: 'A. Archer',
        number: 'A-101',
        revision: 'B',
      },
      views: [],
      schedules: [],
    },
    {
      views: [plan(0), plan(3000), section(), elevation()].map((drawing) => ({
        drawing,
        x: null,
        y: null,
      })),
      schedules,
      note: 'main',
      warnings: [],
    },
  );
}

const PICTURES = {
  'house-plan': [() => plan(0), WIDTH_PX],
  'house-section': [section, WIDTH_PX],
  'house-elevation': [elevation, WIDTH_PX],
  'house-axonometric': [
    () =>
      drawn({
        view: 'camera',
        kind: 'axonometric',
        direction: { x: 0.8, y: 1, z: -0.7 },
        scale: null,
      }),
    800,
  ],
  'house-sheet': [houseSheet, 1600],
} as const;

test.each(Object.entries(PICTURES))('%s is as it is drawn now', (name, [draw, width_px]) => {
  const drawing = draw();
  expect(drawing.warnings).toEqual([]);
  expect(lintDrawing(drawing)).toEqual([]);
  const path = new URL(`../../../docs/pictures/${name}.png`, import.meta.url);
  const bytes = png(drawing, width_px);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(path, bytes);
  expect(readFileSync(path).equals(bytes)).toBe(true);
});
