/** @module tests of imported curtain walls of so many panels that their appearance cannot keep all of them as text. */
import { expect, test } from 'vitest';

import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import {
  appearanceOf,
  currentAppearance,
  otherValues,
  storedValues,
} from '../../../../../kernel/building/kinds/shared/appearance.ts';
import { CurtainParts } from '../../../../../kernel/building/kinds/wall/curtain/params.ts';
import { importOf } from '../../../../../kernel/documents/ifc/recognise/import-of.ts';
import { axes, extrusion, fileOf, point, polygon } from './building-text.ts';
import { ALL_OF, readFrom } from './read-rows.ts';

const COLUMNS = 8;

type Range = readonly [from: number, to: number];

function box([x, X]: Range, [y, Y]: Range, [z, Z]: Range): string {
  return extrusion(polygon([x, y], [X, y], [X, Y], [x, Y]), Z - z, axes(point(0, 0, z)));
}

/** An upright whose corners are cut off, so that the wall is proven by its measures. */
function upright(x: number): string {
  const six = [x, x + 15, x + 35, x + 50, x + 35, x + 15].map((at, i): [number, number] => [
    at,
    [0, -75, -75, 0, 75, 75][i] ?? 0,
  ]);
  return extrusion(polygon(...six), 900, axes(point(0, 0, 50)));
}

/** A curtain wall of 8 columns of 1 m, of which every other one is open. */
function file(): Buffer {
  const end = 1000 * COLUMNS;
  const members = [
    box([0, 50], [-75, 75], [0, 1000]),
    box([end, end + 50], [-75, 75], [0, 1000]),
    box([50, end], [-75, 75], [0, 50]),
    box([50, end], [-75, 75], [950, 1000]),
    ...Array.from({ length: COLUMNS - 1 }, (_, i) => upright(1000 * (i + 1))),
  ];
  const plates = Array.from({ length: COLUMNS / 2 }, (_, i) =>
    box([2000 * i + 1050, 2000 * i + 2000], [-10, 10], [50, 950]),
  );
  const parts = [
    ...members.map((item) => ({ entity: 'IFCMEMBER', items: [item] })),
    ...plates.map((item) => ({ entity: 'IFCPLATE', items: [item] })),
  ].map((part) => Object.assign(part, { rest: ',$,$', contained: false }));
  const rows = parts.map((_, i) => `#${101 + i}`);
  return fileOf([{ entity: 'IFCCURTAINWALL', items: [], rest: ',$,$' }, ...parts], {
    data: `#900=IFCRELAGGREGATES('parts',$,$,$,#100,(${rows.join()}));`,
  });
}

test('a wall of many panels of its own is a stored element, and is shown until a panel changes', async () => {
  const { rows } = await importOf(file(), ALL_OF);
  const { elements, site } = readFrom(rows);
  const wall = elements.find(({ kind }) => kind === 'wall');
  if (wall === undefined) throw new Error('no wall');
  const { file_mesh } = KINDS.of(wall);
  expect(appearanceOf(wall)?.of['panels']).toMatch(/^sha256:[0-9a-f]{64}$/u);
  expect(currentAppearance(wall, { file_mesh }, site)).not.toBeNull();

  const curtain = CurtainParts.parse(wall.params['curtain']);
  const open = [1, 3, 5, 7].map((column) => ({ column, row: 1, kind: 'none' as const }));
  expect(curtain.panels).toEqual(open);
  const panels = [...open.slice(0, -1), { column: 7, row: 1, kind: 'solid' as const }];
  const after = { ...wall, params: { ...wall.params, curtain: { ...curtain, panels } } };
  expect(currentAppearance(after, { file_mesh }, site)).toBeNull();
  if (file_mesh === 'none') throw new Error('no meshes');
  const of = appearanceOf(wall)?.of ?? {};
  expect(otherValues(of, file_mesh.madeFor(after, site, false))).toEqual(['panels']);
});

test('a text of at most 200 characters is stored as it is', () => {
  const [short, long] = ['a'.repeat(200), 'a'.repeat(201)];
  expect(storedValues({ short, width: 5 })).toEqual({ short, width: 5 });
  expect(storedValues({ long })).not.toEqual({ long });
  expect(storedValues(storedValues({ long }))).toEqual(storedValues({ long }));
});
