/** @module which way doors open, and the faces that rooms have in common with walls. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../kernel/ifc/schema/ifc-schema.ts';
import { modelOf } from '../../clash/clash-model.ts';
import { created } from '../../model/build.ts';
import { exported } from './reread.ts';

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

test('a door has its y axis where the plan shows it open: on the left side of its wall', () => {
  const door = created('door', 'd', { host_id: 'w', offset: 500, swing: 'left' });
  const { text } = exported(modelOf(wall, door), 'IFC4');
  // Every axis of the file is upright and none is turned, as the wall runs along x, so y is to the left of it.
  const turned = [...text.matchAll(/=IFCAXIS2PLACEMENT3D\(#\d+,(#\d+|\$),(#\d+|\$)\);/gu)];
  expect(turned.map(([, axis, x]) => [axis, x]).filter(([, x]) => x !== '$')).toEqual([
    ['#2', '#3'],
  ]);
  expect(text).toContain('#2=IFCDIRECTION((0.,0.,1.));\n#3=IFCDIRECTION((1.,0.,0.));');
});

test.each(IFC_SCHEMAS)('a room touches its four walls in rectangles, in %s', (schema) => {
  const corners = [
    { x: 0, y: 0 },
    { x: 6000, y: 0 },
    { x: 6000, y: 4000 },
    { x: 0, y: 4000 },
  ];
  const heights = [3000, 3000, 2000, 3000];
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
  const { text } = exported(modelOf(...walls, room), schema);
  const lines = new Map(
    [...text.matchAll(/^(#\d+)=(\w+)\((.*)\);$/gmu)].map(([, number, , args]) => [number, args]),
  );
  const refs = (args: string | undefined): readonly string[] => args?.match(/#\d+/gu) ?? [];
  const areas = [...text.matchAll(/=IFCSURFACEOFLINEAREXTRUSION\((#\d+),.*,([\d.]+)\);/gu)].map(
    ([, profile, depth]) => {
      const [curve = ''] = refs(lines.get(profile));
      const [from = [], to = []] = refs(lines.get(curve)).map((point) =>
        (lines.get(point)?.match(/-?[\d.]+/gu) ?? []).map(Number),
      );
      return (
        Math.hypot((to[0] ?? NaN) - (from[0] ?? NaN), (to[1] ?? NaN) - (from[1] ?? NaN)) *
        Number(depth)
      );
    },
  );
  expect(areas.toSorted((a, b) => a - b)).toEqual([
    3800 * 2500,
    3800 * 2500,
    5800 * 2000,
    5800 * 2500,
  ]);
  expect(text.match(/=IFCCONNECTIONSURFACEGEOMETRY\(/gu)).toHaveLength(4);
});
