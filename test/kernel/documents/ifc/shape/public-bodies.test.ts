/** @module tests of bodies of public files: each agrees with one of two other programs, or its difference is explained. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { loadShapeEvaluator } from '../../../../../kernel/documents/ifc/shape/evaluate.ts';
import { publicCases, publicFolder } from '../../../../public-files.ts';
import { compareReaders } from './compare-readers.ts';

/** Files from which @ifc-lite/geometry does not return. */
const NOT_FOR_IFC_LITE = ['Vogel_Gesamt.ifc'];

/** Largest number of products of a file that agree with neither program, and what these are. */
const EXPLAINED: Readonly<Record<string, readonly [products: number, why: string]>> = {
  'AC11-FZK-Haus-IFC.ifc': [1, 'parts of one brep overlap, which the others count twice'],
  'House.ifc': [2, 'parts of one brep overlap, which the others count twice'],
  'AC20-FZK-Haus.ifc': [4, 'the others draw ellipses with fewer chords'],
  'ISSUE_005_haus.ifc': [4, 'the others draw ellipses with fewer chords'],
  'testhouse.ifc': [2, 'the others draw ellipses with fewer chords'],
  'AC90R1-niedriha-V2-2x3.ifc': [
    2,
    'the others do not turn faces: their volume depends on the place',
  ],
  'Duplex_A_20110907.ifc': [28, 'the others do not turn faces: their volume depends on the place'],
  'ADT-FZK-Haus-2005-2006.ifc': [2, 'only the volume of ifc-lite, which exceeds the box'],
  'Vogel_Gesamt.ifc': [2, 'web-ifc cuts openings wrongly'],
  'acad2010_objects.ifc': [2, 'web-ifc cuts openings wrongly'],
  'doubleguids.ifc': [1, 'two products have one GUID'],
  'ISSUE_021_Mini Project.ifc': [8, 'clipped hollow sections and fillets, whose areas are known'],
  'V_L_Constructief.ifc': [11, 'clipped fillets, whose areas are known'],
};

const Index = z.looseObject({ cases: z.array(z.looseObject({ file: z.string() })) });

/** The files of both suites by name. */
function files(): readonly (readonly [name: string, read: () => Buffer])[] {
  const real = publicCases('ifc-real') ?? [];
  const folder = publicFolder('import');
  const index =
    folder === null
      ? []
      : Index.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).cases;
  return [
    ...real.map(({ files: [path = ''], read }) => [path.split('/').at(-1) ?? '', read] as const),
    ...index.map(
      ({ file }) => [file, () => readFileSync(join(folder ?? '', 'files', file))] as const,
    ),
  ];
}

const FILES = files();
const evaluator = await loadShapeEvaluator();

describe.skipIf(FILES.length === 0)('the bodies of', () => {
  test.each(FILES)('%s agree with another program', async (name, read) => {
    const usesIfcLite = !NOT_FOR_IFC_LITE.includes(name);
    const products = await compareReaders(read(), evaluator, usesIfcLite);
    const [web, lite] = [
      products.filter((one) => one.agreesWebIfc),
      products.filter((one) => one.agreesIfcLite),
    ];
    const both = web.filter((one) => one.agreesIfcLite);
    const neither = products.filter((one) => !one.agreesWebIfc && !one.agreesIfcLite);
    console.log(
      `${name}: ${products.length} products, ${web.length} as web-ifc, ${lite.length} as ifc-lite, ${both.length} as both, ${neither.length} as neither`,
    );
    const [most = 0] = EXPLAINED[name] ?? [];
    expect(neither.map(({ label }) => label).slice(most)).toEqual([]);
  });
});
