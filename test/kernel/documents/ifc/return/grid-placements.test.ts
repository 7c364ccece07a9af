/** @module tests of products at intersections of grid axes, and of the axes, in returned files. */
import { describe, expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { importedAs } from './judged.ts';
import { differences, returned } from './returned.ts';

const P = (x: number, y: number) => ({ x, y });

const HOUSE = modelOf(
  ...[0, 1, 2].flatMap((i) => [
    created('grid', `x${i}`, {
      level_id: 'L1',
      name: `X${i}`,
      start: P(3000 * i, -1000),
      end: P(3000 * i, 7000),
    }),
    created('grid', `y${i}`, {
      level_id: 'L1',
      name: `Y${i}`,
      start: P(-1000, 2500 * i),
      end: P(7000, 2500 * i),
    }),
  ]),
  created('column', 'column', {
    level_id: 'L1',
    location: P(3000, 2500),
    profile: '300x200',
    height: 2600,
  }),
  created('column', 'other', {
    level_id: 'L1',
    location: P(0, 0),
    profile: '300x200',
    height: 2600,
  }),
);

/** The file with both columns at intersections of axes. */
function onGrid(text: string): Buffer {
  const axis = (tag: string): string =>
    new RegExp(`#(\\d+)=IFCGRIDAXIS\\('${tag}'`, 'u').exec(text)?.[1] ?? '';
  const lines: string[] = [];
  let placed = text;
  for (const [i, [id, x, y]] of (
    [
      ['column', 'X1', 'Y1'],
      ['other', 'X0', 'Y0'],
    ] as const
  ).entries()) {
    const column = new RegExp(`(=IFCCOLUMN\\([^;]*?,)#(\\d+)(,#\\d+,'${id}')`, 'u');
    const first = 900_000 + 10 * i;
    placed = placed.replace(column, `$1#${first}$3`);
    const own = text.includes("FILE_SCHEMA(('IFC4X3") ? '$,' : '';
    lines.push(
      `#${first}=IFCGRIDPLACEMENT(${own}#${first + 1},#${first + 2});`,
      `#${first + 1}=IFCVIRTUALGRIDINTERSECTION((#${axis(x)},#${axis(y)}),(0.,0.,0.));`,
      own === '' && text.includes("FILE_SCHEMA(('IFC2X3")
        ? `#${first + 2}=IFCVIRTUALGRIDINTERSECTION((#${axis('X2')},#${axis(y)}),(0.,0.,0.));`
        : `#${first + 2}=IFCDIRECTION((1.,0.,0.));`,
    );
  }
  const end = placed.lastIndexOf('ENDSEC;');
  return Buffer.from(`${placed.slice(0, end)}${lines.join('\n')}\n${placed.slice(end)}`, 'latin1');
}

/** The line of the file with a name; lines have new ids. */
function line(view: StateView, name: string) {
  const found = [...view.elementsOf('grid')].find(({ params }) => params.name === name);
  if (found === undefined) throw new Error(`no line \`${name}\``);
  return found;
}

type Edit = (view: StateView) => readonly PlannedEvent[];

/** Edits, and how many columns then still are on the grid. */
const EDITS: readonly (readonly [string, number, Edit])[] = [
  ['a column is renamed', 2, (view) => [modifies(view.element('column'), { name: 'C' })]],
  [
    'a column is moved',
    1,
    (view) => [modifies(view.element('column'), { location: P(3100, 2600) })],
  ],
  ['a column is made higher', 1, (view) => [modifies(view.element('column'), { height: 2700 })]],
  ['a column is deleted', 1, (view) => [deletes(view.element('column'))]],
  [
    'a line is moved, and its column stays',
    1,
    (view) => [modifies(line(view, 'X1'), { start: P(3500, -1000), end: P(3500, 7000) })],
  ],
  [
    'a line is moved with its column',
    1,
    (view) => [
      modifies(line(view, 'Y1'), { start: P(-1000, 2900), end: P(7000, 2900) }),
      modifies(view.element('column'), { location: P(3000, 2900) }),
    ],
  ],
  ['a line is deleted', 1, (view) => [deletes(line(view, 'Y1'))]],
  ['a line is renamed', 2, (view) => [modifies(line(view, 'X1'), { name: 'A' })]],
];

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  const file = onGrid(exported(HOUSE, schema).file.toString('latin1'));

  test.each(EDITS)('%s', async (_, left, edit) => {
    const before = await importedAs(HOUSE, file);
    expect(before.view.elementOf('column', 'column')?.params.location).toEqual(P(3000, 2500));
    const view = before.view.apply(edit(before.view));
    const made = returned(before, view);
    expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
    const { view: again } = await importedAs(HOUSE, made.file);
    expect(differences(view, again)).toEqual([]);
    const { counts } = readWithWebIfc(made.file);
    expect(counts.get('IFCGRIDPLACEMENT') ?? 0).toBe(left);
  });
});
