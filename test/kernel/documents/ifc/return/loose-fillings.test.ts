/**
 * @module tests of doors and windows that a file relates to no opening: they fill the holes that their bodies fit, and an
 * edit writes them with openings of their own.
 */
import { expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { JsonObject } from '../../../../../schemas/events.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { withBakedHoles, withLines, withoutOpenings } from './baked-wall.ts';
import { misplaced } from './misplaced.ts';
import { differences, imported, returned } from './returned.ts';

const WINDOW = [800, 900, 2000, 2100] as const;
const DOOR = [3000, 0, 3900, 2000] as const;

/** A wall with holes in its own body, and a window and a door that only their places relate to it. */
function looseFile(
  schema: (typeof IFC_SCHEMAS)[number],
  change: (text: string) => string = (text) => text,
): Buffer {
  const site = modelOf(
    created('wall', 'wall', {
      level_id: 'L1',
      start: { x: 0, y: 0 },
      end: { x: 5000, y: 0 },
      thickness: 200,
      height: 2800,
      join_type: 'none',
    }),
    created('window', 'window', {
      host_id: 'wall',
      offset: 800,
      sill_height: 900,
      width: 1200,
      height: 1200,
      name: 'Fenster',
    }),
    created('door', 'door', {
      host_id: 'wall',
      offset: 3000,
      width: 900,
      height: 2000,
      name: 'Tür',
    }),
  );
  const text = exported(site, schema).file.toString('latin1');
  const baked = withBakedHoles(withoutOpenings(text), [0, 0, 5000, 2800], [WINDOW, DOOR]);
  return Buffer.from(change(baked), 'latin1');
}

/** The text with other sizes of its window. */
function stating(width: string, height: string): (text: string) => string {
  return (text) =>
    text.replace(
      /(=IFCWINDOW\([^;]*?)1200\.,1200\./u,
      (_, before) => `${before}${width},${height}`,
    );
}

/** The text with another box in the body of the window: centre across the wall, size along it, across it and upwards. */
function withBox(y: number, [x, depth, height]: readonly [number, number, number]) {
  return (text: string): string => {
    const window = /#\d+=IFCWINDOW\((?:[^,]*,){6}(#\d+)/u.exec(text)?.[1] ?? '';
    const shape = new RegExp(`${window}=IFCPRODUCTDEFINITIONSHAPE\\([^;]*\\((#\\d+)\\)`, 'u');
    const body = shape.exec(text)?.[1] ?? '';
    const items = new RegExp(`(${body}=IFCSHAPEREPRESENTATION\\([^;]*\\()(#[^)]*\\))`, 'u');
    const lines = [
      `#910001=IFCCARTESIANPOINT((600.,${y}.,${600 - height / 2}.));`,
      '#910002=IFCAXIS2PLACEMENT3D(#910001,$,$);',
      '#910003=IFCCARTESIANPOINT((0.,0.));',
      '#910004=IFCAXIS2PLACEMENT2D(#910003,$);',
      `#910005=IFCRECTANGLEPROFILEDEF(.AREA.,$,#910004,${x}.,${depth}.);`,
      '#910006=IFCDIRECTION((0.,0.,1.));',
      `#910007=IFCEXTRUDEDAREASOLID(#910005,#910002,#910006,${height}.);`,
    ];
    return withLines(text.replace(items, '$1#910007,$2'), lines);
  };
}

const trim = withBox(-110, [1350, 20, 1350]);

/** The outcome of the window, with the kinds of all elements in the wall. */
async function windowIn(file: Buffer) {
  const { source, view } = await imported(file);
  const row = source.rows.find(({ entity }) => entity === 'IfcWindow');
  const kinds = [...view.elementsOf('opening'), ...view.elementsOf('window')].map(
    ({ kind }) => kind,
  );
  return { outcome: row?.outcome, reason: row?.reason, kinds };
}

const FITS = { outcome: 'parametric', reason: null, kinds: ['window'] };
const LOOSE = { outcome: 'body', reason: 'fills no opening', kinds: ['opening'] };

test.each([
  ['states its sizes', stating('1200.', '1200.'), FITS],
  ['states none', stating('$', '$'), FITS],
  ['states zero', stating('0.', '0.'), FITS],
  ['has a trim in front of the wall', trim, FITS],
  ['states other sizes', stating('1100.', '1200.'), LOOSE],
  ['states one of them only', stating('1200.', '$'), LOOSE],
  ['is wider in the wall', withBox(0, [1203, 20, 1200]), LOOSE],
  ['is higher in the wall', withBox(0, [1200, 20, 1204]), LOOSE],
])('a window that %s', async (_, change, expected) => {
  expect(await windowIn(looseFile(IFC_SCHEMAS[1], change))).toEqual(expected);
});

test('sizes may be stated in the other order', async () => {
  const swapped = (text: string): string =>
    text.replace(/(=IFCDOOR\([^;]*?)2000\.,900\./u, '$1900.,2000.');
  const file = looseFile(IFC_SCHEMAS[1], swapped);
  expect(file.includes(',900.,2000.')).toBe(true);
  const { view } = await imported(file);
  expect([...view.elementsOf('door')].map(({ params }) => [params.width, params.height])).toEqual([
    [900, 2000],
  ]);
});

test('two windows in one hole fill it neither', async () => {
  const twice = (text: string): string => {
    const [line = '', number = '', guid = ''] = /#(\d+)=IFCWINDOW\('([^']*)'.*/u.exec(text) ?? [];
    return withLines(text, [
      line.replace(`#${number}=`, '#920001=').replace(guid, `${guid.slice(0, -2)}ab`),
    ]);
  };
  expect(await windowIn(looseFile(IFC_SCHEMAS[1], twice))).toEqual(LOOSE);
});

const EDITS: readonly (readonly [string, (view: StateView) => StateView])[] = [
  ['the window is renamed', (view) => edit(view, 'window', { name: 'Anderes' })],
  ['the window is moved', (view) => edit(view, 'window', { offset: 500, sill_height: 800 })],
  ['the window is widened', (view) => edit(view, 'window', { width: 1500 })],
  ['the door is widened', (view) => edit(view, 'door', { width: 1000, height: 2100 })],
  ['the window is deleted', (view) => view.apply([deletes(only(view, 'window'))])],
  ['the wall is made higher', (view) => edit(view, 'wall', { height: 3000, pins: null })],
  [
    'the wall is moved',
    (view) => edit(view, 'wall', { start: { x: 0, y: 500 }, end: { x: 5000, y: 500 }, pins: null }),
  ],
];

function only(view: StateView, kind: 'door' | 'wall' | 'window') {
  const [element] = view.elementsOf(kind);
  return element;
}

function edit(view: StateView, kind: 'door' | 'wall' | 'window', params: JsonObject): StateView {
  return view.apply([modifies(only(view, kind), params)]);
}

test.each(
  IFC_SCHEMAS.flatMap((schema) => EDITS.map(([what, change]) => [schema, what, change] as const)),
)('%s: %s', async (schema, _, change) => {
  const file = looseFile(schema, (text) => trim(stating('0.', '0.')(text)));
  const before = await imported(file);
  expect(before.source.rows.filter(({ record }) => record === 0)).toEqual([]);
  const view = change(before.view);
  const made = returned(before, view);
  expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
  const again = await imported(made.file);
  expect(differences(view, again.view)).toEqual([]);
  expect(misplaced(before, view, made.file)).toEqual([]);
});

test('without an edit the bytes are those of the file', async () => {
  const file = looseFile(IFC_SCHEMAS[0]);
  const before = await imported(file);
  expect(returned(before, before.view).file.equals(file)).toBe(true);
});
