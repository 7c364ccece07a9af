/** @module packages.test: programs can import the operator's wheels; the refusal of others says how to supply them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { createCodePythonRunner } from '../../../../../../kernel/tools/runners/code/python/runner.ts';
import { SHARED_CACHE } from '../../../../../shared-cache.ts';
import { tinyWheel, WHEEL_NAME } from './wheel.ts';

const packages = mkdtempSync(join(tmpdir(), 'plumbline-wheels-'));
writeFileSync(join(packages, WHEEL_NAME), tinyWheel());
const runner = createCodePythonRunner({
  cacheDir: SHARED_CACHE,
  now: () => 0,
  size: 1,
  packages,
});
afterAll(async () => {
  await runner[Symbol.asyncDispose]();
  rmSync(packages, { recursive: true });
});

const run = async (code: string): ReturnType<typeof runner.run> =>
  await runner.run(
    { code },
    {
      gas: 2000,
      mem_mb: 128,
      time_ms: 30_000,
      depth: 1,
      tool_calls_max: 1,
      web_requests_max: 0,
      tokens_output_max: 800,
    },
    new AbortController().signal,
  );

const IMPORT =
  'import plumbtiny, importlib.metadata, importlib.resources, sys\n' +
  '[plumbtiny.twice(21), importlib.metadata.version("plumbtiny"),' +
  ' importlib.resources.files("plumbtiny").joinpath("words.txt").read_text(), sys.path[-1]]';

test('a wheel is imported with its version and its data files', async () => {
  const outcome = await run(IMPORT);
  expect(outcome).toMatchObject({
    ok: true,
    output: { result: [42, '1.0', 'lintel\n', `/packages/${WHEEL_NAME}`] },
    provenance: { engine: expect.stringMatching(/^pyodide@[\d.]+ with [\da-f]{64}$/) },
  });
  expect((await run(IMPORT)).use.fuel).toBe(outcome.use.fuel);
}, 120_000);

test('the refusal of a missing module says how to supply it, and a program can test for it', async () => {
  expect(await run('import numpy as np\nnp.zeros(3)')).toMatchObject({
    ok: false,
    code: 'TOOL_FAIL',
    cause: expect.stringMatching(/No module named 'numpy'; .*`python_packages`.*\(line 1\)$/),
  });
  const looked =
    'import importlib.util\ntry: import pandas\nexcept ImportError as e: said = str(e)\n' +
    '[said, importlib.util.find_spec("numpy")]';
  expect(await run(looked)).toMatchObject({
    output: { result: ["No module named 'pandas'", null] },
  });
});

test('a program cannot change a wheel', async () => {
  expect(await run(`open("/packages/${WHEEL_NAME}", "wb")`)).toMatchObject({
    ok: false,
    cause: expect.stringMatching(/^OSError|Read-only/),
  });
});
