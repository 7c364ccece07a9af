/** @module runner.test: code.python contains hostile programs, starts each run clean, and applies bounds exactly. */
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { createCodePythonRunner } from '../../../../../../kernel/tools/runners/code/python/runner.ts';
import { BUILDING_PYTHON } from '../../../../../corpus/building-python.ts';
import { HOSTILE_PYTHON } from '../../../../../corpus/code-python.ts';
import { buildingSuite, compared, hostileSuite } from '../hostile.ts';

const Base64File = z.looseObject({ base64: z.string() });

/** Zone, UTC time and local time: around transitions, after the last listed one, and by the rule for later years. */
const ZONE_TIMES = [
  ['Europe/Berlin', '2026-03-29T00:59:59', '2026-03-29 01:59:59+01:00'],
  ['Europe/Berlin', '2026-03-29T01:00:00', '2026-03-29 03:00:00+02:00'],
  ['Europe/Berlin', '2045-10-29T01:00:00', '2045-10-29 02:00:00+01:00'],
  ['Europe/Berlin', '1945-05-24T00:00:00', '1945-05-24 03:00:00+03:00'],
  ['America/New_York', '2007-03-11T07:00:00', '2007-03-11 03:00:00-04:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00', '2026-04-05 01:30:00+10:30'],
  ['Pacific/Apia', '2011-12-30T10:00:00', '2011-12-31 00:00:00+14:00'],
  ['Asia/Kathmandu', '1985-12-31T18:30:00', '1986-01-01 00:15:00+05:45'],
] as const;

