/** @module tests of walls and a room under roofs in IFC: bodies with sloping tops, with and without windows, match the model. */
import { expect, test } from 'vitest';

import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';

const P = (x: number, y: number) => ({ x, y });
const OUTLINE = [P(0, 0), P(6000, 0), P(6000, 9000), P(0, 9000)];

/** Values of quantities in the file by name, in the order of the file. */
function quantities(text: string, name: string): readonly number[] {
  const found = text.matchAll(new RegExp(`IFCQUANTITY\\w+\\('${name}',\\$,\\$,([\\d.E+-]+)`, 'gu'));
  return [...found].map(([, value]) => Number(value));
}

/** Areas of the bounded planes of the space boundaries of one level, m². */
function boundedAreas(text: string, name: string): readonly number[] {
  const lines = new Map([...text.matchAll(/^#(\d+)=(.+);$/gmu)].map(([, id, line]) => [id, line]));
  const refs = (line: string | undefined): readonly string[] =>
    [...(line ?? '').matchAll(/#(\d+)/gu)].map(([, id]) => id ?? '');
  return [...lines.values()].flatMap((line) => {
    if (!line?.startsWith('IFCRELSPACEBOUNDARY') || !line.includes(`'${name}'`)) return [];
    const surface = refs(line)
      .map((id) => lines.get(id))
      .find((one) => one?.startsWith('IFCCONNECTIONSURFACEGEOMETRY'));
    const plane = lines.get(refs(surface)[0]);
    if (!plane?.startsWith('IFCCURVEBOUNDEDPLANE')) return [];
    const points = refs(lines.get(refs(plane)[1])).map((id) => {
      const [, x, y] = /\(\(([^,]+),([^)]+)\)\)/u.exec(lines.get(id) ?? '') ?? [];
      return P(Number(x), Number(y));
    });
    const twice = points.reduce((sum, to, i) => {
      const from = points.at(i - 1) ?? to;
      return sum + from.x * to.y - to.x * from.y;
    }, 0);
    return [twice / 2e6];
  });
}

test.each(IFC_SCHEMAS)('walls and a room under a gable roof in %s', async (schema) => {
  const common = { level_id: 'L1', thickness: 300, top_under: 'R' };
  const view = modelOf(
    created('wall', 'gable', { ...common, start: P(0, 0), end: P(6000, 0) }),
    created('wall', 'eaves', { ...common, start: P(6000, 0), end: P(6000, 9000) }),
    created('roof', 'R', {
      level_id: 'L2',
      boundary_points: OUTLINE,
      roof_type: 'gable',
      slope_deg: 40,
      overhang: 400,
    }),
    created('room', 'room', {
      level_id: 'L1',
      boundary_points: [P(150, 150), P(5850, 150), P(5850, 8850), P(150, 8850)],
      top_under: 'R',
    }),
    created('window', 'window', {
      host_id: 'gable',
      offset: 2500,
      width: 1000,
      sill_height: 1000,
      height: 1200,
    }),
  );
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  expect(differences(view, made)).toEqual([]);
  expect(differences(view, made, await readWithIfcLite(made.file))).toEqual([]);
  expect(made.text).not.toContain('IFCWALLSTANDARDCASE');
  // Between the eaves, and up to the underside from 150 to 3,000 mm inside: counter-clockwise.
  const side = 5.7 * 6 + Math.tan((40 * Math.PI) / 180) * (3 ** 2 - 0.15 ** 2);
  expect(boundedAreas(made.text, '1stLevel')).toEqual([expect.closeTo(side, 6)]);
  if (schema === 'IFC2X3') return;
  // From 6 m up the underside rises by the tangent of 40 degrees for each metre from x = 0 and x = 6
  const rise = Math.tan((40 * Math.PI) / 180);
  const close = (value: number): unknown => expect.closeTo(value, 4);
  const gable = 6 * 6 + 9 * rise;
  expect(quantities(made.text, 'GrossSideArea')).toEqual([close(gable), close(9 * 6)]);
  expect(quantities(made.text, 'NetSideArea')).toEqual([close(gable - 1.2), close(9 * 6)]);
  const volume = 8.7 * (5.7 * 6 + rise * (3 ** 2 - 0.15 ** 2));
  expect(quantities(made.text, 'NetVolume')).toContainEqual(close(volume));
  // Only the window has a constant height.
  expect(quantities(made.text, 'Height')).toEqual([1200]);
});
