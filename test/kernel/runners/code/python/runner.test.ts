/** @module runner: hostile programs are contained, each run is clean, budgets trip at the exact unit. */
import { describe, expect, test } from 'vitest';

import { createCodePythonRunner } from '../../../../../kernel/runners/code/python/runner.ts';
import { BUILDING_PYTHON } from '../../../../corpus/building-python.ts';
import { HOSTILE_PYTHON } from '../../../../corpus/code-python.ts';
import { buildingSuite, compared, hostileSuite } from '../hostile.ts';

describe('code.python', () => {
  const { run } = hostileSuite({
    create: createCodePythonRunner,
    programs: HOSTILE_PYTHON,
    least: 45,
    // Modules, built-ins, clock, seeds, files, environment and the addresses of memory
    probe:
      'import os, random, sys, time, builtins\n' +
      '[len(sys.modules), len(dir(builtins)), time.time(), random.random(), os.urandom(4).hex(),' +
      ' os.listdir("."), os.listdir("/tmp"), dict(os.environ), sys.path, id(object())]',
  });
  describe('[DATA-3] programs for buildings', () => {
    buildingSuite(run, BUILDING_PYTHON);
  });

  const result = async (code: string): Promise<unknown> => {
    const outcome = await run(code);
    return outcome.ok ? outcome.output['result'] : outcome.cause;
  };

  test.each([
    ['1 + 1', 2],
    ['a = {"b": [1, "x", None]}\na', { b: [1, 'x', null] }],
    ['x = 1', null],
    ['{1}', '{1}'],
    ['from decimal import Decimal\nDecimal("1.10")', '1.10'],
    ['float("nan")', 'nan'],
    ['2 ** 53 - 1', 2 ** 53 - 1],
    ['2 ** 53 + 1', '9007199254740993'],
    ['{"n": [-2 ** 64]}', "{'n': [-18446744073709551616]}"],
    ['"12345678901234567890"', '12345678901234567890'],
    ['"\\ud800"', '\\ud800'],
    ['"\\u00e9\\U0001F600"', 'é😀'],
    ['import asyncio\nawait asyncio.sleep(60, "later")', 'later'],
    ['import asyncio\nasync def f(): return 7\nasyncio.run(f())', 7],
    ['import time\na = time.monotonic(); time.sleep(30); time.monotonic() - a >= 30', true],
    ['import datetime\ndatetime.datetime.now().isoformat()[:19]', '2026-01-01T00:00:00'],
    ['import time\ntime.strftime("%Y %Z", time.localtime(86400 * 366))', '1971 UTC'],
    ['import time\ntime.mktime((2026, 13, 1, 0, 0, 0, 0, 0, 0))', 1_798_761_600],
    ['import sqlite3\nsqlite3.connect(":memory:").execute("select 6 * 7").fetchone()', [42]],
    ['raise SystemExit', null],
    ['raise SystemExit(3)', 'SystemExit: 3 (line 1)'],
    ['def f():\n  raise ValueError("low\\nsecond")\nf()', 'ValueError: low (line 2)'],
    ['1 +', 'SyntaxError: invalid syntax (line 1)'],
    [
      'import asyncio\nawait asyncio.Event().wait()',
      'RuntimeError: the program awaits something that nothing settles',
    ],
  ])('the value of %j', async (code, expected) => {
    expect(await result(code)).toEqual(expected);
  });

  test('files go in and come out by name, as text or base64', async () => {
    const outcome = await run(
      [
        'import os, pathlib, sys, tempfile',
        'os.makedirs("out/deep")',
        'pathlib.Path("out/deep/b.bin").write_bytes(bytes([255, 0]))',
        'open("a.txt", "a").write("+" + str(len(open("b", "rb").read())))',
        'open("gone", "w").close(); os.remove("gone")',
        'open("old", "w").close(); os.rename("old", "new")',
        'with tempfile.TemporaryFile() as f: f.write(b"x"); f.seek(0); assert f.read() == b"x"',
        'print("out"); print("err", file=sys.stderr)',
        '[sorted(os.listdir(".")), os.path.isdir("out"), os.stat("a.txt").st_size, os.getcwd()]',
      ].join('\n'),
      {},
      { 'a.txt': 'é', b: { base64: 'AAEC' }, 'in/unused.txt': 'stays in' },
    );
    expect(outcome.ok && outcome.output).toEqual({
      result: [['a.txt', 'b', 'in', 'new', 'out'], true, 4, '/data'],
      stdout: 'out\n',
      stderr: 'err\n',
      files: [
        { name: 'a.txt', text: 'é+3' },
        { name: 'new', text: '' },
        { name: 'out/deep/b.bin', base64: '/wA=' },
      ],
    });
  });

  test('a failure keeps what the program said until then', async () => {
    const outcome = await run('print("before")\nwhile True: pass');
    expect(outcome.ok ? {} : outcome.detail).toMatchObject({ stdout: 'before\n', gas_work: 100 });
  });

  test('the gas that a program used is enough for it, and one less is not', async () => {
    const program = 'sum(i * i for i in range(100000))';
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

  test('memory is capped at the megabyte, and has its price', async () => {
    const largest = async (mem_mb: number): Promise<unknown> => {
      const outcome = await run(
        'n = 0\na = []\ntry:\n  while True: a.append(bytearray(1048576)); n += 1\nexcept MemoryError: pass\nn',
        { mem_mb },
      );
      return (
        outcome.ok && [
          outcome.output['result'],
          outcome.use.mem_high_water_bytes <= mem_mb * 1_048_576,
        ]
      );
    };
    const [[at48, within48], [at64, within64]] = [await largest(48), await largest(64)] as [
      [number, boolean],
      [number, boolean],
    ];
    expect([at64 - at48, within48, within64]).toEqual([16, true, true]);
    expect(await run('1', { mem_mb: 29 })).toMatchObject({
      ok: false,
      code: 'BOUND_MEM',
      cause: 'the interpreter alone needs 30 MB (budget 29 MB)',
    });
    const used = async (bytes: number): Promise<number> =>
      (await run(`len(bytearray(${bytes}))`)).use.gas;
    const gas = await used(30_000_000);
    expect(gas - (await used(30_000_000 - 20 * 1_048_576))).toBeGreaterThanOrEqual(20);
    expect(await run('len(bytearray(30000000))', { gas })).toMatchObject({ ok: true });
    expect(await run('len(bytearray(30000000))', { gas: gas - 1 })).toMatchObject({
      ok: false,
      code: 'BOUND_GAS',
    });
  });
});
