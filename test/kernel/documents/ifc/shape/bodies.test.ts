/** @module tests of bodies: volumes and boxes of sweeps, primitives, faces and booleans, by formulas. */
import { describe, expect, test } from 'vitest';

import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { block, bodyOf, boxOf, extrusion, profile, solidOf, UP, whyNot } from './shape-text.ts';
import { BODIES, boxFaces, shell, WITH_SHEETS } from './written-bodies.ts';

describe('the volume and the box of', () => {
  test.each(BODIES)('%s', (_, item, volume, box) => {
    const body = solidOf(item);
    expect(body.closed).toBe(true);
    expect((body.volume_mm3 ?? NaN) / volume).toBeCloseTo(1, 4);
    for (const [i, value] of boxOf(body).entries()) expect(value).toBeCloseTo(box[i] ?? NaN, 1);
  });

  test.each(BODIES)('%s from its mesh', (_, item) => {
    const body = solidOf(item, { sides: 32 });
    const mesh = body.mesh();
    expect(meshVolume(mesh) / (body.volume_mm3 ?? NaN)).toBeCloseTo(1, 9);
    const { min, max } = meshBounds(mesh);
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(min[axis]).toBeCloseTo(body.box.min[axis], 6);
      expect(max[axis]).toBeCloseTo(body.box.max[axis], 6);
    }
  });
});

test.each(WITH_SHEETS)('%s has its volume, and the face in its mesh', (_, item, volume, box) => {
  const body = solidOf(item);
  expect(body.closed).toBe(true);
  expect(body.volume_mm3).toBeCloseTo(volume, 6);
  expect(boxOf(body)).toEqual(box);
  const mesh = body.mesh();
  const closed = mesh.triangles.subarray(0, mesh.triangles.length - 6);
  expect(isWatertight({ positions: mesh.positions, triangles: closed })).toBe(true);
  expect(body.sheets).toBeGreaterThan(0);
});

test('many parts of one brep are one body', () => {
  const count = 300;
  const faces = Array.from({ length: count }, (_, i) => boxFaces([20 * i, 0, 0], 10)).flat();
  const body = solidOf(`{IFCFACETEDBREP(${shell(faces)})}`);
  expect(body.volume_mm3).toBeCloseTo(1000 * count, 3);
  expect(body.mesh().positions).toHaveLength(3 * 8 * count);
});

describe('several items', () => {
  test('that overlap count once', () => {
    const body = solidOf([block(0, 0, 0, 10, 10, 10), block(5, 5, 5, 10, 10, 10)].join());
    expect(body.volume_mm3).toBeCloseTo(1875, 6);
    expect(body.parts).toBe(2);
  });

  test('that touch are one body', () => {
    const body = solidOf([block(0, 0, 0, 10, 10, 10), block(10, 0, 0, 10, 10, 10)].join());
    expect(body.volume_mm3).toBe(2000);
    expect(boxOf(body)).toEqual([0, 0, 0, 20, 10, 10]);
  });
});

describe('an open surface', () => {
  const open = `{IFCSHELLBASEDSURFACEMODEL((${shell(boxFaces([0, 0, 0], 10).slice(1), 'IFCOPENSHELL')}))}`;

  test('has a box and a mesh, but no volume', () => {
    const body = solidOf(open);
    expect(body).toMatchObject({ closed: false, volume_mm3: null });
    expect(boxOf(body)).toEqual([0, 0, 0, 10, 10, 10]);
    expect(body.mesh().triangles).toHaveLength(3 * 10);
  });

  test('cannot be an operand', () => {
    expect(whyNot(`{IFCBOOLEANRESULT(.UNION.,${open},${block(0, 0, 0, 1, 1, 1)})}`)).toContain(
      'found an open surface',
    );
  });
});

test('circles have 64 chords or more, and as many as are asked for', () => {
  const area = (radius: number, sides: number | null): number => {
    const body = bodyOf(extrusion(profile('IFCCIRCLEPROFILEDEF', radius), 1), { sides });
    return body.ok ? (body.volume_mm3 ?? NaN) : NaN;
  };
  const chords = (count: number, radius: number): number =>
    (count / 2) * Math.sin((2 * Math.PI) / count) * radius ** 2;
  expect(area(10, 12)).toBeCloseTo(chords(12, 10), 6);
  expect(area(10, null)).toBeCloseTo(chords(64, 10), 6);
  // r · (1 - cos(π / n)) ≤ 0.1 mm.
  expect(area(1000, null)).toBeCloseTo(chords(224, 1000), 3);
});

test('both ends of a tapered circle have the same number of chords', () => {
  const circle = (radius: number): string => profile('IFCCIRCLEPROFILEDEF', radius);
  const cone = `{IFCEXTRUDEDAREASOLIDTAPERED(${circle(2000)},$,${UP},30.,${circle(1000)})}`;
  const expected = Math.PI * 10 * (4e6 + 1e6 + 2e6);
  expect((solidOf(cone, { sides: null }).volume_mm3 ?? NaN) / expected).toBeCloseTo(1, 3);
});
