/** @module tests of what a returned file must not have: edits without those that they depend on, and edits of other files. */
import { expect, test } from 'vitest';

import { deletes, modifies } from '../../../building/model/build.ts';
import {
  axes,
  extrusion,
  fileOf,
  point,
  polygon,
  polyline,
  type ProductText,
} from '../recognise/building-text.ts';
import { randomHouse } from '../write/random-house.ts';
import { exported } from '../write/reread.ts';
import { differences, imported, returned } from './returned.ts';

/** The corners of a rectangle. */
function corners(x: number, y: number, width: number, height: number): [number, number][] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

const AREA = polygon(...corners(1000, 0, 900, 200));
const DOOR: ProductText = {
  entity: 'IFCDOOR',
  name: 'door',
  at: axes(point(1000, 0, 0)),
  items: [extrusion(polygon(...corners(0, 0, 900, 50)), 2000, axes(point(0, 0, 0)))],
  rest: ',$,2000.,900.,$,.SINGLE_SWING_RIGHT.,$',
  contained: false,
};

/** A context of representations, and a building with the storey. */
const BUILDING = [
  "#940=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#941,$);",
  '#941=IFCAXIS2PLACEMENT3D(#942,$,$);',
  '#942=IFCCARTESIANPOINT((0.,0.,0.));',
  "#943=IFCBUILDING('building',$,'B',$,$,#944,$,$,.ELEMENT.,$,$,$);",
  '#944=IFCLOCALPLACEMENT($,#941);',
  "#945=IFCRELAGGREGATES('agg',$,$,$,#943,(#10));",
].join('\n');

