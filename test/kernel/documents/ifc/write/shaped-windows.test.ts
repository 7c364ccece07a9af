/** @module tests of round, arched and outlined windows in IFC: profiles with arcs, which other readers read alike. */
import { describe, expect, test } from 'vitest';

import { loadKernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import { differences, exported } from './reread.ts';

const P = (x: number, y: number) => ({ x, y });
const TRIANGLE = [P(0, 0), P(1000, 0), P(500, 1000)];

function window(id: string, offset: number, more: object): PlannedEvent {
  const usual = { width: 1000, height: 1000, sill_height: 800, window_type: 'fixed' } as const;
  return created('window', id, { host_id: 'w', name: id, offset, ...usual, ...more });
}

const SHAPES: Readonly<Record<string, object>> = {
  circle: { shape: 'round' },
  ellipse: { shape: 'round', height: 600 },
  arch: { shape: 'arched', height: 1500 },
  // It is flush with the foot of its wall.
  segment: { shape: 'arched', rise: 200, height: 1500, sill_height: 0 },
  triangle: { outline: TRIANGLE },
};
const HOUSE = modelOf(
  created('wall', 'w', {
    level_id: 'L1',
    start: P(0, 0),
    end: P(8000, 0),
    thickness: 300,
    height: 3000,
  }),
  ...Object.entries(SHAPES).map(([id, more], i) => window(id, 500 + 1500 * i, more)),
);

describe.each(IFC_SCHEMAS)('%s', (schema) => {
  const made = exported(HOUSE, schema);

  test('two other readers read the same bodies', async () => {
    expect(differences(HOUSE, made)).toEqual([]);
    // @ifc-lite gives round outlines fewer sides.
    const lite = differences(HOUSE, made, await readWithIfcLite(made.file));
    expect(lite.filter((one) => !/^window (?:circle|ellipse): \S+ mm³/u.test(one))).toEqual([]);
  });

  test('profiles have the exact arcs', () => {
    const lines = made.text.split('\n').map((line) => line.replaceAll(/#\d+/gu, '#'));
    expect(lines).toContain('#=IFCCIRCLEPROFILEDEF(.AREA.,$,#,500.);');
    expect(lines).toContain('#=IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,#,500.,60.);');
    // Arches: 500 mm, and (500² + 200²) / 400 = 725 mm; their glass is 60 mm within them.
    for (const radius of ['500.', '440.', '725.', '665.']) {
      expect(lines).toContain(`#=IFCCIRCLE(#,${radius});`);
    }
  });

  test('quantities are those of the arcs', () => {
    const value = (name: string): readonly number[] =>
      [...made.text.matchAll(new RegExp(`'${name}',\\$,\\$,([\\d.]+)`, 'gu'))].map(([, text]) =>
        Number(text),
      );
    const areas = value('Area').map((area) => area * 1e6);
    const circle = Math.PI * 500 * 500;
    const arch = 1_000_000 + circle / 2;
    for (const area of [circle, Math.PI * 500 * 300, arch, 500_000]) {
      expect(areas.filter((one) => Math.abs(one - area) < 10)).not.toEqual([]);
    }
    const round = value('Perimeter').filter((one) => Math.abs(one - Math.PI * 1000) < 0.01);
    expect(round).not.toEqual([]);
  });

  test('an import gives the same shapes', async () => {
    const { model } = await openIfc(made.file);
    const { products } = recognise(model, 'file', await loadKernels());
    const found = products.flatMap(({ product, element }) => {
      const { shape, rise, outline, width, height } = element?.params ?? {};
      return product.class === 'IfcWindow'
        ? [[product.name, { shape, rise, outline, width, height }]]
        : [];
    });
    const square = { width: 1000, height: 1000 };
    expect(Object.fromEntries(found)).toEqual({
      circle: { ...square, shape: 'round' },
      ellipse: { ...square, shape: 'round', height: 600 },
      arch: { ...square, shape: 'arched', height: 1500 },
      segment: { ...square, shape: 'arched', rise: 200, height: 1500 },
      triangle: { ...square, outline: TRIANGLE },
    });
  });
});
