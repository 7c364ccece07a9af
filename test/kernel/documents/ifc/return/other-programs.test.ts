/** @module tests of returned files whose records are not like those of our own exports: other units, places and directions. */
import { describe, expect, test } from 'vitest';

import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { modifies } from '../../../building/model/build.ts';
import { damage } from '../patch/patching.ts';
import {
  axes,
  extrusion,
  fileOf,
  METRE,
  point,
  polygon,
  polyline,
  type ProductText,
  profile,
} from '../recognise/building-text.ts';
import { differences, imported, type Read, returned } from './returned.ts';

const DOWN = '{IFCDIRECTION((0.,0.,-1.))}';
const X = '{IFCDIRECTION((1.,0.,0.))}';
/** Where the building is, m: 1,186 km away. */
const FAR = axes(point(1_186_000, -7000, 0));

/** An extrusion of a profile against the z axis of its position. */
function downwards(area: string, depth: number, place: string): string {
  return extrusion(area, depth, place).replace('(0.,0.,1.)', '(0.,0.,-1.)');
}

/** A wall of 4 m by 0.2 m by 2.5 m, with a door of 0.9 m by 2 m at 1 m, in metres. */
function wallWithDoor(opening: string): ProductText {
  return {
    entity: 'IFCWALL',
    name: 'wall',
    at: FAR,
    items: [extrusion(polygon([0, 0], [4, 0], [4, 0.2], [0, 0.2]), 2.5)],
    axis: polyline([0, 0], [4, 0]),
    openings: [
      {
        items: [opening],
        at: FAR,
        filling: {
          entity: 'IFCDOOR',
          name: 'door',
          at: axes(point(1_186_001, -7000, 0)),
          items: [extrusion(polygon([0, 0], [0.9, 0], [0.9, 0.05], [0, 0.05]), 2)],
          rest: ',$,2.,0.9,$,.SINGLE_SWING_RIGHT.,$',
          contained: false,
        },
      },
    ],
  };
}

/** The plan of the opening, m. */
const AREA = polygon([1, 0], [1.9, 0], [1.9, 0.2], [1, 0.2]);
const OPENINGS: readonly (readonly [string, string])[] = [
  ['upwards', extrusion(AREA, 2, axes(point(0, 0, 0)))],
  ['downwards', downwards(AREA, 2, axes(point(0, 0, 2)))],
  // Its axes are those of the wall turned by half a turn about x.
  [
    'from above',
    extrusion(polygon([1, 0], [1.9, 0], [1.9, -0.2], [1, -0.2]), 2, axes(point(0, 0, 2), DOWN, X)),
  ],
];

function only<K extends 'wall' | 'door' | 'column' | 'floor'>(
  view: StateView,
  kind: K,
): ElementOf<K> {
  const [element] = [...view.elementsOf(kind)];
  if (element === undefined) throw new Error(`no ${kind}`);
  return element;
}

/** Applies an edit, returns the file, and compares what is read from it with the branch. */
async function expectReadBack(read: Read, view: StateView): Promise<string> {
  const made = returned(read, view);
  expect(made.not_expressible).toEqual([]);
  expect(damage(read.source.bytes, made.file)).toEqual([]);
  expect(differences(view, (await imported(made.file)).view)).toEqual([]);
  return made.file.toString('latin1');
}

/** A file whose representations have a context. */
function withContext(file: Buffer): Buffer {
  const context = `#990=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#991,$);\n#991=IFCAXIS2PLACEMENT3D(#992,$,$);\n#992=IFCCARTESIANPOINT((0.,0.,0.));`;
  const text = file
    .toString('latin1')
    .replaceAll('IFCSHAPEREPRESENTATION($,', 'IFCSHAPEREPRESENTATION(#990,');
  return Buffer.from(text.replace('DATA;', `DATA;\n${context}`), 'latin1');
}

describe.each(OPENINGS)('in metres, far from the origin, with an opening %s', (_, opening) => {
  const read = async (): Promise<Read> =>
    await imported(withContext(fileOf([wallWithDoor(opening)], { length: METRE })));

  test('the door and its opening are moved and resized', async () => {
    const before = await read();
    const door = only(before.view, 'door');
    expect(door.params).toMatchObject({ offset: 1000, width: 900, height: 2000 });
    const sizes = { offset: 1250, width: 1010, height: 2100, sill: 150 };
    const text = await expectReadBack(before, before.view.apply([modifies(door, sizes)]));
    expect(text).toMatch(/=IFCDOOR\([^;]*,2\.1,1\.01,/u);
  });

  test('the wall is moved and made higher with its door', async () => {
    const before = await read();
    const wall = only(before.view, 'wall');
    const { start, end } = wall.params;
    const moved = (from: typeof start): typeof start => ({ x: from.x + 120, y: from.y - 450 });
    const edit = { start: moved(start), end: moved(end), height: 2750, pins: null };
    await expectReadBack(before, before.view.apply([modifies(wall, edit)]));
  });
});

const SECTION = profile('IFCRECTANGLEPROFILEDEF', 300, 400);
test.each([
  ['upwards', extrusion(SECTION, 3000)],
  ['from its top', extrusion(SECTION, 3000, axes(point(0, 0, 3000), DOWN, X))],
  ['downwards', downwards(SECTION, 3000, axes(point(0, 0, 3000)))],
])('a column that is extruded %s gets higher at its top', async (_, item) => {
  const read = await imported(fileOf([{ entity: 'IFCCOLUMN', name: 'column', items: [item] }]));
  const column = only(read.view, 'column');
  expect(column.params).toMatchObject({ height: 3000, base_offset: 0 });
  await expectReadBack(read, read.view.apply([modifies(column, { height: 3200 })]));
  await expectReadBack(
    read,
    read.view.apply([modifies(column, { height: 2900, base_offset: 50 })]),
  );
});
