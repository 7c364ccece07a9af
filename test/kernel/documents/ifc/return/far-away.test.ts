/** @module tests of returned files of buildings that are far from the origin: their shift is undone. */
import { expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { ShapeReader } from '../../../../../kernel/documents/ifc/shape/read-shape.ts';
import { modifies } from '../../../building/model/build.ts';
import { damage, patchOf } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { annexe } from './annexe.ts';
import { imported, type Read, returned } from './returned.ts';

/** 1,186 km to the east, 400 km to the south and 612 m high, mm; no whole metres. */
const FAR = { x: 1_186_000_123.5, y: -400_000_777.25, z: 612_000 } as const;

/** The same file with its site at another place. */
function farAway(file: Buffer): Buffer {
  const { x, y, z } = FAR;
  const lines = [
    `#900001=IFCCARTESIANPOINT((${x},${y},${z}.));`,
    '#900002=IFCAXIS2PLACEMENT3D(#900001,$,$);',
  ];
  const text = file
    .toString('latin1')
    .replace(/=IFCLOCALPLACEMENT\(\$,#\d+\);/u, '=IFCLOCALPLACEMENT($,#900002);');
  const at = text.lastIndexOf('ENDSEC;');
  return Buffer.from(`${text.slice(0, at)}${lines.join('\n')}\n${text.slice(at)}`, 'latin1');
}

/** The place in the file of the product of each GlobalId, mm. */
function placesIn(file: Buffer): ReadonlyMap<string, readonly number[]> {
  const { model } = patchOf(file);
  const shapes = new ShapeReader(model, { x: 0, y: 0, z: 0 });
  return new Map(
    model.rows('IfcProduct').map((row) => {
      const place = shapes.place(row);
      return [model.text(row, 'GlobalId') ?? '', [3, 7, 11].map((i) => place[i] ?? NaN)];
    }),
  );
}

/** Elements whose boxes in the file differ between a view and the one that is read again, which may have another shift. */
function misfits({ source }: Read, view: StateView, again: Read): readonly string[] {
  const [was, is] = [source.frame.origin, again.source.frame.origin];
  const all = [...view.elements()].filter(({ kind }) => READ_AGAIN.has(kind));
  return all.flatMap(({ id }) => {
    const [box, other] = [view.bounds(id), again.view.bounds(id)];
    if (box === null && other === null) return [];
    const isSame = (['min', 'max'] as const).every((side) =>
      (['x', 'y', 'z'] as const).every((axis) => {
        const [a, b] = [box?.[side][axis] ?? NaN, other?.[side][axis] ?? NaN];
        return Math.abs(a + was[axis] - b - is[axis]) <= 0.005;
      }),
    );
    return isSame ? [] : [id];
  });
}

const READ_AGAIN = new Set([
  'wall',
  'door',
  'window',
  'opening',
  'floor',
  'room',
  'column',
  'beam',
]);

test('edited and new elements of a building 1,186 km away are at their places in the file', async () => {
  const near = exported(randomHouse(7), 'IFC4').file;
  const file = farAway(near);
  const read = await imported(file);
  const { origin } = read.source.frame;
  expect(Math.abs(origin.x)).toBeGreaterThan(1_185_000_000);
  const door = [...read.view.elementsOf('door')][0];
  const column = [...read.view.elementsOf('column')][0];
  const level = read.view.levels().at(-1);
  if (door === undefined || column === undefined || level === undefined) throw new Error('a house');
  const { location } = column.params;
  const view = read.view.apply([
    modifies(door, { offset: door.params.offset + 30 }),
    modifies(column, { location: { x: location.x + 120, y: location.y - 40 } }),
    modifies(level, { name: 'Dach' }),
    ...annexe(read.view),
  ]);
  const made = returned(read, view);
  expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
  const added = [...view.elements()].filter(({ id }) => id.startsWith('annexe-'));
  const names = new Map(added.map(({ id }) => [ifcGuid(id), id]));
  const again = await imported(made.file, names);
  expect(misfits(read, view, again)).toEqual([]);
  const places = placesIn(made.file);
  const at = places.get(ifcGuid('annexe-column')) ?? [];
  const expected = view.elementOf('annexe-column', 'column')?.params.location;
  expect(at[0]).toBeCloseTo((expected?.x ?? NaN) + origin.x, 3);
  expect(at[1]).toBeCloseTo((expected?.y ?? NaN) + origin.y, 3);
});

test('a building 1,186 km away that is not edited keeps its bytes', async () => {
  const file = farAway(exported(randomHouse(7), 'IFC4').file);
  const read = await imported(file);
  expect(returned(read, read.view).file.equals(file)).toBe(true);
});
