/** @module tests of edited imports: the file with the edits is read again as the edited model. */
import { describe, expect, test } from 'vitest';

import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { publicFile } from '../../../../public-files.ts';
import { created, deletes, modifies } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { damage } from '../patch/patching.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { misplaced } from './misplaced.ts';
import { banded, partsIn, straight, topLevels, unpinned } from './picks.ts';
import { differences, imported, type Read, returned } from './returned.ts';

const SEEDS = [7, 4711] as const;

const FILES: readonly (readonly [string, Buffer | null])[] = [
  ...SEEDS.flatMap((seed) =>
    IFC_SCHEMAS.map(
      (schema) => [`house ${seed} in ${schema}`, exported(randomHouse(seed), schema).file] as const,
    ),
  ),
  ...['AC20-FZK-Haus', 'Duplex_A', 'AC90R1-niedriha-V2-2x3', 'SampleHouse4'].map(
    (name) => [name, publicFile(`ifc-real/cases/${name}.ifc`)] as const,
  ),
];

/** An edit of a branch; null if it has nothing to edit. */
type Edit = (view: StateView, read: Read) => StateView | null;

function edited(view: StateView, event: Parameters<StateView['apply']>[0]): StateView {
  return view.apply(event);
}

const EDITS: readonly (readonly [string, Edit])[] = [
  [
    'a wall is renamed',
    (view) => {
      const wall = [...view.elementsOf('wall')][0];
      return wall === undefined ? null : edited(view, [modifies(wall, { name: 'Wand ü' })]);
    },
  ],
  [
    'a window is deleted',
    (view) => {
      const window = [...view.elementsOf('window')][0];
      return window === undefined ? null : edited(view, [deletes(window)]);
    },
  ],
  [
    'a wall is deleted with what it hosts',
    (view) => {
      const wall = [...view.elementsOf('wall')].find(({ id }) => view.hostedBy(id).length > 0);
      if (wall === undefined) return null;
      const doomed = view.cascadeOf(wall.id).toReversed();
      return edited(
        view,
        doomed.map(({ id, cascade_of }) => deletes(view.element(id), cascade_of)),
      );
    },
  ],
  [
    'a door is made wider and lower',
    (view) => {
      const door = [...view.elementsOf('door')][0];
      if (door === undefined) return null;
      const { width, height } = door.params;
      return edited(view, [modifies(door, { width: width + 25, height: height - 100 })]);
    },
  ],
  [
    'a door is moved along its wall',
    (view) => {
      const door = [...view.elementsOf('door')][0];
      if (door === undefined) return null;
      return edited(view, [modifies(door, { offset: door.params.offset + 30 })]);
    },
  ],
  [
    'the end of a wall is moved',
    (view) => {
      const wall = [...view.elementsOf('wall')].find(
        ({ id, params }) => (params.via ?? null) === null && view.hostedBy(id).length === 0,
      );
      if (wall === undefined) return null;
      const { start, end } = wall.params;
      const length = Math.hypot(end.x - start.x, end.y - start.y);
      const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
      const there = {
        x: Math.round(end.x + 150 * along.x),
        y: Math.round(end.y + 150 * along.y),
      };
      return edited(view, [modifies(wall, { end: there, ...unpinned(wall) })]);
    },
  ],
  [
    'a wall with openings is moved with what it hosts',
    (view) => {
      const wall = straight(view).find(({ id }) => view.hostedBy(id).length > 0);
      if (wall === undefined) return null;
      const { start, end } = wall.params;
      const moved = (point: typeof start) => ({ x: point.x + 400, y: point.y - 250 });
      const ends = { start: moved(start), end: moved(end) };
      return edited(view, [modifies(wall, { ...ends, ...unpinned(wall) })]);
    },
  ],
  [
    'a wall with openings is made thicker',
    (view) => {
      const wall = straight(view).find(({ id }) => view.hostedBy(id).length > 0);
      if (wall === undefined) return null;
      const thickness = wall.params.thickness + 60;
      const { line_offset: aside } = wall.params;
      const line =
        aside === undefined ? {} : { line_offset: (Math.sign(aside ?? 0) * thickness) / 2 };
      return edited(view, [modifies(wall, { thickness, ...line, ...unpinned(wall) })]);
    },
  ],
  [
    'all walls are made higher and lower at the foot',
    (view, { source }) => {
      const baked = new Set(
        source.rows
          .filter(({ record }) => record === 0)
          .map(({ element }) => element?.params['host_id']),
      );
      const walls = straight(view).filter(
        ({ id, params }) =>
          (params.cut_planes ?? null) === null &&
          !baked.has(id) &&
          !view.joinedWalls(id).some((other) => baked.has(other)),
      );
      return edited(
        view,
        walls.map((wall) => {
          const { height, base_offset } = wall.params;
          const sizes = { height: height + 45, base_offset: base_offset - 15 };
          return modifies(wall, { ...sizes, ...unpinned(wall) });
        }),
      );
    },
  ],
  [
    'windows are moved and resized',
    (view) => {
      const windows = [...view.elementsOf('window')].slice(0, 3);
      return edited(
        view,
        windows.map((window) => {
          const { offset, width, sill_height, height } = window.params;
          return modifies(window, {
            offset: offset + 10,
            width: width - 20,
            sill_height: sill_height + 30,
            height: height - 60,
          });
        }),
      );
    },
  ],
  [
    'an opening gets another outline',
    (view) => {
      const opening = [...view.elementsOf('opening')].find(
        ({ params }) => params.offset !== null && (params.outline ?? null) === null,
      );
      if (opening === undefined) return null;
      const { offset, sill, width, height } = opening.params;
      const [x, y] = [offset ?? 0, sill];
      const outline = [
        { x, y },
        { x: x + width, y },
        { x: x + width, y: y + height * 0.5 },
        { x: x + width * 0.5, y: y + height },
      ];
      return edited(view, [modifies(opening, { outline })]);
    },
  ],
  [
    'floors are made thicker and lower',
    (view) => {
      const floors = [...view.elementsOf('floor')];
      return edited(
        view,
        floors.map((floor) => {
          const { thickness, top_offset } = floor.params;
          return modifies(floor, { thickness: thickness + 20, top_offset: top_offset - 5 });
        }),
      );
    },
  ],
  [
    'rooms begin lower, also under planes',
    (view) => {
      // A room below its planes has the height of its highest point after the file is read again.
      const rooms = [...view.elementsOf('room')].filter(({ id, params }) => {
        const box = view.bounds(id);
        return box !== null && Math.abs(box.max.z - box.min.z - params.height) < 0.01;
      });
      return edited(
        view,
        rooms.map((room) => {
          const { base_offset = null, height } = room.params;
          return modifies(room, { base_offset: (base_offset ?? 0) - 40, height: height + 40 });
        }),
      );
    },
  ],
  [
    'columns are moved and beams raised',
    (view) =>
      edited(view, [
        ...[...view.elementsOf('column')].map((column) => {
          const { x, y } = column.params.location;
          return modifies(column, { location: { x: x + 100, y: y - 35 } });
        }),
        ...[...view.elementsOf('beam')].map((beam) =>
          modifies(beam, { elevation_offset: beam.params.elevation_offset - 120 }),
        ),
      ]),
  ],
  [
    'a level is raised and renamed with its elements, and another one is higher',
    (view) => {
      const [top, below] = topLevels(view) ?? [];
      if (top === undefined || below === undefined) return null;
      const { elevation } = top.params;
      return edited(view, [
        modifies(top, { elevation: elevation + 150, name: 'Dachgeschoß ü' }),
        modifies(below, { height: below.params.height + 150 }),
      ]);
    },
  ],
  [
    'the lowest level is lowered',
    (view) => {
      const [low, next] = view.levels().toSorted((a, b) => a.params.elevation - b.params.elevation);
      if (low === undefined || next === undefined) return null;
      const { elevation, height } = low.params;
      if (next.params.elevation - elevation !== height) return null;
      return edited(view, [modifies(low, { elevation: elevation - 75, height: height + 75 })]);
    },
  ],
  [
    'grid lines are renamed, moved and deleted',
    (view) => {
      const [first, second, third] = view.elementsOf('grid');
      if (first === undefined || second === undefined) return null;
      const { start, end } = second.params;
      const [x, y] = [start.x + 250, start.y - 40];
      return edited(view, [
        modifies(first, { name: 'Ä1' }),
        modifies(second, { start: { x, y }, end: { x: end.x + 250, y: end.y - 40 } }),
        ...(third === undefined ? [] : [deletes(third)]),
      ]);
    },
  ],
  [
    'all grid lines are deleted',
    (view) =>
      edited(
        view,
        [...view.elementsOf('grid')].map((line) => deletes(line)),
      ),
  ],
  [
    'elements are moved to another level',
    (view, { source }) => {
      const [top, below] = topLevels(view) ?? [];
      if (top === undefined || below === undefined) return null;
      const level_id = top.id;
      const of = (id: string): boolean => view.levelOf(id) === below.id;
      const parts = partsIn(source);
      const isFree = ({ id }: { readonly id: string }): boolean =>
        of(id) && view.hostedBy(id).length === 0 && !parts.has(id);
      const wall = straight(view).find(
        (one) => of(one.id) && view.joinedWalls(one.id).length === 0,
      );
      const moved = [
        wall,
        [...view.elementsOf('column')].find(isFree),
        [...view.elementsOf('beam')].find(isFree),
        [...view.elementsOf('room')].find(isFree),
        [...view.elementsOf('floor')].find(isFree),
      ].filter((one) => one !== undefined);
      return edited(
        view,
        moved.map((one) => modifies(one, { level_id })),
      );
    },
  ],
];

