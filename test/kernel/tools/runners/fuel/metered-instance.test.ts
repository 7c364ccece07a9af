/** @module metered-instance.test: page limits, charges of growth, and memory images. */
import { describe, expect, test } from 'vitest';

import { FUEL_EXPORT } from '../../../../../kernel/tools/runners/fuel/meter.ts';
import {
  MeteredInstance,
  PAGE_BYTES,
} from '../../../../../kernel/tools/runners/fuel/metered-instance.ts';
import { metered, MEMORY } from './metered.ts';
import { END, get, I32 } from './module.ts';
import type { ModuleSpec } from './module.ts';

describe('the memory of a metered module', () => {
  const GROW: ModuleSpec = {
    functions: [
      { params: [I32], results: [I32], code: [...get(0), 0x40, 0] },
      { results: [I32], code: [0x3f, 0] },
    ],
    memory: MEMORY,
  };

  test.each([
    [1, 1, 2],
    [7, 1, 8],
    [8, -1, 1],
    [0, 1, 1],
    [-1, -1, 1],
    [0x7fffffff, -1, 1],
  ])('grown by %i pages under a cap of 8 returns %i and then has %i pages', (by, given, after) => {
    const { exports } = metered(GROW, 8);
    expect([exports['f0']?.(by), exports['f1']?.()]).toEqual([given, after]);
  });

  test('costs 1 per 16 bytes of growth, and nothing if the growth is refused', () => {
    const { exports, used, raw } = metered(GROW, 8);
    expect(used(() => exports['f0']?.(2))).toBe(3n + 2n * 4096n);
    (raw[FUEL_EXPORT.pages_max] as WebAssembly.Global).value = 3;
    expect(used(() => exports['f0']?.(1))).toBe(3n);
  });

  test('cannot grow beyond the cap of the module, even if the cap of the run is higher', () => {
    const { exports, raw } = metered(GROW, 8);
    (raw[FUEL_EXPORT.pages_max] as WebAssembly.Global).value = 1000;
    expect([exports['f0']?.(8), exports['f0']?.(7)]).toEqual([-1, 1]);
  });

  test('is restored with globals and size from an image, bit for bit', () => {
    const { raw, exports } = metered({
      ...GROW,
      functions: [
        ...(GROW.functions ?? []),
        { params: [I32], code: [...get(0), 0x24, 0, ...get(0), ...get(0), 0x3a, 0, 0] },
        { results: [I32], code: [0x23, 0] },
      ],
      globals: [[I32, 1, 0x41, 5, END]],
    });
    const instance = new MeteredInstance(raw);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 16 * PAGE_BYTES });
    const image = instance.takeImage();
    exports['f2']?.(77);
    exports['f0']?.(4);
    const memory = new Uint8Array(instance.memory.buffer);
    memory[memory.length - 1] = 9;
    expect([exports['f3']?.(), memory[77], instance.pages]).toEqual([77, 77, 5]);
    instance.putBack(image);
    expect([exports['f3']?.(), instance.pages, exports['f1']?.()]).toEqual([5, 1, 1]);
    expect(new Uint8Array(instance.memory.buffer).every((byte) => byte === 0)).toBe(true);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 16 * PAGE_BYTES });
    expect([exports['f0']?.(15), exports['f0']?.(1)]).toEqual([1, -1]);
  });

  test('has less room if the host holds bytes for the program', () => {
    const { raw, exports } = metered(GROW);
    const instance = new MeteredInstance(raw);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 8 * PAGE_BYTES });
    expect(instance.hold(3 * PAGE_BYTES)).toBe(true);
    expect([exports['f0']?.(5), exports['f0']?.(4)]).toEqual([-1, 1]);
    expect([instance.hold(4 * PAGE_BYTES), instance.hold(3 * PAGE_BYTES)]).toEqual([false, true]);
    expect(instance.highWaterBytes).toBe(8 * PAGE_BYTES);
  });

  test('grown by the host follows the same rules', () => {
    const instance = new MeteredInstance(metered(GROW).raw);
    instance.start({ fuel: 10n ** 9n, mem_bytes: 8 * PAGE_BYTES });
    expect([instance.growTo(9), instance.growTo(8), instance.growTo(2)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([instance.pages, instance.used]).toEqual([8, 7n * 4096n]);
  });
});
