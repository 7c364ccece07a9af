/** @module tests of the opening direction of doors and of the faces that rooms share with walls. */
import { expect, test } from 'vitest';

import { compareText } from '../../../../../kernel/base/canonical/deep-equal.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../../../../kernel/building/geometry/vector.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

const wall = created('wall', 'w', {
  level_id: 'L1',
  start: { x: 1000, y: 2000 },
  end: { x: 7000, y: 2000 },
});

/** The arguments of the first line of an entity. */
function argumentsOf(text: string, keyword: string): string {
  return new RegExp(`=${keyword}\\((.*)\\);`, 'u').exec(text)?.[1] ?? '';
}

test.each([
  ['single', 'left', 'SINGLE_SWING_LEFT'],
  ['single', 'right', 'SINGLE_SWING_RIGHT'],
  ['single', 'both', 'DOUBLE_SWING_LEFT'],
  ['single', 'none', 'NOTDEFINED'],
  ['double', 'left', 'DOUBLE_DOOR_SINGLE_SWING'],
  ['double', 'both', 'DOUBLE_DOOR_DOUBLE_SWING'],
  ['sliding', 'right', 'SLIDING_TO_RIGHT'],
  ['sliding', 'none', 'NOTDEFINED'],
  ['folding', 'left', 'FOLDING_TO_LEFT'],
  ['folding', 'both', 'NOTDEFINED'],
  ['pocket', 'left', 'SLIDING_TO_LEFT'],
  ['revolving', 'none', 'REVOLVING'],
] as const)('a %s door that swings %s is %s', (door_type, swing, operation) => {
  const door = created('door', 'd', { host_id: 'w', offset: 500, door_type, swing });
  const view = modelOf(wall, door);
  for (const schema of IFC_SCHEMAS) {
    const { text } = exported(view, schema);
    const style = argumentsOf(text, schema === 'IFC2X3' ? 'IFCDOORSTYLE' : 'IFCDOORTYPE');
    expect([schema, style.split(',').includes(`.${operation}.`)]).toEqual([schema, true]);
  }
});