/** A wall of 4 m whose body, swept across it, has a hole; the door is in an opening. Its record is the last one. */
function wallWithBakedHole(data: string = BUILDING): Buffer {
  const outer = polyline(...corners(0, 0, 4000, 2500), [0, 0]);
  const hole = polyline(...corners(2500, 900, 1000, 1000), [2500, 900]);
  const side = `{IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${outer},(${hole}))}`;
  const place = axes(point(0, 200, 0), '{IFCDIRECTION((0.,-1.,0.))}', '{IFCDIRECTION((1.,0.,0.))}');
  const wall: ProductText = {
    entity: 'IFCWALL',
    name: 'wall',
    items: [extrusion(side, 200, place)],
    axis: polyline([0, 100], [4000, 100]),
    openings: [{ items: [extrusion(AREA, 2000, axes(point(0, 0, 0)))], filling: DOOR }],
  };
  const text = fileOf([wall], { data }).toString('latin1');
  const inContext = text.replaceAll('IFCSHAPEREPRESENTATION($,', 'IFCSHAPEREPRESENTATION(#940,');
  return Buffer.from(inContext.replaceAll(/#100\b/gu, '#989'), 'latin1');
}

test('a door is not changed without its wall, and what is not listed is read again as edited', async () => {
  const read = await imported(wallWithBakedHole());
  const [wall] = [...read.view.elementsOf('wall')];
  const [door] = [...read.view.elementsOf('door')];
  expect([...read.view.elementsOf('opening')]).toHaveLength(1);
  const view = read.view.apply([
    modifies(wall, { thickness: 260, pins: null }),
    modifies(door, { width: 1000 }),
  ]);
  const made = returned(read, view);
  const listed = made.not_expressible.map(({ element_id }) => element_id);
  const isAlone = listed.includes(wall?.id ?? '') && !listed.includes(door?.id ?? '');
  expect(isAlone).toBe(false);
  const { view: again } = await imported(made.file);
  // A hole that becomes a product has another id.
  const holes = [...view.elementsOf('opening'), ...again.elementsOf('opening')];
  expect(holes).toHaveLength(2);
  expect(differences(view, again, [...listed, ...holes.map(({ id }) => id)])).toEqual([]);
});

test('a wall whose hole cannot be written as an opening keeps its body', async () => {
  const read = await imported(wallWithBakedHole(''));
  const [wall] = [...read.view.elementsOf('wall')];
  const view = read.view.apply([modifies(wall, { thickness: 260, pins: null })]);
  const made = returned(read, view);
  expect(made.not_expressible).toContainEqual({
    element_id: wall?.id,
    why: 'the holes in its body cannot be written as openings',
  });
  const { view: again } = await imported(made.file);
  expect([...again.elementsOf('wall')].map(({ params }) => params.thickness)).toEqual([200]);
  expect([...again.elementsOf('opening')]).toHaveLength(1);
});

test('a quantity of another definition stays as it is, and is listed', async () => {
  const text = exported(randomHouse(7), 'IFC4').file.toString('latin1');
  const other = text.replaceAll(/(?<=IFCQUANTITYVOLUME\('NetVolume',\$,\$,)[^,]+/gu, '987.654');
  expect(other).not.toBe(text);
  const read = await imported(Buffer.from(other, 'latin1'));
  const wall = [...read.view.elementsOf('wall')].find(
    ({ id, params }) =>
      (params.via ?? null) === null && read.view.footprint(id)?.bands === undefined,
  );
  const thickness = (wall?.params.thickness ?? 0) + 70;
  const made = returned(read, read.view.apply([modifies(wall, { thickness, pins: null })]));
  const count = (file: string): number => file.split('987.654').length;
  expect(count(made.file.toString('latin1'))).toBe(count(other));
  expect(made.stale).toContainEqual(expect.objectContaining({ name: 'NetVolume' }));
});

test('a fire rating is written into the set of walls alone', async () => {
  const read = await imported(exported(randomHouse(7), 'IFC4').file);
  const [wall] = [...read.view.elementsOf('wall')];
  const made = returned(read, read.view.apply([modifies(wall, { fire_rating_min: 120 })]));
  expect(made.not_expressible).toEqual([]);
  const text = made.file.toString('latin1');
  expect(text.match(/'120 min'/gu)).toHaveLength(1);
  expect(text).not.toContain('Pset_CurtainWallCommon');
});

test('a storey is removed after its elements', async () => {
  const wall: ProductText = {
    entity: 'IFCWALL',
    name: 'wall',
    items: [extrusion(polygon(...corners(0, 0, 4000, 200)), 2500, axes(point(0, 0, 0)))],
    openings: [{ items: [extrusion(AREA, 2000, axes(point(0, 0, 0)))], filling: DOOR }],
  };
  const storeys = [
    ['Ground', 0],
    ['First', 3000],
  ] as const;
  const read = await imported(fileOf([wall], { storeys }));
  const ground = read.view.levels().find(({ params }) => params.name === 'Ground');
  const doomed = read.view.cascadeOf(ground?.id ?? '').toReversed();
  expect(doomed.length).toBeGreaterThan(2);
  const view = read.view.apply(
    doomed.map(({ id, cascade_of }) => deletes(read.view.element(id), cascade_of)),
  );
  const made = returned(read, view);
  expect(made.not_expressible).toEqual([]);
  expect(differences(view, (await imported(made.file)).view)).toEqual([]);
});

const WALL: ProductText = {
  entity: 'IFCWALL',
  name: 'wall',
  items: [extrusion(polygon(...corners(0, 0, 4000, 200)), 2500, axes(point(0, 0, 0)))],
};

test('an element that a record of a vendor names stays, and another one is removed', async () => {
  const other = { ...WALL, name: 'other', at: axes(point(0, 9000, 0)) };
  const data = '#950=IFCVENDORRECORD(#100);';
  const read = await imported(fileOf([WALL, other], { data }));
  const walls = [...read.view.elementsOf('wall')];
  const view = read.view.apply(walls.map((wall) => deletes(wall)));
  const made = returned(read, view);
  const kept = walls.find(({ params }) => params.name === 'wall');
  expect(made.not_expressible).toEqual([
    { element_id: kept?.id, why: expect.stringContaining('cannot be removed') },
  ]);
  const again = await imported(made.file);
  expect([...again.view.elementsOf('wall')].map(({ params }) => params.name)).toEqual(['wall']);
});
