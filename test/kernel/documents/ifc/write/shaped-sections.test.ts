/** @module tests of angles, channels, trapeziums, outlines and other shaped sections in IFC: readers see their bodies. */
import { expect, test } from 'vitest';

import { meshBounds, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { ModelView } from '../../../../../kernel/building/model/view.ts';
import { ifcGuid } from '../../../../../kernel/documents/ifc/guid.ts';
import { IFC_SCHEMAS } from '../../../../../kernel/documents/ifc/schema/ifc-schema.ts';
import { created } from '../../../building/model/build.ts';
import { modelOf } from '../../../checks/clash/clash-model.ts';
import { readWithIfcLite } from './ifc-lite.ts';
import type { ReadFile } from './measured.ts';
import { differences, exported } from './reread.ts';
import { ruleFaults } from './rule-faults.ts';
import { readWithWebIfc } from './web-ifc.ts';

const P = (x: number, y: number) => ({ x, y });

const OUTLINES = [
  {
    boundary: [P(-10, 0), P(90, 0), P(90, 20), P(10, 20), P(10, 200), P(-10, 200)],
    holes: [],
  },
  {
    boundary: [P(0, -50), P(300, -50), P(300, 50), P(0, 50)],
    holes: [[P(20, -30), P(60, -30), P(60, 10)]],
  },
];

const SECTIONS = [
  ...OUTLINES.map((outline, i) => ({ profile: `Plate ${i}`, outline })),
  ...[
    'L 100x65x7',
    'L 100x65x7x10',
    'T 100x80x8x10',
    'U 80x200x8x12',
    'U 80x200x8x12x12',
    'Z 80x200x8x10x5',
    'C 200x80x3x20',
    'C 200x80x3x20x5',
    'I 200x300x10x15x100x12x8',
    'trapezium 300x500x200',
    'trapezium 300x500x100x0',
    'trapezium 300x500x400',
    'rounded 300x500x50',
    'ellipse 300x200',
  ].map((profile) => ({ profile })),
];

/** web-ifc draws these fillets and round corners as corners. */
const SHARPENED = new Set(['L 100x65x7x10', 'U 80x200x8x12x12', 'rounded 300x500x50']);

/** A column and a beam of each section. */
function members(): ModelView {
  return modelOf(
    ...SECTIONS.flatMap((section, i) => [
      created('column', `c${i}`, {
        ...section,
        level_id: 'L1',
        location: P(1000 * i, 0),
        turn_deg: 30,
      }),
      created('beam', `b${i}`, {
        ...section,
        level_id: 'L1',
        start: P(1000 * i, 2000),
        end: P(1000 * i + 500, 5000),
      }),
    ]),
  );
}

/** Sections whose body in a file differs from the model: box by 0.6 mm, or volume by a share. */
function wrongIn(view: ModelView, read: ReadFile, share: number): readonly string[] {
  return SECTIONS.flatMap(({ profile }, i) =>
    ['c', 'b'].flatMap((prefix) => {
      const [body, mesh] = [read.bodies.get(ifcGuid(`${prefix}${i}`)), view.mesh(`${prefix}${i}`)];
      if (body === undefined || mesh === null) return [`${profile}: no body`];
      const box = meshBounds(mesh);
      const off = (['min', 'max'] as const).flatMap((side) =>
        (['x', 'y', 'z'] as const).map((axis) => Math.abs(body.box[side][axis] - box[side][axis])),
      );
      const isSame = Math.abs(body.volume / meshVolume(mesh) - 1) <= share;
      return Math.max(...off) <= 0.6 && isSame ? [] : [profile];
    }),
  );
}

test.each(IFC_SCHEMAS)('shaped sections in %s', async (schema) => {
  const view = members();
  const made = exported(view, schema);
  expect(made.warnings).toEqual([]);
  expect(ruleFaults(made.file)).toEqual([]);
  const web = wrongIn(view, readWithWebIfc(made.file), 2e-3);
  expect(new Set(web)).toEqual(SHARPENED);
  // This reader has no ellipses.
  const lite = wrongIn(view, await readWithIfcLite(made.file), 2e-3);
  expect(new Set(lite)).toEqual(new Set(['ellipse 300x200: no body']));
  for (const [pattern, count] of [
    [/IFCLSHAPEPROFILEDEF\(\.AREA\.,\$,#\d+,100\.,65\.,7\.,(?:10\.|\$),/gu, 4],
    [/IFCTSHAPEPROFILEDEF\(\.AREA\.,\$,#\d+,80\.,100\.,8\.,10\.,/gu, 2],
    [/IFCUSHAPEPROFILEDEF\(\.AREA\.,\$,#\d+,200\.,80\.,8\.,12\.,(?:12\.|\$),/gu, 4],
    [/IFCCSHAPEPROFILEDEF\(\.AREA\.,\$,#\d+,200\.,80\.,3\.,20\.,/gu, 2],
    [/IFCROUNDEDRECTANGLEPROFILEDEF\(\.AREA\.,\$,#\d+,300\.,500\.,50\./gu, 2],
    [/IFCELLIPSEPROFILEDEF\(\.AREA\.,\$,#\d+,150\.,100\./gu, 2],
    [/IFCARBITRARYCLOSEDPROFILEDEF\(\.AREA\.,'Plate 0'/gu, 2],
    [/IFCARBITRARYPROFILEDEFWITHVOIDS\(\.AREA\.,'Plate 1'/gu, 2],
  ] as const) {
    expect([pattern, [...made.text.matchAll(pattern)].length]).toEqual([pattern, count]);
  }
});

test.each(IFC_SCHEMAS)(
  'a section of arms in %s has its axes if no other profile writes them',
  (schema) => {
    const made = exported(
      modelOf(created('column', 'c', { level_id: 'L1', profile: 'U 80x200x8x12' })),
      schema,
    );
    expect(ruleFaults(made.file)).toEqual([]);
    const [, axes = ''] = /USHAPEPROFILEDEF\(\.AREA\.,\$,(#\d+)/u.exec(made.text) ?? [];
    expect(made.text).toContain(`${axes}=IFCAXIS2PLACEMENT2D(`);
  },
);

test('readers agree with the model about the names and counts of outlines', () => {
  const view = modelOf(
    ...OUTLINES.map((outline, i) =>
      created('beam', `b${i}`, { level_id: 'L1', profile: 'Plate', outline, elevation_offset: -i }),
    ),
  );
  expect(differences(view, exported(view, 'IFC4'))).toEqual([]);
});
