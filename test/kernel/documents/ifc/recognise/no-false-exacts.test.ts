/**
 * @module tests that no element counts as parametric although its body differs from the file, as judged by two
 * independent readers of public files.
 */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { meshBounds, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { loadKernels } from '../../../../../kernel/documents/ifc/recognise/kernels.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import { BY_MEASURES } from '../../../../../kernel/documents/ifc/recognise/proof.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { scoredFiles } from '../../../../scorecard/files.ts';
import { readWithIfcLite } from '../write/ifc-lite.ts';
import type { ReadBody, ReadFile } from '../write/measured.ts';
import { readWithWebIfc } from '../write/web-ifc.ts';
import { refusedRenames, viewOf } from './recognised-model.ts';

const kernels = await loadKernels();

/** Largest relative difference of volumes, and largest difference of boxes, mm. */
const [VOLUME, BOX_MM] = [0.001, 1];
/** Both readers draw circles with few chords; bodies with round parts are compared with this tolerance. */
const [ROUND_VOLUME, ROUND_MM] = [0.02, 10];

/**
 * Bodies that both readers get wrong, or that one gets wrong and the other does not show, by file. By hand:
 * acad2010 #773 has 5.947 m³ less two doors of 1.11 by 2.05 m and two windows of 1.01 by 1.51 m, 0.24 m deep: 4.123 m³,
 * #1566 6.594 m³ less three such doors: 4.955 m³; web-ifc returns 0.158 and 0.560 m³. The columns of ISSUE_021 are pipes
 * of 193.7 by 8 mm, 4,667 mm² by 5.045 m: 0.02354 m³; the readers return values from -0.020 to 0.228 m³. Wall #6033 of
 * Vogel has 7.741 m³ less two windows of 1.13 by 1.65 m, 0.36 m deep, and six cuts below 0.2 m of height: 5.936 m³;
 * web-ifc returns 4.044 m³. The beams of V_L are rolled sections with cut ends: web-ifc draws fillets
 * as chamfers, which add 4 (π / 4 - 1 / 2) r²: 370 mm² to 9,104 mm² of HE220B (4.1 %) and to 6,434 mm² of HE220A
 * (5.7 %), 257 mm² to 4,525 mm² of HE180A (5.7 %), as its volumes differ; for #15039 it returns -0.674 m³. The other reader
 * does not clip sections that are not convex. Spaces #819 and #2412 of Duplex_A_20110907 are 0.9506 by 5.3 m and 1.0144
 * by 1.825 m in plan, 2.581 m high, with a shaft of 1.0291 by 1.0811 by 0.3 m: 18.1155 m³, as both readers return for the
 * same spaces of Duplex_A; the faces of this file do not all look outwards, and the readers return -71.8 and -115 m³.
 */
const FAULTS_OF_READERS: Readonly<Record<string, readonly number[]>> = {
  'Duplex_A_20110907.ifc': [819, 2412],
  'ISSUE_021_Mini Project.ifc': [19439, 19474, 19881, 19901, 20115, 20329],
  'V_L_Constructief.ifc': [
    11478, 13741, 15039, 16205, 16295, 16397, 19108, 48257, 48340, 51297, 51386,
  ],
  'Vogel_Gesamt.ifc': [6033],
  'acad2010_objects.ifc': [773, 1566],
};

/** Several bodies as one. */
function together(parts: readonly ReadBody[]): Pick<ReadBody, 'box' | 'volume'> {
  const corner = (side: 'min' | 'max') => {
    const end = (axis: 'x' | 'y' | 'z'): number =>
      Math[side](...parts.map(({ box }) => box[side][axis]));
    return { x: end('x'), y: end('y'), z: end('z') };
  };
  return {
    box: { min: corner('min'), max: corner('max') },
    volume: parts.reduce((sum, { volume }) => sum + Math.abs(volume), 0),
  };
}

const files = scoredFiles();

/** Without files one test is skipped, because a file of tests has at least one. */
const cases =
  files.length === 0
    ? [{ name: 'public files', path: '' }]
    : files.map(({ name, path }) => ({ name, path }));

test.skipIf(files.length === 0).each(cases)(
  '$name',
  async ({ name, path }) => {
    const bytes = readFileSync(path);
    const { model } = await openIfc(bytes);
    const found = recognise(model, 'lineage', kernels);
    const view = viewOf(found, kernels);
    const readers: ReadFile[] = [];
    // The second reader does not come back from files of IFC 2x.
    const isOld = model.file.schemas.some(
      (schema) => schema.startsWith('IFC2X_') || schema === 'IFC2X2_FINAL',
    );
    for (const read of isOld ? [readWithWebIfc] : [readWithWebIfc, readWithIfcLite]) {
      try {
        readers.push(await read(bytes));
      } catch {
        console.log(`one reader cannot read ${path}`);
      }
    }
    const guids = found.products.map(({ product: { guid } }) => guid);
    const wrong = found.products.flatMap(({ product, element, proof, reason }) => {
      // The readers list bodies by GUID.
      if (guids.indexOf(product.guid) !== guids.lastIndexOf(product.guid)) return [];
      // A part shares the element of its whole.
      if (element === null || proof === null) return [];
      if (product.class === 'IfcBuildingElementPart') return [];
      if (product.class === 'IfcOpeningElement') return [];
      // The readers list the parts of a stair, not its steps.
      const isMeasured = reason === BY_MEASURES;
      if (isMeasured && element.kind !== 'railing') return [];
      const members = found.products.filter(
        (one) => one.element?.id === element.id && one.product.whole === product.row,
      );
      const whole = found.products.find((one) => one.product.row === product.whole);
      if (whole?.element?.id === element.id) return [];
      const record = Number(model.file.idOf(product.row));
      if (FAULTS_OF_READERS[name]?.includes(record) === true) return [];
      const seen = readers.flatMap(({ bodies }) => {
        const own = bodies.get(product.guid ?? '');
        if (own !== undefined) return own;
        // The slabs of a roof are its body.
        const parts = members.flatMap((one) => bodies.get(one.product.guid ?? '') ?? []);
        return parts.length === 0 ? [] : [together(parts)];
      });
      const mesh = view.fineMesh(element.id);
      if (seen.length === 0 || mesh === null) return [];
      const [volume, box] = [meshVolume(mesh), meshBounds(mesh)];
      const isRound = mesh.triangles.length > 3 * 200;
      const [share, most] = isRound ? [ROUND_VOLUME, ROUND_MM] : [VOLUME, BOX_MM];
      const { shift } = found;
      const agrees = seen.some(({ box: other, volume: theirs }) => {
        const sides = (['x', 'y', 'z'] as const).flatMap((axis) => [
          Math.abs(box.min[axis] - other.min[axis] - shift[axis]),
          Math.abs(box.max[axis] - other.max[axis] - shift[axis]),
        ]);
        // Foot and top of a railing are those of its body; its rail has other ends and faces than ours.
        if (isMeasured) return Math.max(...sides.slice(4)) <= BOX_MM;
        return (
          Math.abs(volume - Math.abs(theirs)) <= share * Math.abs(theirs) &&
          Math.max(...sides) <= most
        );
      });
      const said = seen.map((one) => (one.volume / 1e9).toFixed(5)).join(', ');
      return agrees
        ? []
        : [`${product.entity} #${record}: ${(volume / 1e9).toFixed(5)} m³, readers ${said}`];
    });
    expect(wrong).toEqual([]);
    // What is imported can be edited.
    expect(refusedRenames(view)).toEqual([]);
  },
  600_000,
);
