/** @module tests that docs/pictures is up to date; UPDATE_SNAPSHOTS=1 updates the files. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import { expect, test } from 'vitest';

import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { ModelView } from '../../../../kernel/building/model/view.ts';
import { clashes } from '../../../../kernel/checks/clash/clashes.ts';
import { runCompliance } from '../../../../kernel/checks/compliance/run-compliance.ts';
import type { Finding } from '../../../../kernel/checks/findings/finding.ts';
import { drawView } from '../../../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../../../kernel/documents/drawings/drawing.ts';
import { lintDrawing } from '../../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { sheet } from '../../../../kernel/documents/drawings/pages/sheet.ts';
import { png } from '../../../../kernel/documents/drawings/print/png.ts';
import {
  findingPicture,
  findingPng,
} from '../../../../kernel/documents/picture/finding-picture.ts';
import { paperTable } from '../../../../kernel/documents/schedules/print/paper.ts';
import { schedule } from '../../../../kernel/documents/schedules/schedule.ts';
import { parseDiagram } from '../../../../kernel/tools/runners/image/diagram-text.ts';
import { drawDiagram } from '../../../../kernel/tools/runners/image/diagram.ts';
import { ScheduleDefinition } from '../../../../schemas/schedules.ts';
import type { ViewDefinition } from '../../../../schemas/views.ts';
import { World } from '../../../servers/building/world.ts';
import { created } from '../../building/model/build.ts';
import { houseView, levelAt } from './house.ts';

const house = await houseView();
/** Scale of the drawings, and width of most pictures in pixels. */
const SCALE = 50;
const WIDTH_PX = 1000;

function drawingOf(definition: ViewDefinition): Drawing {
  const drawing = drawView(definition, house);
  if (drawing === null) throw new Error('nothing drawn');
  return drawing;
}

const plan = (elevation: number): Drawing =>
  drawingOf({ view: 'plan', level_id: levelAt(house, elevation), scale: SCALE, cut_height: 1200 });
const section = (): Drawing =>
  drawingOf({
    view: 'section',
    origin: { x: 5920, y: 0, z: 0 },
    normal: { x: 1, y: 0, z: 0 },
    depth: null,
    scale: SCALE,
  });
const elevation = (): Drawing => drawingOf({ view: 'elevation', direction: 'south', scale: SCALE });

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
    const table = schedule(house, wanted, refuse);
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

const VIEWS = {
  'house-plan': [() => plan(0), WIDTH_PX],
  'house-coordinates': [
    () =>
      drawingOf({
        view: 'plan',
        level_id: levelAt(house, 0),
        scale: SCALE,
        cut_height: 1200,
        coordinate_grid: true,
      }),
    WIDTH_PX,
  ],
  'house-section': [section, WIDTH_PX],
  'house-elevation': [elevation, WIDTH_PX],
  'house-axonometric': [
    () =>
      drawingOf({
        view: 'camera',
        kind: 'axonometric',
        direction: { x: 0.8, y: 1, z: -0.7 },
        scale: null,
      }),
    800,
  ],
  'house-sheet': [houseSheet, 1600],
} as const;

/** Compares a file of docs/pictures with the drawn picture; writes it first if UPDATE_SNAPSHOTS is 1. */
function expectPicture(name: string, bytes: Uint8Array): void {
  const path = new URL(`../../../../docs/pictures/${name}.png`, import.meta.url);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(path, bytes);
  expect(readFileSync(path).equals(bytes)).toBe(true);
}

test.each(Object.entries(VIEWS))(
  'the picture %s is up to date, and its drawing has no faults',
  (name, [draw, width_px]) => {
    const drawing = draw();
    expect(drawing.warnings).toEqual([]);
    expect(lintDrawing(drawing)).toEqual([]);
    expectPicture(name, png(drawing, width_px));
  },
);

/** Two storeys of 4 m with layered walls under a layered roof. */
const LAYERS = [
  'type wall "Cavity" layers "Brick" 100mm finish, "Cavity" 40mm air, "Wool" 140mm insulation, "Block" 150mm structure as cav',
  'type floor "Deck" layers "Screed" 65mm finish, "Boards" 40mm insulation, "Concrete" 200mm structure as deck',
  'type roof "Tiles" layers "Tiles" 40mm finish, "Rafters" 160mm structure, "Wool" 140mm insulation as tiles',
  'level "Ground" at 0 height 2.9 as g',
  'level "First" at 2.9 height 1.5 as f',
  'level "Eaves" at 4.4 height 1 as e',
  'on $g',
  'floor (0, 0) (4, 0) (4, 3) (0, 3) of $deck',
  'walls rect (0, 0) to (4, 3) of $cav load_bearing line outside side outside height 2.9',
  'on $f',
  'floor (0, 0) (4, 0) (4, 3) (0, 3) of $deck',
  'roof (0, 3) (0, 0) (4, 0) (4, 3) on $e type shed slope 20 of $tiles overhang 0.4 as r',
  'walls rect (0, 0) to (4, 3) of $cav load_bearing line outside side outside under $r',
].join('\n');

test('the picture layered-section is up to date, and its drawing has no faults', async () => {
  const world = await World.create();
  await world.do('run_script', { script: LAYERS });
  const cut = { origin: { x: 0, y: 1500, z: 0 }, normal: { x: 0, y: -1, z: 0 } };
  const drawing = drawView({ view: 'section', ...cut, depth: null, scale: 30 }, world.view);
  if (drawing === null) throw new Error('nothing drawn');
  expect([drawing.warnings, lintDrawing(drawing)]).toEqual([[], []]);
  expectPicture('layered-section', png(drawing, 800));
});

/** The house with a column that overlaps its first wall along the y axis. */
function withColumn(): ModelView {
  const level_id = levelAt(house, 0);
  const [wall] = [...house.elementsOnLevel(level_id)].flatMap(({ id, kind }) => {
    const bounds = kind === 'wall' ? house.bounds(id) : null;
    return bounds === null || bounds.max.x - bounds.min.x > 400 ? [] : [bounds];
  });
  if (wall === undefined) throw new Error('no wall along the y axis');
  const location = { x: wall.max.x + 140, y: (wall.min.y + wall.max.y) / 2 };
  return house.apply([created('column', 'column_1', { level_id, location, profile: '400x400' })]);
}

/** The first finding that meets a condition. */
function first(findings: readonly Finding[], check: (finding: Finding) => boolean): Finding {
  const found = findings.find(check);
  if (found === undefined) throw new Error('nothing found');
  return found;
}

test('the pictures finding-clash and finding-door are up to date', async () => {
  await loadSolidKernel();
  const view = withColumn();
  const clash = first(clashes(view).findings, ({ element_ids }) =>
    element_ids.includes('column_1'),
  );
  const { findings } = runCompliance(view, { standards: ['IBC-2021'] });
  const narrow = first(findings, ({ check }) => check === 'IBC-2021.door-width');
  for (const [name, found, look] of [
    ['finding-clash', clash, 'axonometric'],
    ['finding-door', narrow, 'plan'],
  ] as const) {
    const picture = findingPicture(found, look, view);
    if (picture === null) throw new Error('nothing to draw');
    expect(picture.drawing.items.length).toBeGreaterThan(10);
    expectPicture(name, findingPng(picture));
  }
});

test('the picture diagram shows the diagram of docs/diagrams.md', () => {
  const page = readFileSync(new URL('../../../../docs/diagrams.md', import.meta.url), 'utf8');
  const text = /```diagram\n([^]*?)```/u.exec(page)?.[1] ?? '';
  expectPicture('diagram', drawDiagram(parseDiagram(text), { width: 768, height: 512 }));
});
