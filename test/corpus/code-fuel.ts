/** @module code-fuel: programs in both languages whose fuel must be equal on every machine. */

export const FUEL_JS: readonly string[] = [
  '1 + 1',
  'let s = 0; for (let i = 0; i < 20000; i++) s += i % 7; s',
  'function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } fib(15)',
  'Array.from({ length: 3000 }, (_, i) => (i * 7919) % 3001).sort((a, b) => a - b)[5]',
  'Array.from({ length: 500 }, (_, i) => String(i)).sort().join("").length',
  'JSON.parse(JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ i, s: "x".repeat(i % 9) })))).length',
  '"the quick brown fox".replace(/(\\w+) (\\w+)/g, "$2 $1")',
  '"a".repeat(20000).indexOf("ab")',
  '(3n ** 2000n).toString().length',
  'const m = new Map(); for (let i = 0; i < 2000; i++) m.set("k" + (i % 97), i); m.size',
  'new Set("mississippi").size',
  'const a = new Float64Array(5000).map((_, i) => Math.sin(i) * Math.exp(-i / 100)); a[17]',
  '[Math.sqrt(2), Math.pow(2, 0.5), 0.1 + 0.2, 1e21, 5e-324, (123.456).toFixed(2)]',
  'Math.random() + Math.random()',
  '[new Date(0).toISOString(), Date.now(), new Date(2026, 1, 29).getMonth()]',
  'let out = 0; (async () => { for (let i = 0; i < 50; i++) out += await i })(); await 0; out',
  'function* g() { for (let i = 0; i < 500; i++) yield i } [...g()].reduce((a, b) => a + b)',
  'try { null.x } catch (e) { e.message + e.stack }',
  'files.write("a.txt", "x".repeat(5000)); console.log("done"); files.read("a.txt").length',
  'class A { #v = 1; get v() { return this.#v } } new Proxy(new A(), { get: (t, k) => t[k] }).v',
  'const seen = []; setTimeout(() => seen.push(Date.now()), 50); await new Promise((f) => setTimeout(f, 90)); structuredClone([seen, new TextEncoder().encode("é"), new URL("?q=1", "https://a.example/b").href])',
  'new Map([["doors", 3n], ["walls", new Set([1, new Date(0)])]])',
];

/** Fuel of the first programs of `FUEL_JS`, in units. It changes only with the engine or the meter. */
export const FUEL_JS_UNITS: readonly number[] = [42018, 18380732, 1789910, 30101120, 2736439, 13282839, 125752, 7759766, 386603, 6523422, 81588, 12579643, 1554601, 128063, 123201, 754642, 1287731, 97543, 696773, 184041];

export const FUEL_PYTHON: readonly string[] = [
  '1 + 1',
  'sum(i % 7 for i in range(20000))',
  'def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(15)',
  'sorted((i * 7919) % 3001 for i in range(3000))[5]',
  'import json\nlen(json.loads(json.dumps([{"i": i, "s": "x" * (i % 9)} for i in range(500)])))',
  'import re\nre.sub(r"(\\w+) (\\w+)", r"\\2 \\1", "the quick brown fox")',
  '("a" * 20000).find("ab")',
  'len(str(3 ** 2000))',
  'from collections import Counter\nCounter("mississippi").most_common(2)',
  'import math\n[math.sin(i) * math.exp(-i / 100) for i in range(500)][17]',
  'import statistics\nstatistics.stdev([1.5, 2.5, 4.0])',
  'from decimal import Decimal, getcontext\ngetcontext().prec = 50\nstr(Decimal(2).sqrt())',
  'from fractions import Fraction\nstr(sum(Fraction(1, n) for n in range(1, 30)))',
  'import random\n[random.random(), random.randint(1, 10 ** 9), random.sample(range(100), 3)]',
  'import time, datetime\n[time.time(), datetime.date.today().isoformat()]',
  'import hashlib, zlib\n[hashlib.sha256(b"x" * 5000).hexdigest(), zlib.crc32(b"x" * 5000)]',
  'import csv, io\nsum(len(row) for row in csv.reader(io.StringIO("a,b,c\\n" * 500)))',
  'import asyncio\nasync def f(i):\n  await asyncio.sleep(i)\n  return i\nawait asyncio.gather(*(f(i) for i in range(20)))',
  'open("a.txt", "w").write("x" * 5000)\nprint("done")\nlen(open("a.txt").read())',
  '[id(object()), hash("x"), {"b", "a", "c"}, [object() for _ in range(100)][50].__hash__()]',
];
