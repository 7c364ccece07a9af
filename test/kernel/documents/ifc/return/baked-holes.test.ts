/** @module tests of walls with holes in their own bodies: with an edit, the holes become openings of the file. */
import { expect, test } from 'vitest';

import type { ElementOf } from '../../../../../kernel/building/kinds/elements.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { exported } from '../write/reread.ts';
import { withBakedHoles } from './baked-wall.ts';
import { misplaced } from './misplaced.ts';
import { differences, imported, type Read, returned } from './returned.ts';

/** A wall whose body in the file is an elevation with two holes, next to a plain wall. */
function wallFile(schema: (typeof IFC_SCHEMAS)[number]): Buffer {
  const at = { y: 0 } as const;
  const site = modelOf(
    created('wall', 'wall', {
      level_id: 'L1',
      start: { x: 0, ...at },
      end: { x: 5000, ...at },
      thickness: 200,
      height: 2800,
      join_type: 'none',
    }),
    created('wall', 'other', {
      level_id: 'L1',
      start: { x: 0, y: 4000 },
      end: { x: 5000, y: 4000 },
      thickness: 200,
      height: 2800,
    }),
  );
  const text = exported(site, schema).file.toString('latin1');
  const holes = [
    [800, 900, 2000, 2100],
    [3000, 900, 4200, 2100],
  ] as const;
  return Buffer.from(withBakedHoles(text, [0, 0, 5000, 2800], holes), 'latin1');
}

type Opening = ElementOf<'opening'>;

const EDITS: readonly (readonly [
  string,
  (view: StateView, holes: readonly Opening[]) => StateView,
])[] = [
  [
    'a hole is widened and renamed',
    (view, [hole]) => view.apply([modifies(hole, { width: 1300, name: 'Durchreiche' })]),
  ],
  ['a hole is deleted', (view, [hole]) => view.apply([deletes(hole)])],
  [
    'the wall is made higher and thicker',
    (view, [hole]) => {
      const wall = view.elementOf(hole?.params.host_id ?? '', 'wall');
      return view.apply([modifies(wall, { height: 3000, thickness: 240, pins: null })]);
    },
  ],
  [
    'a door is added and a hole moved',
    (view, [hole]) =>
      view.apply([
        modifies(hole, { sill: 700 }),
        created('door', 'new-door', {
          host_id: hole?.params.host_id ?? '',
          offset: 2050,
          width: 900,
          height: 2000,
          name: 'Tür',
        }),
      ]),
  ],
];

/** Elements without a product of their own keep their ids through the GlobalIds of their new openings. */
function namesIn({ source }: Read): ReadonlyMap<string, string> {
  const ids = source.rows.flatMap(({ element, record }) =>
    element !== null && record === 0 ? [element.id] : [],
  );
  return new Map([...ids, 'new-door'].map((id) => [ifcGuid(id), id]));
}

test.each(
  IFC_SCHEMAS.flatMap((schema) => EDITS.map(([what, edit]) => [schema, what, edit] as const)),
)('%s: %s', async (schema, _, edit) => {
  const file = wallFile(schema);
  const before = await imported(file);
  const holes = [...before.view.elementsOf('opening')];
  expect(holes).toHaveLength(2);
  expect(before.source.rows.filter(({ record }) => record === 0)).toHaveLength(2);
  const view = edit(before.view, holes);
  const made = returned(before, view);
  expect([made.not_expressible, damage(file, made.file)]).toEqual([[], []]);
  const again = await imported(made.file, namesIn(before));
  // A product without a name is named by its id.
  const other = differences(view, again.view).filter((one) => !one.includes(': name null'));
  expect(other).toEqual([]);
  expect(misplaced(before, view, made.file)).toEqual([]);
});
