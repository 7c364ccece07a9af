/** @module runner.test: code.js contains hostile programs, starts each run clean, and applies bounds exactly. */
import { describe, expect, test } from 'vitest';

import { createCodeJsRunner } from '../../../../../../kernel/tools/runners/code/js/runner.ts';
import { BUILDING_JS } from '../../../../../corpus/building-js.ts';
import { HOSTILE_JS } from '../../../../../corpus/code-js.ts';
import { CORPUS_BUDGET } from '../../../../../corpus/code-program.ts';
import { buildingSuite, compared, hostileSuite } from '../hostile.ts';

describe('code.js', () => {
  const { run, runner, expectClean } = hostileSuite({
    create: createCodeJsRunner,
    programs: HOSTILE_JS,
    minimum: 22,
    // Globals, prototypes, clock, seed and files
    probe:
      '[Object.keys(globalThis), Object.keys(Object.prototype), Date.now(), Math.random(), files.list()]',
  });
  describe('[DATA-3] programs for buildings', () => {
    buildingSuite(run, BUILDING_JS);
  });

  const result = async (code: string): Promise<unknown> => {
    const outcome = await run(code);
    return outcome.ok ? outcome.output['result'] : outcome.cause;
  };
  test.each([
    ['1 + 1', 2],
    ['const a = { b: [1, "x", null] }; a', { b: [1, 'x', null] }],
    ['await Promise.resolve("later")', 'later'],
    ['Promise.resolve("later").then((word) => [word, 1])', ['later', 1]],
    ['(async () => { await 0; return { area: await 12.5 } })()', { area: 12.5 }],
    ['(async () => {})()', null],
    ['({})', {}],
    [
      '\n(async () => { await 0;\nnull.x })()',
      "TypeError: cannot read property 'x' of null (line 3)",
    ],
    ['Promise.reject({ code: 7 })', 'thrown object: {"code":7}'],
    ['new Promise(() => {})', 'Deadlock: the program awaits a promise that nothing settles'],
    ['undefined', null],
    ['[1n]', ['1']],
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
  ])('returns the value of %j', async (code, expected) => {
    expect(await result(code)).toEqual(expected);
  });

  test('returns the plain JSON of a result whose conversion never ends', async () => {
    const code = 'Set.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; [new Set()]';
    const outcome = await run(code, { gas: 5 });
    expect(outcome).toMatchObject({ ok: true, output: { result: [{}] }, use: { gas: 1 } });
  });

  // Values that JSON cannot represent are converted
  test.each([
    ['10n ** 20n', '100000000000000000000'],
    [
      'new Map([["doors", 3], [{ id: 1 }, new Set([1n])]])',
      [
        ['doors', 3],
        [{ id: 1 }, ['1']],
      ],
    ],
    ['({ sizes: new Map(), at: new Date(0) })', { sizes: [], at: '1970-01-01T00:00:00.000Z' }],
    ['[new Date(NaN), /a+/gi, undefined, new Set([undefined])]', [null, '/a+/gi', null, [null]]],
    [
      '[new Uint8Array([1, 2]), new Float32Array([0.5]), new BigInt64Array([-1n])]',
      [[1, 2], [0.5], ['-1']],
    ],
    [
      '[new ArrayBuffer(2), new DataView(new ArrayBuffer(3), 1)]',
      [
        [0, 0],
        [0, 0],
      ],
    ],
    ['files.write("b", new Uint8Array([7])); files.readBytes("b")', [7]],
    ['Promise.resolve(new Map([[1, 2]]))', [[1, 2]]],
    ['const o = { a: [1] }; o.a.push(o); o', { a: [1, '[circular]'] }],
    ['const both = { n: 1 }; [both, both]', [{ n: 1 }, { n: 1 }]],
    ['const o = { m: new Set() }; o.self = o; o', { m: [], self: '[circular]' }],
    ['({ ["__proto__"]: new Set([1]) })', { ['__proto__']: [1] }],
    [
      'class Bad extends RangeError { name = "Bad"; code = 7 }\nnew Bad("low", { cause: new Set() })',
      {
        name: 'Bad',
        message: 'low',
        stack: expect.stringContaining('main.js:2'),
        cause: [],
        code: 7,
      },
    ],
    // The conversion calls no getters, and changed built-ins harm only the program's own result
    ['({ get m() { console.log("read"); return new Map() } })', { m: {} }],
    ['JSON.stringify = () => "}{"; new Map()', {}],
  ])('returns the value of %j in readable form', async (code, expected) => {
    expect(await result(code)).toEqual(expected);
  });

  test.each([
    [
      'const seen = []; setTimeout(() => seen.push("late", Date.now() % 1e5), 2000); setTimeout((word) => seen.push(word), 10, "early"); await new Promise((done) => setTimeout(done, 60000)); seen.push(new Date().toISOString()); seen',
      ['early', 'late', 2000, '2026-01-01T00:01:00.000Z'],
    ],
    [
      'let n = 0; const t = setInterval(() => { if (++n === 3) clearInterval(t) }, 100); await new Promise((done) => setTimeout(done, 1e6)); n',
      3,
    ],
    [
      'const seen = []; setTimeout(() => seen.push(1)); const id = setTimeout(() => seen.push(2)); clearTimeout(id); queueMicrotask(() => seen.push(3)); await new Promise((done) => setTimeout(done)); seen',
      [3, 1],
    ],
    ['\nsetTimeout(() => null.x, 5); 1', "TypeError: cannot read property 'x' of null (line 2)"],
    [
      'await new Promise(() => setTimeout(() => {}, 1))',
      'Deadlock: the program awaits a promise that nothing settles',
    ],
    ['[...new TextEncoder().encode("é😀\\ud800")]', [195, 169, 240, 159, 152, 128, 239, 191, 189]],
    [
      'const into = new Uint8Array(4); [new TextEncoder().encodeInto("aé😀", into), ...into]',
      [{ read: 2, written: 3 }, 97, 195, 169, 0],
    ],
    [
      'const b = new Uint8Array([0xef, 0xbb, 0xbf, 0xc3, 0xa9, 0xff]); [new TextDecoder().decode(b), new TextDecoder("UTF-8", { ignoreBOM: true }).decode(b.buffer)]',
      ['é\ufffd', '\ufeffé\ufffd'],
    ],
    [
      'new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255]))',
      'TypeError: the bytes are not utf-8 (line 1)',
    ],
    ['new TextDecoder("latin1")', 'RangeError: only utf-8 is decoded here, got latin1 (line 1)'],
    [
      'const u = new URL("../b?x=1&y=a%20b#h", "https://ex.org:8080/a/c"); u.searchParams.append("z", "1 2"); u.port = 9; u.host = ""; [u, u.origin, u.searchParams.get("y"), [...u.searchParams.keys()]]',
      ['https://ex.org:9/b?x=1&y=a+b&z=1+2#h', 'https://ex.org:9', 'a b', ['x', 'y', 'z']],
    ],
    [
      'const p = new URLSearchParams({ b: "x y", a: 1 }); p.set("b", 2); p.append("b", 3); p.sort(); [String(p), p.getAll("b"), p.has("c"), p.size]',
      ['a=1&b=2&b=3', ['2', '3'], false, 3],
    ],
    [
      '[URL.canParse("nope"), URL.parse("nope"), new URL("http://münchen.example/ü").href]',
      [false, null, 'http://xn--mnchen-3ya.example/%C3%BC'],
    ],
    ['new URL("nope")', 'TypeError: not a URL: nope (line 1)'],
    [
      'const s = { m: new Map([[1, { d: new Date(5) }]]), b: new Uint8Array([1, 2]).subarray(1), e: new TypeError("t") }; s.self = s; const c = structuredClone(s); [c !== s, c.self === c, c.m.get(1).d.getTime(), c.b[0], c.e instanceof TypeError]',
      [true, true, 5, 2, true],
    ],
    ['structuredClone({ f() {} })', 'DataCloneError: function cannot be cloned (line 1)'],
    // A global is missing if the text of the program does not contain its name
    ['typeof globalThis["struc" + "turedClone"]', 'undefined'],
  ])('implements the web globals of %j', async (code, expected) => {
    expect(await result(code)).toEqual(expected);
  });

  test('console.table prints rows and columns like Node.js', async () => {
    const outcome = await run(
      'console.table([{ id: "d1", width: 900 }, { id: "d2", fire: true }]); console.table([{ a: 1, b: 2 }], ["b"]); console.table(new Map([["k", [1]]])); console.table(5)',
    );
    expect(outcome.ok && outcome.output['stdout']).toBe(
      [
        '┌─────────┬──────┬───────┬──────┐',
        '│ (index) │ id   │ width │ fire │',
        '├─────────┼──────┼───────┼──────┤',
        "│ 0       │ 'd1' │ 900   │      │",
        "│ 1       │ 'd2' │       │ true │",
        '└─────────┴──────┴───────┴──────┘',
        '┌─────────┬───┐',
        '│ (index) │ b │',
        '├─────────┼───┤',
        '│ 0       │ 2 │',
        '└─────────┴───┘',
        '┌───────────────────┬─────┬────────┐',
        '│ (iteration index) │ Key │ Values │',
        '├───────────────────┼─────┼────────┤',
        "│ 0                 │ 'k' │ [1]    │",
        '└───────────────────┴─────┴────────┘',
        '5',
        '',
      ].join('\n'),
    );
  });

  test('an endless timer is stopped by its gas, and a rejected promise has its stack trace', async () => {
    expect(await run('setInterval(() => {}, 1e9)', { gas: 2 })).toMatchObject({
      code: 'BOUND_GAS',
      use: { gas: 2 },
    });
    const rejected = await run('async function area() {\n  throw new Error("no room")\n}\narea()');
    expect(rejected).toMatchObject({
      ok: false,
      code: 'TOOL_FAIL',
      cause: 'Error: no room (line 2)',
      detail: { trace: expect.stringMatching(/area \(main\.js:2[^]*main\.js:4/) },
    });
  });

  test('reads and writes files by name, as text or base64', async () => {
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

  test.each([
    ['254 groups', 'new RegExp("(a)".repeat(254)).exec("a".repeat(254)).length', 255],
    [
      '254 names, some repeated',
      'const names = Array.from({ length: 254 }, (_, i) => `(?<n${i % 200}>w${i}x)`); "w253x".match(new RegExp(names.join("|"))).groups.n53',
      'w253x',
    ],
    [
      'a name and 256 alternatives',
      'new RegExp(`(?<k>${Array.from({ length: 256 }, (_, i) => `w${i}x`).join("|")})`).exec("w255x").groups.k',
      'w255x',
    ],
    [
      '5000 alternatives without a name',
      'new RegExp(`(${Array.from({ length: 5000 }, (_, i) => `w${i}x`).join("|")})`).exec("w4999x")[1]',
      'w4999x',
    ],
  ])('a regular expression may have %s', async (_, code, expected) => {
    const outcome = await run(code);
    expect(outcome.ok ? outcome.output['result'] : outcome.cause).toEqual(expected);
  });

  test.each([
    ['new RegExp("(a)".repeat(255))', /^SyntaxError: too many captures; .* 254 capturing groups: /],
    [
      'new RegExp(`(?<k>${"a|".repeat(256)})`)',
      /^SyntaxError: too many named groups; .* 255 `\|` in total: /,
    ],
  ])('the refusal of %s states the limit of the engine', async (code, cause) => {
    expect(await run(code)).toMatchObject({ ok: false, cause: expect.stringMatching(cause) });
  });

  test('a failure includes the output until then', async () => {
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
  ])('invalid input is refused before anything runs: %#', async (input, where) => {
    const outcome = await runner().run(input, CORPUS_BUDGET, new AbortController().signal);
    expect(outcome).toMatchObject({
      ok: false,
      code: 'TOOL_SCHEMA_MISS',
      use: { gas: 0, fuel: 0 },
    });
    expect(!outcome.ok && outcome.cause).toContain(`input \`${where}`);
  });

  test('a program that catches a refused import is stopped', async () => {
    const { use, ...rest } = await run('try { await import("x") } catch {} for (;;) {}');
    expect(rest).toMatchObject({ code: 'TOOL_UNSAFE', detail: { import: 'import of `x`' } });
    expect(use.fuel).toBeLessThan(1_000_000);
  });

  test('a program succeeds with exactly the gas that it uses, and not with one less', async () => {
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

  test('memory costs one gas per MiB above the base', async () => {
    const used = async (bytes: number): Promise<number> =>
      (await run(`new Uint8Array(${bytes}).length`)).use.gas;
    expect((await used(20 * 1_048_576)) - (await used(10 * 1_048_576))).toBe(10);
    expect(await run('new Uint8Array(20e6).length', { gas: 20 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
      detail: { gas_memory: 20 },
    });
  });

  test('a cancelled run ends immediately, and the next one works', async () => {
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

  test('concurrent programs run in order of arrival', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(async (n) => await run(`${n}`)));
    expect(outcomes.map((one) => one.ok && one.output['result'])).toEqual([1, 2, 3, 4]);
  });
});
