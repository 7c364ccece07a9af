/** @module tests of columns with pockets and holes: edits carry these with the column into the file. */
import { expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import type { JsonObject } from '../../../../../schemas/events.ts';
import { modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import { axes, extrusion, fileOf, point, profile } from '../recognise/building-text.ts';
import { misplaced } from './misplaced.ts';
import { differences, imported, returned } from './returned.ts';

/** A column less a pocket in a side and a hole through it. */
function columnFile(): Buffer {
  const block = (width: number, depth: number, at: string, height: number): string =>
    extrusion(profile('IFCRECTANGLEPROFILEDEF', width, depth), height, axes(at));
  const column = block(400, 300, point(0, 0, 0), 3000);
  const pocket = `{IFCBOOLEANRESULT(.DIFFERENCE.,${column},${block(200, 100, point(200, 150, 800), 600)})}`;
  const holed = `{IFCBOOLEANRESULT(.DIFFERENCE.,${pocket},${block(100, 900, point(0, 0, 2000), 100)})}`;
  return fileOf([{ entity: 'IFCCOLUMN', name: 'Stütze', items: [holed] }]);
}

function edit(view: StateView, params: JsonObject): StateView {
  const [column] = view.elementsOf('column');
  return view.apply([modifies(column, params)]);
}

test.each<readonly [string, (view: StateView) => StateView]>([
  ['moved with its planes', (view) => moved(view, 500)],
  ['made higher', (view) => edit(view, { height: 3500 })],
  ['filled', (view) => edit(view, { cut_planes: null })],
])('%s', async (_, change) => {
  const file = columnFile();
  const before = await imported(file);
  const [column] = before.view.elementsOf('column');
  expect(column?.params.cut_planes).toHaveLength(2);
  const view = change(before.view);
  const made = returned(before, view);
  expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
  const again = await imported(made.file);
  expect(differences(view, again.view)).toEqual([]);
  expect(misplaced(before, view, made.file)).toEqual([]);
});

function moved(view: StateView, by: number): StateView {
  const [column] = view.elementsOf('column');
  const planes = (column?.params.cut_planes ?? []).map(({ point: at, normal, within }) => ({
    point: { ...at, x: at.x + by },
    normal,
    within:
      within === null ? null : { ...within, origin: { ...within.origin, x: within.origin.x + by } },
  }));
  return edit(view, { location: { x: by, y: 0 }, cut_planes: planes });
}
