/** @module solid kernel tests: identities of booleans, canonical bytes, refusals, crashes and leaks. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Mesh } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  boxMesh,
  emptyMesh,
  isWatertight,
  mergeMeshes,
  meshVolume,
  rotateMeshZ,
  translateMesh,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import {
  loadSolidKernel,
  SolidKernelFault,
} from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { createTrapGuard } from '../../../../../kernel/building/geometry/mesh/trap-guard.ts';
import { meshArea } from '../mesh-area.ts';

let kernel: SolidKernel;
beforeAll(async () => {
  kernel = await loadSolidKernel();
});

function box(
  x: number,
  y: number,
  z: number,
  [dx, dy, dz]: readonly [number, number, number],
): Mesh {
  return boxMesh({ min: { x, y, z }, max: { x: x + dx, y: y + dy, z: z + dz } });
}

function faultOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof SolidKernelFault ? error.code : 'other';
  }
}

const unit = box(0, 0, 0, [1000, 1000, 1000]);

describe('boolean', () => {
  test.each([
    ['overlapping', box(500, 0, 0, [1000, 1000, 1000]), 1.5e9, 5e8, 5e8],
    ['touching', box(1000, 0, 0, [1000, 1000, 1000]), 2e9, 1e9, 0],
    ['apart', box(5000, 0, 0, [1000, 1000, 1000]), 2e9, 1e9, 0],
    ['inside', box(250, 250, 250, [500, 500, 500]), 1e9, 8.75e8, 1.25e8],
    ['equal', unit, 1e9, 0, 1e9],
    ['0.001 mm overlap', box(999.999, 0, 0, [1000, 1000, 1000]), 1.999999e9, 9.99999e8, 1000],
    [
      'coplanar opening',
      box(200, -1, 0, [300, 1002, 500]),
      1e9 + 2 * 300 * 500,
      1e9 - 3e5 * 500,
      3e5 * 500,
    ],
  ])('booleans of a cube and another box have exact volumes: %s', (_, other, ...volumes) => {
    const results = (['union', 'subtract', 'intersect'] as const).map((operation) =>
      kernel.boolean(unit, other, operation),
    );
    for (const [i, expected] of volumes.entries()) {
      const result = results[i];
      expect(Math.abs((result?.volume_mm3 ?? 0) - expected)).toBeLessThan(1e-3);
      expect(Math.abs(meshVolume(result?.mesh ?? emptyMesh) - expected)).toBeLessThan(1e-3);
      expect(result?.empty).toBe(expected === 0);
      expect(result?.watertight).toBe(expected !== 0);
    }
  });

  test('a boolean resolves an overlap of 0.001 mm on a body of 100 m', () => {
    const long = box(0, 0, 0, [100_000, 1000, 1000]);
    const beside = box(99_999.999, 0, 0, [1000, 1000, 1000]);
    expect(kernel.boolean(long, beside, 'intersect').volume_mm3).toBeCloseTo(1000, 2);
    expect(kernel.boolean(long, beside, 'subtract').volume_mm3).toBeCloseTo(1e11 - 1000, 2);
  });

  test('booleans accept an empty mesh', () => {
    expect(kernel.boolean(unit, emptyMesh, 'subtract').volume_mm3).toBeCloseTo(1e9, 3);
    expect(kernel.boolean(emptyMesh, unit, 'subtract').empty).toBe(true);
    expect(kernel.boolean(emptyMesh, unit, 'union').volume_mm3).toBeCloseTo(1e9, 3);
    expect(kernel.boolean(emptyMesh, emptyMesh, 'union').empty).toBe(true);
  });

  test('parts of a boolean that touch along an edge stay closed', () => {
    const result = kernel.boolean(unit, box(1000, 1000, 0, [1000, 1000, 1000]), 'union');
    expect(result.watertight).toBe(true);
    expect(result.volume_mm3).toBeCloseTo(2e9, 3);
  });

  test('volumes of booleans add up for rotated prisms anywhere', () => {
    const millimetres = fc.integer({ min: 100, max: 5000 });
    fc.assert(
      fc.property(
        fc.tuple(millimetres, millimetres, millimetres),
        fc.tuple(millimetres, millimetres, millimetres),
        fc.integer({ min: 0, max: 359 }),
        fc.integer({ min: -500_000, max: 500_000 }),
        (sizeA, sizeB, angle, shift) => {
          const place = { x: shift, y: -shift, z: 100 };
          const a = translateMesh(box(0, 0, 0, sizeA), place);
          const b = translateMesh(rotateMeshZ(box(-300, 50, -20, sizeB), angle), place);
          const [va, vb] = [meshVolume(a), meshVolume(b)];
          const union = kernel.boolean(a, b, 'union').volume_mm3;
          const common = kernel.boolean(a, b, 'intersect').volume_mm3;
          const rest = kernel.boolean(a, b, 'subtract').volume_mm3;
          expect(Math.abs(union + common - va - vb) / (va + vb)).toBeLessThan(1e-11);
          expect(Math.abs(rest + common - va) / va).toBeLessThan(1e-11);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('translation by whole millimetres translates the result of a boolean', () => {
    const turned = rotateMeshZ(box(-300, 50, -20, [900, 400, 5000]), 33);
    const here = kernel.boolean(unit, turned, 'subtract');
    const shift = { x: 8192, y: -4096, z: 1024 };
    const there = kernel.boolean(
      translateMesh(unit, shift),
      translateMesh(turned, shift),
      'subtract',
    );
    expect(there.mesh.triangles).toEqual(here.mesh.triangles);
    expect(meshArea(there.mesh)).toBeCloseTo(meshArea(here.mesh), 3);
  });

  test('vertices of a boolean are sorted and on the grid', () => {
    const { mesh } = kernel.boolean(
      unit,
      rotateMeshZ(box(-300, 50, -20, [900, 400, 5000]), 33),
      'subtract',
    );
    expect([...mesh.positions].every((value) => Math.round(value * 1000) / 1000 === value)).toBe(
      true,
    );
    const xs = [...mesh.positions].filter((_, i) => i % 3 === 0);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
    const faces = Array.from({ length: mesh.triangles.length / 3 }, (_, i) => [
      ...mesh.triangles.subarray(3 * i, 3 * i + 3),
    ]);
    const sorted = faces.toSorted(
      ([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => a - d || b - e || c - f,
    );
    expect(faces).toEqual(sorted);
    expect(faces.every(([a = 0, b = 0, c = 0]) => a < b && a < c)).toBe(true);
  });

  test('subtractAll equals subtracting the cutters one by one', () => {
    const cutters = [0, 1, 2].map((i) => box(100 + i * 300, -10, 200, [100, 2000, 300]));
    const once = kernel.subtractAll(unit, cutters);
    const steps = cutters.reduce(
      (mesh, cutter) => kernel.boolean(mesh, cutter, 'subtract').mesh,
      unit,
    );
    expect(once.volume_mm3).toBeCloseTo(meshVolume(steps), 3);
  });
});

describe('determinism', () => {
  const script = `
    import { createHash } from 'node:crypto';
    import { boxMesh, rotateMeshZ } from './kernel/building/geometry/mesh/mesh.ts';
    import { loadSolidKernel } from './kernel/building/geometry/mesh/solid-kernel.ts';
    const kernel = await loadSolidKernel();
    const box = (a, b) => boxMesh({ min: { x: a, y: a, z: a }, max: { x: b, y: b, z: b } });
    const warm = Number(process.argv[1]);
    for (let i = 0; i < warm; i++) kernel.boolean(box(0, 10 + i), box(5, 20), 'union');
    let solid = box(0, 3000);
    for (let i = 0; i < 12; i++) solid = kernel.boolean(solid, rotateMeshZ(box(500, 2000 + i), i * 7), i % 3 === 0 ? 'union' : 'subtract').mesh;
    const hash = createHash('sha256').update(new Uint8Array(solid.positions.buffer)).update(new Uint8Array(solid.triangles.buffer));
    process.stdout.write(solid.triangles.length + ' ' + hash.digest('hex'));
  `;
  const root = fileURLToPath(new URL('../../../../..', import.meta.url));
  const run = (warm: number): string =>
    execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script, String(warm)], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });

  test('two processes with different histories give the same bytes', () => {
    const first = run(0);
    expect(first).toMatch(/^\d{2,} [0-9a-f]{64}$/u);
    expect(run(40)).toBe(first);
  });
});

describe('refusals', () => {
  test.each([
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
  ])('a boolean refuses %s', (_, value) => {
    const positions = unit.positions.slice();
    positions[0] = value;
    expect(faultOf(() => kernel.boolean(unit, { ...unit, positions }, 'union'))).toBe('not_finite');
  });

  test('a boolean refuses an open surface', () => {
    const open = { ...unit, triangles: unit.triangles.slice(3) };
    expect(faultOf(() => kernel.boolean(open, unit, 'union'))).toBe('not_watertight');
  });

  test('a boolean refuses more than two million triangles before any work', () => {
    const many = { positions: unit.positions, triangles: new Uint32Array(3 * 2_000_001) };
    expect(faultOf(() => kernel.boolean(many, unit, 'union'))).toBe('too_many_triangles');
  });

  test('a boolean refuses vertices that 32-bit floats cannot distinguish', () => {
    const needle = mergeMeshes([
      box(0, 0, 0, [0.001, 1000, 1000]),
      box(90_000_000, 0, 0, [1, 1, 1]),
    ]);
    expect(isWatertight(needle)).toBe(true);
    expect(faultOf(() => kernel.boolean(needle, unit, 'subtract'))).toBe('too_fine');
  });

  test('the kernel still works after refusals', () => {
    expect(kernel.boolean(unit, unit, 'union').volume_mm3).toBeCloseTo(1e9, 3);
  });
});

describe('traps', () => {
  // (module (func (export "trap") unreachable)), assembled by hand.
  const bytes = Uint8Array.from([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0,
    10, 5, 1, 3, 0, 0, 11,
  ]);
  type Wasm = {
    Module: new (source: Uint8Array) => object;
    Instance: new (module: object) => { exports: { trap: () => void } };
  };
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  const { trap } = new Instance(new Module(bytes)).exports;

  test('a trap disables the instance and frees nothing', () => {
    const events: string[] = [];
    const guard = createTrapGuard((message) => {
      events.push(message);
      return new SolidKernelFault('crashed', message);
    });
    const handle = { delete: () => events.push('freed') };
    expect(guard((scope) => scope.keep(handle))).toBe(handle);
    expect(
      faultOf(() =>
        guard((scope) => {
          scope.keep(handle);
          trap();
        }),
      ),
    ).toBe('crashed');
    expect(faultOf(() => guard(() => events.push('ran')))).toBe('crashed');
    expect(events).toEqual(['freed', 'unreachable', 'unreachable']);
  });

  test('errors other than traps are rethrown after freeing handles', () => {
    const events: string[] = [];
    const guard = createTrapGuard((message) => new Error(message));
    const fail = () =>
      guard((scope) => {
        scope.keep({ delete: () => events.push('freed') });
        throw new RangeError('mine');
      });
    expect(fail).toThrow('mine');
    expect(fail).toThrow(RangeError);
    expect(events).toEqual(['freed', 'freed']);
  });

  test('the kernel is loaded once', async () => {
    expect(await loadSolidKernel()).toBe(kernel);
  });
});

test('5,000 booleans leave no handles behind', () => {
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  const small = box(0, 0, 0, [10, 10, 10]);
  for (let i = 0; i < 5000; i++) {
    kernel.boolean(small, small, 'subtract');
  }
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  expect(after - before).toBeLessThan(64 * 1024 * 1024);
});