test('properties are set, changed and removed', async () => {
  const read = await imported(exported(randomHouse(7), 'IFC4').file);
  const wall = [...read.view.elementsOf('wall')][0];
  const properties = { Pset_WallCommon: { Status: 'EXISTING' }, Own: { Note: 'ü', Price: 12 } };
  const view = read.view.apply([
    modifies(wall, { properties, fire_rating_min: 90, load_bearing: !wall?.params.load_bearing }),
  ]);
  const made = returned(read, view);
  expect(made.not_expressible).toEqual([]);
  expect(damage(read.source.bytes, made.file)).toEqual([]);
  const again = (await imported(made.file)).view.elementOf(wall?.id ?? '', 'wall');
  expect(again?.params.load_bearing).toBe(!wall?.params.load_bearing);
  const text = made.file.toString('latin1');
  expect(text).toContain("'90 min'");
  expect(text).toContain("'Note'");
});

test.each(IFC_SCHEMAS)('a member gets a rolled section in %s', async (schema) => {
  const site = modelOf(
    created('column', 'column', { level_id: 'L1', location: { x: 0, y: 0 }, profile: '200x300' }),
    created('beam', 'beam', {
      start: { x: 0, y: 900 },
      end: { x: 3000, y: 900 },
      profile: '90x90',
    }),
  );
  const read = await imported(exported(site, schema).file);
  const [column] = read.view.elementsOf('column');
  const [beam] = read.view.elementsOf('beam');
  const view = read.view.apply([
    modifies(column, { profile: 'HEA200' }),
    modifies(beam, { profile: 'L 100x65x7' }),
  ]);
  const made = returned(read, view);
  expect([made.not_expressible, damage(read.source.bytes, made.file)]).toEqual([[], []]);
  const text = made.file.toString('latin1');
  expect(text).toContain("IFCISHAPEPROFILEDEF(.AREA.,'HEA200'");
  expect(text).toContain('IFCLSHAPEPROFILEDEF(');
  const again = await imported(made.file);
  for (const id of [column?.id ?? '', beam?.id ?? '']) {
    const [volume, other] = [view, again.view].map((one) => one.measures(id).volume_mm3 ?? 0);
    expect((other ?? 0) / (volume ?? 1)).toBeCloseTo(1, 3);
    expect(again.view.bounds(id)).toEqual(view.bounds(id));
  }
});

