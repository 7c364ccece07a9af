/** @module merge-picture: a three-way merge with the results that the model computes. */

import { mergeBranches } from '../../../../../kernel/building/model/branches/branches.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { Drawing, Item } from '../../../../../kernel/documents/drawings/drawing.ts';
import { area, line } from '../../../../../kernel/documents/drawings/shapes.ts';
import { boxRing, pictureDrawing } from '../../../../../kernel/documents/drawings/sketch.ts';
import type { Rgb } from '../../../../../kernel/documents/raster/raster.ts';
import { created, deletes, modifies, Site } from '../../../building/model/build.ts';
import { arrow, BLUE, dot, GREEN, INK, label, RED, SOFT } from './ink.ts';

/** The subject of a table row: a parameter of a wall, or its existence (null). */
type Row = { readonly wall: string; readonly parameter: 'height' | 'thickness' | null };

const ROWS: readonly Row[] = [
  { wall: 'W1', parameter: 'height' },
  { wall: 'W1', parameter: 'thickness' },
  { wall: 'W2', parameter: 'height' },
  { wall: 'W3', parameter: 'height' },
  { wall: 'W4', parameter: null },
  { wall: 'W5', parameter: null },
  { wall: 'W6', parameter: 'height' },
];

const COLUMNS = [
  { x: 6, title: 'Element, parameter' },
  { x: 56, title: 'base' },
  { x: 92, title: 'source: design' },
  { x: 132, title: 'target: main' },
  { x: 170, title: 'merge' },
] as const;

function branches(): Site {
  const site = new Site();
  const walls = ['W1', 'W2', 'W3', 'W4', 'W6'].map((id, i) =>
    created('wall', id, { start: { x: 0, y: i * 4000 }, end: { x: 3000, y: i * 4000 } }),
  );
  site.commit('main', [created('level', 'L1'), ...walls]);
  site.fork('design');
  const of = (id: string) => site.element(id);
  site.commit('design', [
    modifies(of('W1'), { height: 3200 }),
    modifies(of('W2'), { height: 2700 }),
    modifies(of('W3'), { height: 2600 }),
    deletes(of('W4')),
    created('wall', 'W5', { start: { x: 9000, y: 0 }, end: { x: 9000, y: 900 } }),
    modifies(of('W6'), { height: 2500 }),
  ]);
  site.commit('main', [
    modifies(of('W1'), { thickness: 240 }),
    modifies(of('W2'), { height: 2700 }),
    modifies(of('W3'), { height: 2800 }),
    deletes(of('W6')),
  ]);
  return site;
}

function valueOf(view: StateView, { wall, parameter }: Row): string {
  const element = view.elementOf(wall, 'wall');
  if (element === undefined) return 'none';
  return parameter === null ? 'exists' : String(element.params[parameter]);
}

/** The picture: both branches with their events, and a table with the result of each change. */
export function mergeTable(): Drawing {
  const site = branches();
  const base = site.model.mergeBase('design', 'main');
  if (base === null) throw new Error('expected a common base');
  const [source, target] = [site.view('design'), site.view('main')];
  const { conflicts } = mergeBranches(base, source, target);
  const height_mm = 50 + ROWS.length * 8;
  const rows = ROWS.flatMap((row, i) => {
    const y = ROWS.length * 8 - i * 8;
    const texts = [base, source, target].map((view) => valueOf(view, row));
    const conflict = conflicts.find(({ element_id }) => element_id === row.wall);
    const own = conflict !== undefined && (conflict.parameter ?? row.parameter) === row.parameter;
    const outcome = own ? `conflict: ${conflict.kind}` : merged(texts);
    const [, ofSource, ofTarget] = texts.map((text) => (text === texts[0] ? SOFT : INK));
    return [
      line(
        [
          { x: 4, y: y + 5.6 },
          { x: 226, y: y + 5.6 },
        ],
        { ink: [210, 210, 210], width_mm: 0.2 },
      ),
      label({ x: 6, y }, `${row.wall} ${row.parameter ?? '(whole)'}`),
      label({ x: 56, y }, texts[0] ?? '', { colour: SOFT }),
      label({ x: 92, y }, texts[1] ?? '', { colour: ofSource ?? INK, bold: ofSource === INK }),
      label({ x: 132, y }, texts[2] ?? '', { colour: ofTarget ?? INK, bold: ofTarget === INK }),
      label({ x: 170, y }, outcome, { colour: own ? RED : GREEN, bold: true }),
    ];
  });
  const head = COLUMNS.map(({ x, title }) =>
    label({ x, y: ROWS.length * 8 + 9 }, title, { bold: true }),
  );
  const size = { width_mm: 230, height_mm };
  const items = [headBand(), ...history(), ...head, ...rows];
  return pictureDrawing('A three-way merge', size, items);
}

/** The result of a merge without a conflict: the value of the branch that changed it, or of both. */
function merged([base = '', source = '', target = '']: readonly string[]): string {
  if (source === target) return `${target}, already there`;
  return source === base ? `${target}, kept` : `${source}, taken over`;
}

function headBand(): Item {
  const y = ROWS.length * 8;
  return area([boxRing({ min: { x: 4, y: y + 6 }, max: { x: 226, y: y + 14 } })], [236, 240, 245]);
}

/** Both branches as lines of events, with the fork and the merge. */
function history(): readonly Item[] {
  const y = ROWS.length * 8 + 24;
  const events = (xs: readonly number[], height: number, ink: Rgb): readonly Item[] =>
    xs.map((x) => dot({ x, y: height }, ink, 1.1));
  return [
    ...arrow(
      [
        { x: 30, y },
        { x: 214, y },
      ],
      INK,
    ),
    ...arrow(
      [
        { x: 70, y },
        { x: 84, y: y + 14 },
        { x: 150, y: y + 14 },
        { x: 173, y: y + 1.5 },
      ],
      BLUE,
    ),
    ...events([40, 55, 70, 100, 130], y, INK),
    ...events([92, 112, 132], y + 14, BLUE),
    dot({ x: 175, y }, RED, 1.5),
    label({ x: 6, y: y - 1 }, 'main (target)', { bold: true }),
    label({ x: 88, y: y + 17 }, 'design (source)', { bold: true, colour: BLUE }),
    label({ x: 70, y: y - 5.5 }, 'base', { align: 'middle' }),
    label({ x: 175, y: y - 5.5 }, 'branch.merged and the events of the changes', {
      align: 'middle',
    }),
  ];
}