describe('code.python', () => {
  const { run } = hostileSuite({
    create: createCodePythonRunner,
    programs: HOSTILE_PYTHON,
    minimum: 45,
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
  ])('returns the value of %j', async (code, expected) => {
    expect(await result(code)).toEqual(expected);
  });

  test('reads and writes files by name, as text or base64', async () => {
    const outcome = await run(
      [
        'import os, pathlib, sys, tempfile',
        'os.makedirs("out/deep")',
        'pathlib.Path("out/deep/b.bin").write_bytes(bytes([255, 0]))',
        'open("a.txt", "a").write("+" + str(len(open("b", "rb").read())))',
        'open("gone", "w").close(); os.remove("gone")',
        'open("old", "w").close(); os.rename("old", "new")',
        'with tempfile.TemporaryFile() as f: f.write(b"x"); f.seek(0); assert f.read() == b"x"',
        'with os.scandir("in") as inside: assert [(e.name, e.inode()) for e in inside] == [("unused.txt", 10)]',
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

  test('changes its working folder', async () => {
    const outcome = await run(
      [
        'import contextlib, os',
        'def of(work):',
        '    try: return work()',
        '    except OSError as error: return [type(error).__name__, error.errno == getattr(__import__("errno"), "ENOTDIR", 0)]',
        'os.makedirs("out/deep")',
        'seen = [of(lambda: os.chdir("."))]',
        'with contextlib.chdir("out/deep"):',
        '    open("a.txt", "w").write("a"); seen.append([os.getcwd(), os.listdir(), os.path.abspath("..")])',
        'seen.append(os.getcwd())',
        'os.chdir("out"); os.chdir(".."); os.chdir("/tmp"); open("left", "w").close()',
        'seen += [os.getcwd(), os.listdir("."), os.path.exists("/tmp/left")]',
        'folder = os.open("/data/out", os.O_RDONLY); os.fchdir(folder); os.close(folder)',
        'seen += [os.getcwd(), os.listdir(".")]',
        'seen += [of(lambda: os.chdir("missing")), of(lambda: os.chdir("deep/a.txt")), of(lambda: os.chdir(""))]',
        'os.chdir("/data"); os.mkdir("gone"); os.chdir("gone"); os.rmdir("/data/gone")',
        'seen += [of(os.getcwd), of(lambda: open("x", "w"))]',
        'os.chdir("/data/out/deep")',
        'seen',
      ].join('\n'),
    );
    expect(outcome.ok ? outcome.output : outcome.cause).toMatchObject({
      result: [
        null,
        ['/data/out/deep', ['a.txt'], '/data/out'],
        '/data',
        '/tmp',
        ['left'],
        true,
        '/data/out',
        ['deep'],
        ['FileNotFoundError', false],
        ['NotADirectoryError', true],
        ['FileNotFoundError', false],
        ['FileNotFoundError', false],
        ['PermissionError', false],
      ],
      files: [{ name: 'out/deep/a.txt', text: 'a' }],
    });
  });

  test('a run starts in the same folder, with the same modules and context, after any other', async () => {
    const look =
      'import sys, os, builtins, decimal\n[os.path.exists("/tmp/left"), os.path.exists("left.txt"), "leak" in sys.modules, os.environ.get("LEAK"), hasattr(builtins, "leak"), decimal.getcontext().prec, os.getcwd()]';
    await run(
      'import sys, os, builtins, types, decimal; open("/tmp/left", "w").write("x"); open("left.txt", "w").write("x"); sys.modules["leak"] = types.ModuleType("leak"); os.environ["LEAK"] = "1"; builtins.leak = 1; decimal.getcontext().prec = 3; os.chdir("/tmp"); assert os.getcwd() == "/tmp"; "done"',
    );
    expect(await result(look)).toEqual([false, false, false, null, false, 28, '/data']);
  });

  test('hashlib has every guaranteed algorithm, and PBKDF2', async () => {
    const digests = await result(
      [
        'import hashlib, hmac',
        'def of(name, data): h = hashlib.new(name, data); return h.hexdigest(32) if name.startswith("shake") else h.hexdigest()',
        '[{n: of(n, b"abc") for n in sorted(hashlib.algorithms_guaranteed)},',
        ' hashlib.pbkdf2_hmac("sha512", b"wall", b"salt", 3, 100).hex(), hashlib.pbkdf2_hmac("sha1", b"wall", b"salt", 2).hex(),',
        ' hmac.new(b"key", b"abc", "sha3_256").hexdigest(), hashlib.blake2b(b"abc", digest_size=16, key=b"key").hexdigest()]',
      ].join('\n'),
    );
    const node = (name: string, options = {}): string =>
      createHash(name, options).update('abc').digest('hex');
    expect(digests).toEqual([
      {
        blake2b: node('blake2b512'),
        blake2s: node('blake2s256'),
        md5: node('md5'),
        sha1: node('sha1'),
        sha224: node('sha224'),
        sha256: node('sha256'),
        sha384: node('sha384'),
        sha3_224: node('sha3-224'),
        sha3_256: node('sha3-256'),
        sha3_384: node('sha3-384'),
        sha3_512: node('sha3-512'),
        sha512: node('sha512'),
        shake_128: node('shake128', { outputLength: 32 }),
        shake_256: node('shake256', { outputLength: 32 }),
      },
      pbkdf2Sync('wall', 'salt', 3, 100, 'sha512').toString('hex'),
      pbkdf2Sync('wall', 'salt', 2, 20, 'sha1').toString('hex'),
      createHmac('sha3-256', 'key').update('abc').digest('hex'),
      '2cf02ae16ac225ee731f9d359d8a1c38',
    ]);
  });

  test.each([
    ['0', 0],
    ['1e-9', 1],
    ['0.001', 1_000_000],
    ['0.1', 100_000_000],
    ['30', 30_000_000_000],
    ['86400 * 365', 31_536_000_000_000_000n],
  ])('sleeping %s s advances the clock by exactly that', async (seconds, ns) => {
    expect(
      await result(
        `import time\na = time.monotonic_ns(); time.sleep(${seconds}); b = time.monotonic_ns()\n` +
          'str(b - a)',
      ),
    ).toBe(String(ns));
  });

  test('a sleep beyond the range of the clock is refused and does not change the clock', async () => {
    const code =
      'import time\na = time.time()\ntry: time.sleep(9e9)\nexcept OSError as e: said = e.errno\n' +
      '[said, round(time.time() - a)]';
    expect(await result(code)).toEqual([28, 0]);
  });

  test('an invalid sleep raises the same error as in CPython', async () => {
    const wrong = (seconds: string): string =>
      `try: time.sleep(${seconds})\nexcept Exception as e: said.append(type(e).__name__)`;
    const values = ['-1', 'float("nan")', '"1"', '1e300'].map(wrong).join('\n');
    expect(await result(`import time\nsaid = []\n${values}\nsaid`)).toEqual([
      'ValueError',
      'ValueError',
      'TypeError',
      'OverflowError',
    ]);
  });

  test('temporary files and folders work and are not returned', async () => {
    const outcome = await run(
      [
        'import os, shutil, tempfile',
        'with tempfile.TemporaryDirectory() as d:',
        '  os.makedirs(d + "/a/b"); open(d + "/a/b/c", "w").write("x"); shutil.copytree(d + "/a", d + "/z")',
        '  inside = [sorted(os.listdir(d)), open(d + "/z/b/c").read()]',
        'with tempfile.NamedTemporaryFile("w+") as f:',
        '  f.write("named"); f.flush(); inside.append(open(f.name).read())',
        'with tempfile.SpooledTemporaryFile(max_size=4) as s: s.write(b"abcdef"); s.seek(2); inside.append(s.read().decode())',
        'handle, path = tempfile.mkstemp(); os.write(handle, b"12"); os.close(handle); os.remove(path)',
        '[inside, os.listdir("/tmp"), os.path.exists(d)]',
      ].join('\n'),
    );
    expect(outcome).toMatchObject({
      ok: true,
      output: { result: [[['a', 'z'], 'x', 'named', 'cdef'], [], false], files: [] },
    });
  });

  test('SQLite stores a database in a file, which a later run can read', async () => {
    const made = await run(
      [
        'import sqlite3, os',
        'c = sqlite3.connect("doors.db"); c.execute("create table door(id integer primary key, width)")',
        'c.executemany("insert into door(width) values(?)", [(800 + i,) for i in range(500)]); c.commit()',
        'c.execute("delete from door"); c.rollback(); c.execute("create index w on door(width)"); c.commit(); c.execute("vacuum")',
        'd = sqlite3.connect("file:doors.db?mode=ro", uri=True)',
        '[d.execute("select count(*), sum(width) from door").fetchone(), d.execute("pragma integrity_check").fetchone()[0], os.listdir(".")]',
      ].join('\n'),
    );
    expect(made).toMatchObject({ output: { result: [[500, 524_750], 'ok', ['doors.db']] } });
    expect(
      await result(
        'import sqlite3\na = sqlite3.connect("/tmp/a.db"); a.execute("create table t as select 7 as n"); a.commit()\n' +
          'b = sqlite3.connect("/tmp/b.db"); a.backup(b); b.execute("attach \'/tmp/a.db\' as other")\n' +
          'b.execute("select t.n + o.n from t, other.t o").fetchone()',
      ),
    ).toEqual([14]);
    const [file] = made.ok ? z.array(Base64File).parse(made.output['files']) : [];
    const again = await run(
      'import sqlite3\nsqlite3.connect("doors.db").execute("select max(width) from door").fetchone()',
      {},
      { 'doors.db': { base64: file?.base64 ?? '' } },
    );
    expect(again).toMatchObject({ output: { result: [1299] } });
  });

  test('zoneinfo has the zones of the IANA database, with their transitions', async () => {
    const offsets = ZONE_TIMES.map(
      ([zone, time]) =>
        `str(datetime.fromisoformat("${time}+00:00").astimezone(ZoneInfo("${zone}")))`,
    );
    const program = [
      'import zoneinfo',
      'from datetime import datetime, timedelta',
      'from zoneinfo import ZoneInfo',
      'day = datetime(2026, 3, 29, 12, tzinfo=ZoneInfo("Europe/Berlin"))',
      'names = zoneinfo.available_timezones()',
      `[[${offsets.join(', ')}], [day.tzname(), str(day.dst()), len(names) > 590, "America/New_York" in names]]`,
    ].join('\n');
    expect(await result(program)).toEqual([
      ZONE_TIMES.map(([, , local]) => local),
      ['CEST', '1:00:00', true, true],
    ]);
    expect(await result('from zoneinfo import ZoneInfo\nZoneInfo("Mars/Olympus")')).toMatch(
      /^ZoneInfoNotFoundError/,
    );
  });

  test('programs cannot change the files of time zones', async () => {
    expect(
      await result(
        [
          'import os',
          'said = []',
          'for act in (lambda: open("/usr/share/zoneinfo/UTC", "w"), lambda: os.remove("/usr/share/zoneinfo/UTC"),',
          '  lambda: os.mkdir("/usr/share/zoneinfo/X"), lambda: os.rmdir("/usr/share/zoneinfo"), lambda: open("/usr/x", "w")):',
          '  try: act()',
          '  except OSError as error: said.append(error.errno)',
          '[said, os.listdir("/usr"), os.path.isdir("/usr/share"), "UTC" in os.listdir("/usr/share/zoneinfo")]',
        ].join('\n'),
      ),
    ).toEqual([[69, 69, 2, 2, 2], ['share'], true, true]);
  });

  test('a failure includes the output until then', async () => {
    const outcome = await run('print("before")\nwhile True: pass');
    expect(outcome.ok ? {} : outcome.detail).toMatchObject({ stdout: 'before\n', gas_work: 100 });
  });

  test('a program succeeds with exactly the gas that it uses, and not with one less', async () => {
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

  test('memory is limited to the megabyte and costs gas', async () => {
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