test('an opening that only shaped the old body of a wall is removed with it', async () => {
  const { file } = exported(randomHouse(7), 'IFC4');
  const plain = await imported(file);
  const wall = straight(plain.view).find(({ id }) => plain.view.hostedBy(id).length === 0);
  const row = plain.source.rows.find(({ element }) => element?.id === wall?.id);
  const bounds = plain.view.bounds(wall?.id ?? '');
  if (wall === undefined || row === undefined || bounds === null) throw new Error('no wall');
  const { start, end } = wall.params;
  const moved = (point: typeof start) => ({ x: point.x + 600, y: point.y - 550 });
  const middle = moved({ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 });
  const corner = [middle.x, middle.y, (bounds.min.z + bounds.max.z) / 2].map((one) =>
    one.toFixed(3),
  );
  const lines = [
    "#900001=IFCOPENINGELEMENT('3Opening00000000000001',$,'mitre',$,$,#900002,#900005,$,$);",
    '#900002=IFCLOCALPLACEMENT($,#900003);',
    '#900003=IFCAXIS2PLACEMENT3D(#900004,#900009,#900014);',
    `#900014=IFCDIRECTION((${(end.x - start.x).toFixed(3)},${(end.y - start.y).toFixed(3)},0.));`,
    `#900004=IFCCARTESIANPOINT((${corner.join()}));`,
    '#900005=IFCPRODUCTDEFINITIONSHAPE($,$,(#900006));',
    "#900006=IFCSHAPEREPRESENTATION(#900012,'Body','SweptSolid',(#900007));",
    '#900007=IFCEXTRUDEDAREASOLID(#900008,#900010,#900009,60.);',
    '#900008=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,60.,60.);',
    '#900009=IFCDIRECTION((0.,0.,1.));',
    '#900010=IFCAXIS2PLACEMENT3D(#900011,$,$);',
    '#900011=IFCCARTESIANPOINT((0.,0.,0.));',
    "#900012=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#900010,$);",
    `#900013=IFCRELVOIDSELEMENT('3Voids0000000000000001',$,$,$,#${row.record},#900001);`,
  ];
  const at = file.lastIndexOf('ENDSEC;');
  const text = [
    file.subarray(0, at).toString('latin1'),
    ...lines,
    file.subarray(at).toString('latin1'),
  ];
  const before = await imported(Buffer.from(text.join('\n'), 'latin1'));
  expect(differences(plain.view, before.view)).toEqual([]);
  const ends = { start: moved(start), end: moved(end), ...unpinned(wall) };
  const view = before.view.apply([modifies(wall, ends)]);
  const made = returned(before, view);
  expect([made.not_expressible, damage(before.source.bytes, made.file)]).toEqual([[], []]);
  expect(made.file.toString('latin1')).not.toContain("'mitre'");
  expect(differences(view, (await imported(made.file)).view, banded(view))).toEqual([]);
});

describe.each(FILES)('%s', (_, bytes) => {
  let first: Promise<Read> | null = null;
  const read = async (): Promise<Read> => {
    first ??= imported(bytes ?? Buffer.alloc(0));
    return await first;
  };

  test.skipIf(bytes === null)('without an edit the bytes are those of the file', async () => {
    const before = await read();
    const made = returned(before, before.view);
    expect(made.file.equals(bytes ?? Buffer.alloc(0))).toBe(true);
    expect(made.not_expressible).toEqual([]);
  });

  test.skipIf(bytes === null).each(EDITS)('%s', { timeout: 60_000 }, async (_name, edit) => {
    const before = await read();
    const view = edit(before.view, before);
    if (view === null) return;
    const made = returned(before, view);
    expect(made.not_expressible).toEqual([]);
    expect(damage(before.source.bytes, made.file)).toEqual([]);
    const again = await imported(made.file);
    expect(differences(view, again.view, banded(view))).toEqual([]);
    const misread = new Set(misplaced(before, before.view, before.source.bytes));
    const now = misplaced(before, view, made.file).filter((id) => !misread.has(id));
    expect(now).toEqual([]);
  });
});
