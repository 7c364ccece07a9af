/** @module native.test: native code of wheels is charged to the program, keeps no state and has no further access. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { createCodePythonRunner } from '../../../../../../kernel/tools/runners/code/python/runner.ts';
import { meterSide } from '../../../../../../kernel/tools/runners/fuel/meter-side.ts';
import { homeWith, SHARED_CACHE } from '../../../../../shared-cache.ts';
import { NATIVE_NAME, nativeLibrary, nativeWheel } from './native-wheel.ts';
import { tinyWheel, WHEEL_NAME } from './wheel.ts';

const packages = mkdtempSync(join(tmpdir(), 'plumbline-native-'));
writeFileSync(join(packages, NATIVE_NAME), nativeWheel());
writeFileSync(join(packages, WHEEL_NAME), tinyWheel());
const runner = createCodePythonRunner({ cacheDir: SHARED_CACHE, now: () => 0, size: 1, packages });
afterAll(async () => {
  await runner[Symbol.asyncDispose]();
  rmSync(packages, { recursive: true });
});

const BUDGET = {
  gas: 2000,
  mem_mb: 128,
  time_ms: 60_000,
  depth: 1,
  tool_calls_max: 1,
  web_requests_max: 0,
  tokens_output_max: 800,
};
const never = new AbortController().signal;
const run = async (code: string, gas = BUDGET.gas): ReturnType<typeof runner.run> =>
  await runner.run({ code }, { ...BUDGET, gas }, never);
const fuelOf = async (code: string): Promise<number> => {
  const outcome = await run(code);
  expect(outcome).toMatchObject({ ok: true });
  return outcome.use.fuel;
};

describe('a wheel with native code [MPT-3]', () => {
  test('is imported together with other wheels, with its version', async () => {
    const code =
      'import plumbnative, plumbtiny, importlib.metadata\n' +
      '[plumbnative.spin(1000), plumbtiny.twice(2), importlib.metadata.version("plumbnative")]';
    expect(await run(code)).toMatchObject({ ok: true, output: { result: [1000, 4, '1.0'] } });
  }, 180_000);

  test('is charged for each iteration of its loops, equally in every run', async () => {
    const spin = (turns: number): string => `import plumbnative\nplumbnative.spin(${turns})`;
    const [few, more] = [await fuelOf(spin(100_000)), await fuelOf(spin(200_000))];
    // local.get, i32.const, i32.sub, local.tee, br_if, and the end of the loop
    expect(Math.abs(more - few - 6 * 100_000)).toBeLessThan(1000);
    expect(await fuelOf(spin(100_000))).toBe(few);
  });

  test('stops at exactly the same unit of gas, which a program cannot catch', async () => {
    const code =
      'import plumbnative\nwhile True:\n  try: plumbnative.spin(2**31 - 1)\n  except BaseException: pass';
    const [first, second] = [await run(code, 20), await run(code, 20)];
    expect(first).toMatchObject({ ok: false, code: 'BOUND_GAS', use: { fuel: 200_000_000 } });
    expect({ ...second, provenance: null }).toEqual({ ...first, provenance: null });
  });

  test('starts every run with fresh memory and globals', async () => {
    const code =
      'import plumbnative\n' +
      '[plumbnative.count(), plumbnative.count(), plumbnative.tally(), plumbnative.tally()]';
    for (let round = 0; round < 2; round += 1) {
      expect(await run(code)).toMatchObject({ output: { result: [1, 2, 1, 2] } });
    }
  });

  test('does not let a program load native code of its own', async () => {
    const file = 'mine.cpython-314-wasm32-emscripten.so';
    const code =
      'import importlib, pathlib, plumbnative._fast as fast\n' +
      `pathlib.Path("${file}").write_bytes(pathlib.Path(fast.__file__).read_bytes())\nimportlib.invalidate_caches()\nimport mine`;
    expect(await run(code)).toMatchObject({ ok: false, code: 'TOOL_UNSAFE' });
  });
});

describe('a native library', () => {
  test.each(['fuel:left', 'fuel:pages', 'fuel:pages_max'])(
    'that imports `%s` is refused',
    (name) => {
      expect(() => meterSide(nativeLibrary({ steals: name }))).toThrow(
        `an import of \`env.${name}\``,
      );
    },
  );

  test('that is damaged makes the start fail with its name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-damaged-'));
    const home = homeWith('python');
    writeFileSync(join(folder, NATIVE_NAME), nativeWheel(nativeLibrary().slice(0, -9)));
    const lines: string[] = [];
    const damaged = createCodePythonRunner({
      cacheDir: join(home, 'plumbline', 'engines'),
      now: () => 0,
      size: 1,
      packages: folder,
      log: (line) => lines.push(line),
    });
    try {
      await expect(damaged.warm()).rejects.toThrow('_fast.cpython-314-wasm32-emscripten.so');
    } finally {
      await damaged[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
      rmSync(home, { recursive: true });
    }
  }, 120_000);
});