test('the y axis of a door points to the side on which the plan shows it open: the left side of its wall', () => {
  const door = created('door', 'd', { host_id: 'w', offset: 500, swing: 'left' });
  const { text } = exported(modelOf(wall, door), 'IFC4');
  // Every placement is upright and none is turned, as the wall runs along x, so y is to the left of it.
  const directions = new Map(
    [...text.matchAll(/(#\d+)=IFCDIRECTION\((\(.*\))\);/gu)].map(([, id, of]) => [id, of]),
  );
  const axes = [
    ...text.matchAll(/(#\d+)=IFCAXIS2PLACEMENT3D\(#\d+,(#\d+|\$),(#\d+|\$)\);/gu),
  ].flatMap(([, id, axis, x]) =>
    x === '$' ? [] : [{ id, towards: [directions.get(axis), directions.get(x)].join(' ') }],
  );
  const places = new Set(
    [...text.matchAll(/=IFCLOCALPLACEMENT\((?:#\d+|\$),(#\d+)\);/gu)].map(([, place]) => place),
  );
  const ofPlaces = axes.filter(({ id }) => places.has(id)).map(({ towards }) => towards);
  expect(ofPlaces).toEqual(['(0.,0.,1.) (1.,0.,0.)']);
  // Lining and leaf are extruded across the wall, to the right.
  const ofBodies = axes.filter(({ id }) => !places.has(id)).map(({ towards }) => towards);
  expect(ofBodies).toEqual(['(0.,-1.,0.) (1.,0.,0.)', '(0.,-1.,0.) (1.,0.,0.)']);
  expect(text).toContain('#2=IFCDIRECTION((0.,0.,1.));\n#3=IFCDIRECTION((1.,0.,0.));');
});

test.each(IFC_SCHEMAS)('readers see a door on its sill and the hole around it, in %s', (schema) => {
  const view = modelOf(
    wall,
    created('door', 'd', { host_id: 'w', offset: 500, width: 900, height: 2100, sill: 150 }),
  );
  const made = exported(view, schema);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  const body = readWithWebIfc(made.file).bodies.get(ifcGuid('d'));
  expect(body?.box.min.z).toBeCloseTo(150, 3);
  expect(body?.box.max.z).toBeCloseTo(2250, 3);
});

const corners = [
  { x: 0, y: 0 },
  { x: 6000, y: 0 },
  { x: 6000, y: 4000 },
  { x: 0, y: 4000 },
];

/** Four walls of these heights, and the room between them. */
function roomOf(heights: readonly number[]): readonly PlannedEvent[] {
  const walls = corners.map((start, i) =>
    created('wall', `w${i}`, {
      level_id: 'L1',
      start,
      end: corners[(i + 1) % 4] ?? start,
      thickness: 200,
      height: heights[i] ?? 0,
    }),
  );
  const inside = [
    { x: 2900, y: 1900 },
    { x: 3100, y: 1900 },
    { x: 3000, y: 2100 },
  ];
  const room = created('room', 'r', {
    level_id: 'L1',
    point: { x: 3000, y: 2000 },
    boundary_points: inside,
    height: 2500,
  });
  return [...walls, room];
}

type Bound = { readonly by: string; readonly area: number; readonly parent: string };

/**
 * The boundaries of the spaces of a file at a level: the bounding entity, the area of the surface (mm²) and the bounding
 * entity of the parent. Second-level boundaries whose counterpart does not refer back are `alone`.
 */
function boundsIn(text: string, level = '1stLevel'): readonly Bound[] {
  const lines = new Map(
    [...text.matchAll(/^(#\d+)=(\w+)\((.*)\);$/gmu)].map(
      ([, number = '', entity = '', args = '']) => [
        number,
        { entity, args: args.split(/,(?![^(]*\))/u), refs: args.match(/#\d+/gu) ?? [] },
      ],
    ),
  );
  const at = (number: string | undefined) =>
    lines.get(number ?? '') ?? { entity: '', args: [], refs: [] };
  const area = (surface: string | undefined): number => {
    const { entity, args, refs } = at(surface);
    if (entity === 'IFCCURVEBOUNDEDPLANE') {
      const [, outer = 0, ...inner] = refs.map((ref) => Math.abs(signedArea(pointsOf(ref))));
      return inner.reduce((sum, hole) => sum - hole, outer);
    }
    const [from, to] = pointsOf(at(refs[0]).refs[0]);
    return segmentLengthMm(from ?? NOWHERE, to ?? NOWHERE) * Number(args[3]);
  };
  const pointsOf = (curve: string | undefined): readonly Point2[] =>
    at(curve).refs.map((point) => {
      const [x = NaN, y = NaN] =
        at(point)
          .args.join()
          .match(/-?[\d.]+/gu)
          ?.map(Number) ?? [];
      return { x, y };
    });
  return [...lines]
    .filter(([, { entity, args }]) => entity.startsWith('IFCREL') && args[2] === `'${level}'`)
    .map(([number, { args }]) => ({
      by: `${at(args[5]).entity}${args.length > 10 && at(args[10]).args[10] !== number ? ' alone' : ''}`,
      area: Math.round(area(at(args[6]).refs[0])),
      parent: at(at(args[9]).args[5]).entity,
    }))
    .toSorted((a, b) => compareText(a.by, b.by) || a.area - b.area);
}

const NOWHERE = { x: NaN, y: NaN };

test.each(IFC_SCHEMAS)('a room touches its four walls in rectangles, in %s', (schema) => {
  const bounds = boundsIn(exported(modelOf(...roomOf([3000, 3000, 2000, 3000])), schema).text);
  expect(bounds.map(({ area }) => area)).toEqual([
    3800 * 2500,
    3800 * 2500,
    5800 * 2000,
    5800 * 2500,
  ]);
});

test.each(IFC_SCHEMAS)('doors, windows, holes and the floor bound a room in %s', (schema) => {
  const sized = { host_id: 'w0', width: 900 } as const;
  const view = modelOf(
    ...roomOf([3000, 3000, 3000, 3000]),
    created('door', 'd', { ...sized, offset: 50, height: 2100 }),
    created('window', 'n', { ...sized, offset: 1500, height: 1000, sill_height: 2000 }),
    created('opening', 'o', { ...sized, offset: 3000, height: 800, sill: 900 }),
    created('floor', 'f', { level_id: 'L1', boundary_points: corners, thickness: 200 }),
    created('opening', 'shaft', {
      host_id: 'f',
      offset: null,
      location: { x: 2000, y: 2000 },
      width: 700,
      height: 500,
      sill: 0,
      turn_deg: 30,
    }),
  );
  const kind = schema === 'IFC2X3' ? 'IFCWALLSTANDARDCASE' : 'IFCWALL';
  const parent = schema === 'IFC2X3' ? '' : kind;
  const made = exported(view, schema);
  expect(ruleFaults(made.file)).toEqual([]);
  const bounds = boundsIn(made.text).filter(({ by }) => by !== kind);
  const hole = { by: 'IFCOPENINGELEMENT', area: 900 * 800, parent };
  expect(bounds).toEqual([
    // 50 mm of the door are next to the crossing wall.
    { by: 'IFCDOOR', area: 850 * 2100, parent },
    ...(schema === 'IFC2X3' ? [] : [hole]),
    { by: 'IFCSLAB', area: 5800 * 3800 - 700 * 500, parent: '' },
    // And 500 mm of the window are above its top.
    { by: 'IFCWINDOW', area: 900 * 500, parent },
  ]);
});

test.each(IFC_SCHEMAS)(
  'the boundaries on both sides of a wall refer to each other in %s',
  (schema) => {
    const [, , , , room] = roomOf([3000, 3000, 3000, 3000]);
    const walls = roomOf([3000, 3000, 3000, 3000]).slice(0, 4);
    const across = {
      level_id: 'L1',
      start: { x: 2000, y: 0 },
      end: { x: 2000, y: 4000 },
      thickness: 100,
    };
    const view = modelOf(
      ...walls,
      created('wall', 'across', { ...across, height: 3000 }),
      created('door', 'd', { host_id: 'across', width: 900, height: 2100, offset: 500 }),
      ...[room].flatMap((one) => one ?? []),
      created('room', 'left', {
        level_id: 'L1',
        point: { x: 1000, y: 2000 },
        boundary_points: [
          { x: 900, y: 1900 },
          { x: 1100, y: 1900 },
          { x: 1000, y: 2100 },
        ],
        height: 2200,
      }),
    );
    const made = exported(view, schema);
    expect(ruleFaults(made.file)).toEqual([]);
    const wallKind = schema === 'IFC2X3' ? 'IFCWALLSTANDARDCASE' : 'IFCWALL';
    const door = { by: 'IFCDOOR', area: 900 * 2100, parent: schema === 'IFC2X3' ? '' : wallKind };
    // Over the length that both rooms share; what is behind the other walls is unknown.
    const wide = { by: wallKind, area: 3800 * 2200, parent: '' };
    expect(boundsIn(made.text, '2ndLevel')).toEqual([door, door, wide, wide]);
  },
);
