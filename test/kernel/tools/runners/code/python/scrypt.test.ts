/** @module scrypt.test: hashlib.scrypt matches the vectors of RFC 7914, and its work and memory are charged. */
import { afterAll, describe, expect, test } from 'vitest';

import { createCodePythonRunner } from '../../../../../../kernel/tools/runners/code/python/runner.ts';
import { SHARED_CACHE } from '../../../../../shared-cache.ts';

const runner = createCodePythonRunner({ cacheDir: SHARED_CACHE, now: () => 0, size: 1 });
afterAll(async () => await runner[Symbol.asyncDispose]());

const BUDGET = {
  gas: 2000,
  mem_mb: 256,
  time_ms: 60_000,
  depth: 1,
  tool_calls_max: 1,
  web_requests_max: 0,
  tokens_output_max: 800,
};
const run = async (
  call: string,
  budget: Partial<typeof BUDGET> = {},
): ReturnType<typeof runner.run> =>
  await runner.run(
    { code: `import hashlib\n${call}` },
    { ...BUDGET, ...budget },
    new AbortController().signal,
  );
const key = (n: number, r: number, p: number): string =>
  `hashlib.scrypt(b"wall", salt=b"salt", n=${n}, r=${r}, p=${p}, maxmem=2**30).hex()`;

describe('hashlib.scrypt', () => {
  // RFC 7914, section 12; the fourth needs 1 GiB
  test.each([
    [
      'b"", salt=b"", n=16, r=1, p=1',
      '77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906',
    ],
    [
      'b"password", salt=b"NaCl", n=1024, r=8, p=16',
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    ],
    [
      'b"pleaseletmein", salt=b"SodiumChloride", n=16384, r=8, p=1',
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    ],
  ])('returns the key of RFC 7914 for %s', async (args, hex) => {
    expect(await run(`hashlib.scrypt(${args}).hex()`)).toMatchObject({ output: { result: hex } });
  });

  test('is charged for its work and memory before it is computed', async () => {
    const [small, large] = [await run(key(1024, 8, 1)), await run(key(4096, 8, 1))];
    const blocks = 2 * 2 * 8 * (4096 - 1024);
    expect(Math.abs(large.use.fuel - small.use.fuel - blocks * 512)).toBeLessThan(20_000);
    const bytes = 128 * 8 * (4096 - 1024);
    expect(large.use.mem_high_water_bytes - small.use.mem_high_water_bytes).toBe(bytes);
    expect(await run(key(2 ** 17, 8, 4), { gas: 50 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
      use: { fuel: 500_000_000 },
    });
    // The salt is hashed for every 32 mixed bytes, the mixed bytes for every 32 bytes of the key
    const salted = 'hashlib.scrypt(b"p", salt=b"s" * 3_000_000, n=2, r=1, p=20_000)';
    expect(await run(salted, { gas: 100 })).toMatchObject({ code: 'BOUND_GAS' });
    const long = 'hashlib.scrypt(b"p", salt=b"s", n=2, r=1, p=8000, dklen=1_000_000)';
    expect(await run(long, { gas: 100 })).toMatchObject({ code: 'BOUND_GAS' });
    const longest = 'hashlib.scrypt(b"p", salt=b"s", n=2, r=1, p=1, dklen=50_000_000)';
    expect(await run(longest)).toMatchObject({ code: 'BOUND_MEM' });
    const caught = `try: ${key(2 ** 17, 8, 1)}\nexcept MemoryError as e: said = str(e)\nsaid`;
    expect(await run(caught, { mem_mb: 64 })).toMatchObject({
      ok: true,
      output: { result: 'out of memory' },
    });
    expect(await run(key(2 ** 17, 8, 1), { mem_mb: 64 })).toMatchObject({ code: 'BOUND_MEM' });
  });

  test.each([
    ['"text", salt=b"", n=16, r=1, p=1', 'TypeError'],
    ['b"", salt=b"", n=15, r=1, p=1', 'ValueError: n must be a power of 2.'],
    ['b"", salt=b"", n=16, r=0, p=1', 'ValueError: Invalid parameter combination'],
    ['b"", salt=b"", n=2**20, r=8, p=1', 'ValueError: Invalid parameter combination'],
    ['b"", salt=b"", n=16, r=1, p=1, dklen=0', 'ValueError: dklen'],
  ])('refuses %s as CPython does', async (args, cause) => {
    const outcome = await run(`hashlib.scrypt(${args})`);
    expect(outcome.ok ? '' : outcome.cause).toContain(cause);
  });

  test('refuses a malformed request that a program writes itself', async () => {
    const odd =
      'import os\nopen("/sandbox/scrypt", "wb").write(b"\\xff" * 20)\n' +
      'try: os.truncate("/sandbox/scrypt", 0)\nexcept OSError as e: said = e.errno\nsaid';
    expect(await run(odd)).toMatchObject({ ok: true, output: { result: 48 } });
  });
});
