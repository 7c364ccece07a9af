/** @module tests of curtain walls in IFC: assemblies of plates, members, doors and windows, as two readers see them. */
import { expect, test } from 'vitest';

import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

const P = (x: number, y: number) => ({ x, y });
const GRID = {
  wall_type: 'curtain',
  usage: 'exterior',
  height: 3200,
  fire_rating_min: 30,
  curtain: { panel_width: 1500, panel_height: 1600 },
} as const;

/** Two curtain walls at a corner that is not square, with a door, a window and an empty opening, and a solid wall. */
const VIEW = modelOf(
  created('wall', 'X', { ...GRID, start: P(0, 0), end: P(6000, 0) }),
  created('wall', 'Y', { ...GRID, start: P(6000, 0), end: P(9000, 5000) }),
  created('wall', 'S', { start: P(0, 0), end: P(0, 4000), height: 3200, thickness: 300 }),
  created('door', 'D', { host_id: 'X', offset: 2000, width: 1000, height: 2100 }),
  created('window', 'N', { host_id: 'Y', offset: 1000, width: 800, height: 900 }),
  created('opening', 'O', {
    host_id: 'Y',
    offset: 3000,
    location: null,
    sill: 500,
    width: 300,
    height: 300,
  }),
);

/** Lines of an entity. */
function lines(text: string, entity: string): readonly string[] {
  return text.split('\n').filter((line) => line.includes(`=${entity.toUpperCase()}(`));
}

test('the parts of a curtain wall between its end posts are extruded rectangles', () => {
  const { text } = exported(
    modelOf(created('wall', 'X', { ...GRID, start: P(0, 0), end: P(6000, 0) })),
    'IFC4',
  );
  // Four by two panels, five posts, and four by three rails between them.
  expect(lines(text, 'IfcPlate')).toHaveLength(8);
  expect(lines(text, 'IfcMember')).toHaveLength(17);
  expect(lines(text, 'IfcRectangleProfileDef').length).toBeGreaterThan(0);
  // The end posts are outlines, since they could meet another wall at an angle.
  expect(lines(text, 'IfcArbitraryClosedProfileDef')).toHaveLength(2);
});

test.each(IFC_SCHEMAS)('curtain walls in %s', async (schema) => {
  const made = exported(VIEW, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  const read = readWithWebIfc(made.file);
  expect(differences(VIEW, made, read)).toEqual([]);
  expect(differences(VIEW, made, await readWithIfcLite(made.file))).toEqual([]);
  // Nothing is cut, and the assemblies have no body of their own.
  expect(made.counts.get('IfcRelVoidsElement')).toBeUndefined();
  expect(made.counts.get('IfcRelFillsElement')).toBeUndefined();
  expect(made.counts.get('IfcOpeningElement')).toBeUndefined();
  for (const id of ['X', 'Y']) expect(read.bodies.has(ifcGuid(id))).toBe(false);
  // Computed by hand: the first panel, the first upright, and the panel over the door.
  const volume = (key: string) => read.bodies.get(ifcGuid(`X/${key}`))?.volume;
  expect(volume('p2.1')).toBeCloseTo(425 * 1525 * 30, -2);
  expect(volume('v1')).toBeCloseTo(50 * 150 * 3200, -2);
  expect(volume('fD head')).toBeCloseTo(1000 * 50 * 150, -2);
  // Door and window are parts of their walls and not also contained in the storey.
  const contained = lines(made.text, 'IfcRelContainedInSpatialStructure').join('');
  const aggregated = lines(made.text, 'IfcRelAggregates').join('');
  for (const entity of ['IfcDoor', 'IfcWindow', 'IfcPlate', 'IfcMember']) {
    const found = lines(made.text, entity);
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) {
      const [number = ''] = line.split('=');
      expect(contained).not.toMatch(new RegExp(`${number}[,)]`));
      expect(aggregated).toMatch(new RegExp(`${number}[,)]`));
    }
  }
  // In older schemas only the types of plates state it.
  expect(made.text.includes('.CURTAIN_PANEL.')).toBe(schema !== 'IFC2X3');
});

test('a part keeps its GUID when a column is added', () => {
  const longer = modelOf(created('wall', 'X', { ...GRID, start: P(0, 0), end: P(7500, 0) }));
  const shorter = modelOf(created('wall', 'X', { ...GRID, start: P(0, 0), end: P(6000, 0) }));
  const guids = (view: typeof longer): ReadonlySet<string> =>
    new Set(readWithWebIfc(exported(view, 'IFC4').file).bodies.keys());
  const [more, fewer] = [guids(longer), guids(shorter)];
  expect([...fewer].filter((guid) => !more.has(guid))).toEqual([]);
  expect([fewer.size, more.size]).toEqual([8 + 17, 10 + 21]);
});

test.each(IFC_SCHEMAS)('a room between curtain walls in %s', (schema) => {
  const corners = [P(0, 0), P(6000, 0), P(6000, 4000), P(0, 4000)];
  const inside = [P(100, 100), P(5900, 100), P(5900, 3900), P(100, 3900)];
  const view = modelOf(
    ...corners.map((start, i) =>
      created('wall', `W${i}`, { ...GRID, start, end: corners[(i + 1) % 4] ?? start }),
    ),
    created('door', 'D', { host_id: 'W0', offset: 1000 }),
    created('room', 'R', { point: P(3000, 2000), boundary_points: inside }),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  // Four walls and the door; in IFC2X3 second-level boundaries have the same entity.
  const entity = schema === 'IFC2X3' ? 'IfcRelSpaceBoundary' : 'IfcRelSpaceBoundary1stLevel';
  expect(made.counts.get(entity)).toBe(schema === 'IFC2X3' ? 10 : 5);
});
