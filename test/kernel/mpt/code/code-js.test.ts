/** @module code-js: hostile programs are contained, each run is clean, budgets trip at the exact unit. */
import { describe, expect, test } from 'vitest';

import { createCodeJsRunner } from '../../../../kernel/mpt/runners/code-js.ts';
import { HOSTILE_JS } from '../../../corpus/code-js.ts';
import { CORPUS_BUDGET } from '../../../corpus/code-program.ts';
import { compared, hostileSuite } from './hostile.ts';

describe('code.js', () => {
  const { run, runner, expectClean } = hostileSuite({
    create: createCodeJsRunner,
    programs: HOSTILE_JS,
    least: 22,
    // Globals, prototypes, clock, seed and files
    probe:
      '[Object.keys(globalThis), Object.keys(Object.prototype), Date.now(), Math.random(), files.list()]',
  });
  const result = async (code: string): Promise<unknown> => {
    const outcome = await run(code);
    return outcome.ok ? outcome.output['result'] : outcome.cause;
  };
  test.each([
    ['1 + 1', 2],
    ['const a = { b: [1, "x", null] }; a', { b: [1, 'x', null] }],
    ['await Promise.resolve("later")', 'later'],
    ['undefined', null],
    ['[1n]', '1'],
    ['Symbol("s")', 'Symbol(s)'],
    ['0 / 0', 'NaN'],
    ['-1 / 0', '-Infinity'],
    ['"\\ud83d\\ude00".slice(1)', '\ufffd'],
    ['String.raw`\\\\ud800`', '\\\\ud800'],
    ['new Map([[1, 2]]).size', 1],
    ['"\\u00e9\\u{1F600}"', 'é😀'],
    ['new Date().toISOString()', '2026-01-01T00:00:00.000Z'],
    ['({}).x.y', "TypeError: cannot read property 'y' of undefined (line 1)"],
    ['\n\nthrow new RangeError("low\\nsecond line")', 'RangeError: low (line 3)'],
    ['throw { code: 7 }', 'thrown object: {"code":7}'],
  ])('the value of %j', async (code, expected) => {
    expect(await result(code)).toEqual(expected);
  });

  test('files go in and come out by name, as text or base64', async () => {
    const outcome = await run(
      'files.write("out/b.bin", new Uint8Array([255, 0, 65]).subarray(0, 2));' +
        'files.write("a.txt", files.read("a.txt") + files.readBytes("b").length);' +
        'console.log("log", { x: 1 }); console.error(new Error("e").message); files.list()',
      {},
      { 'a.txt': 'é', b: { base64: 'AAEC' }, 'unused.txt': 'stays in' },
    );
    expect(outcome.ok && outcome.output).toEqual({
      result: ['a.txt', 'b', 'out/b.bin', 'unused.txt'],
      stdout: 'log {"x":1}\n',
      stderr: 'e\n',
      files: [
        { name: 'a.txt', text: 'é3' },
        { name: 'out/b.bin', base64: '/wA=' },
      ],
    });
  });

  test('a failure keeps what the program said until then', async () => {
    const outcome = await run('console.log("before"); for (;;) {}');
    expect(outcome.ok ? {} : outcome.detail).toMatchObject({ stdout: 'before\n', gas_work: 100 });
  });

  test.each([
    [{ code: '' }, 'code'],
    [{ code: 1 }, 'code'],
    [{ code: '1', extra: 1 }, ''],
    [{ code: '1', files: { '../x': '' } }, 'files'],
    [{ code: '1', files: { x: { base64: '*' } } }, 'files.x'],
    [{ code: 'x'.repeat(262_145) }, 'code'],
  ])('input that does not fit is refused before anything runs: %#', async (input, where) => {
    const outcome = await runner().run(input, CORPUS_BUDGET, new AbortController().signal);
    expect(outcome).toMatchObject({
      ok: false,
      code: 'TOOL_SCHEMA_MISS',
      use: { gas: 0, fuel: 0 },
    });
    expect(!outcome.ok && outcome.cause).toContain(`input \`${where}`);
  });

  test('a program that catches a refused import goes no further', async () => {
    const { use, ...rest } = await run('try { await import("x") } catch {} for (;;) {}');
    expect(rest).toMatchObject({ code: 'TOOL_UNSAFE', detail: { import: 'import of `x`' } });
    expect(use.fuel).toBeLessThan(1_000_000);
  });

  test('the gas that a program used is enough for it, and one less is not', async () => {
    const program = 'let s = 0; for (let i = 0; i < 300000; i++) s += i; s';
    const first = await run(program);
    const { gas } = first.use;
    expect(first.ok && gas > 1).toBe(true);
    expect(compared(await run(program, { gas }))).toEqual(compared(first));
    expect(await run(program, { gas: gas - 1 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
      use: { gas: gas - 1, fuel: (gas - 1) * 10_000_000 },
    });
  });

  test('memory has its price in gas: one for each MiB above the base', async () => {
    const used = async (bytes: number): Promise<number> =>
      (await run(`new Uint8Array(${bytes}).length`)).use.gas;
    expect((await used(20 * 1_048_576)) - (await used(10 * 1_048_576))).toBe(10);
    expect(await run('new Uint8Array(20e6).length', { gas: 20 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
      detail: { gas_memory: 20 },
    });
  });

  test('a cancelled run ends at once and the next one works', async () => {
    const abort = new AbortController();
    const running = runner().run(
      { code: 'for (;;) {}' },
      { ...CORPUS_BUDGET, gas: 1e6 },
      abort.signal,
    );
    setTimeout(() => abort.abort(), 50);
    expect(await running).toMatchObject({
      ok: false,
      code: 'TOOL_FAIL',
      cause: 'the run was cancelled',
    });
    await expectClean();
  });

  test('programs wait for one another in order', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(async (n) => await run(`${n}`)));
    expect(outcomes.map((one) => one.ok && one.output['result'])).toEqual([1, 2, 3, 4]);
  });
});
