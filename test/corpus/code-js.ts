/** @module code-js: hostile JavaScript, and what must come of it. */
import type { CodeProgram } from './code-program.ts';

const GAS = { expect: 'BOUND_GAS', reason: /stopped after exactly 100 gas/ } as const;

export const HOSTILE_JS: readonly CodeProgram[] = [
  // Loops
  { name: 'endless loop', code: 'while (true) {}', ...GAS },
  { name: 'endless loop that catches everything', code: 'for (;;) { try { for (;;) {} } catch {} finally { continue } }', ...GAS },
  { name: 'endless promise chain', code: '(function next() { return Promise.resolve().then(next) })()', ...GAS },
  { name: 'endless top-level await', code: 'for (;;) await 0', ...GAS },
  { name: 'endless async generator', code: 'async function* g() { for (;;) yield 1 } for await (const x of g()) {}', ...GAS },
  { name: 'endless generator', code: 'function* g() { for (;;) yield 1 } for (const x of g()) {}', ...GAS },
  { name: 'endless spread', code: 'Math.max(...{ *[Symbol.iterator]() { for (;;) yield 1 } })', budget: { mem_mb: 512 }, ...GAS },
  { name: 'endless getter', code: '({ get a() { for (;;) {} } }).a', ...GAS },
  { name: 'endless toJSON in the result', code: '({ toJSON() { for (;;) {} } })', ...GAS },
  { name: 'endless toString in the result', code: 'const f = () => 1; f.toString = () => { for (;;) {} }; f', ...GAS },
  { name: 'endless toString in a thrown error', code: 'throw Object.assign(new Error(), { get message() { for (;;) {} } })', ...GAS },
  { name: 'endless proxy trap', code: 'new Proxy({}, { get() { for (;;) {} } }).x', ...GAS },
  { name: 'endless sort comparison', code: '[3, 2, 1].sort(() => { for (;;) {} })', ...GAS },
  { name: 'endless reviver', code: 'JSON.parse("[1]", () => { for (;;) {} })', ...GAS },
  { name: 'waiting for the clock to move', code: 'const end = Date.now() + 1e9; while (Date.now() < end);', ...GAS },
  // Work inside the engine that no interpreter tick sees
  { name: 'backtracking regular expression', code: '/^(a+)+$/.test("a".repeat(40) + "b")', ...GAS },
  { name: 'quadratic indexOf', code: '"a".repeat(4e6).indexOf("a".repeat(2e6) + "b")', ...GAS },
  { name: 'power of big integers', code: '(3n ** (1n << 22n)).toString().length', ...GAS },
  { name: 'factorial in big integers', code: 'let x = 1n; for (let i = 1n; ; i++) x *= i', ...GAS },
  { name: 'sort of three million', code: 'new Array(3e6).fill(0).map((_, i) => (i * 7919) % 3e6).sort().length', budget: { mem_mb: 512 }, ...GAS },
  { name: 'typed array fill for ever', code: 'const b = new Uint8Array(16e6); for (;;) b.fill(1)', ...GAS },
  { name: 'typed array copy for ever', code: 'const b = new Uint8Array(16e6); for (;;) b.copyWithin(1, 0)', ...GAS },
  { name: 'join of a huge sparse array', code: 'new Array(2 ** 32 - 1).join("")', ...GAS },
  { name: 'console flood', code: 'for (;;) console.log("x".repeat(10000))', ...GAS },
  { name: 'file rewritten for ever', code: 'const s = "x".repeat(1e6); for (;;) files.write("a.txt", s)', ...GAS },
  // Memory
  { name: 'array that grows for ever', code: 'const a = []; for (;;) a.push(new Array(1000).fill(1))', budget: { mem_mb: 8 }, expect: 'BOUND_MEM', reason: /out of memory/ },
  { name: 'strings kept for ever', code: 'const a = []; for (let i = 0; ; i++) a.push("x".repeat(1e5) + i)', budget: { mem_mb: 8 }, expect: 'BOUND_MEM', reason: /out of memory/ },
  { name: 'string of half a gigabyte', code: '"x".repeat(2 ** 29)', expect: 'BOUND_MEM', reason: /out of memory/ },
  { name: 'buffer of half a gigabyte', code: 'new Uint8Array(2 ** 29).length', expect: 'BOUND_MEM', reason: /out of memory/ },
  { name: 'buffer of two gigabytes', code: 'new ArrayBuffer(2 ** 31)', expect: 'TOOL_FAIL', reason: /RangeError/ },
  { name: 'string doubling', code: 'let s = "x"; for (;;) s += s', budget: { mem_mb: 512, gas: 300 }, expect: 'TOOL_FAIL', reason: /string too long|invalid string length/i },
  { name: 'memory error caught for ever', code: 'const a = []; for (;;) { try { a.push(new Uint8Array(1e6)) } catch {} }', budget: { mem_mb: 8 }, ...GAS },
  { name: 'file beyond the memory', code: 'files.write("big.bin", new Uint8Array(40e6))', expect: 'BOUND_MEM', reason: /out of memory/ },
  { name: 'files beyond the memory', code: 'const b = new Uint8Array(8e6); for (let i = 0; ; i++) files.write("f" + i, b)', expect: 'TOOL_FAIL', reason: /no space left for file: f6/ },
  { name: 'thousand files', code: 'for (let i = 0; i < 1000; i++) files.write("f" + i, "x")', expect: 'TOOL_FAIL', reason: /too many files/ },
  { name: 'result of two megabytes', code: '"x".repeat(2e6)', expect: 'BOUND_DATA', reason: /a result of 2000002 bytes, at most 1048576/ },
  { name: 'files of seventeen megabytes', code: 'files.write("a", new Uint8Array(17e6)); 1', expect: 'BOUND_DATA', reason: /files of 17000000 bytes/ },
  // Depth
  { name: 'endless recursion', code: 'function f() { return f() + 1 } f()', expect: 'BOUND_DEPTH', reason: /call stack/ },
  { name: 'recursion through toString', code: 'const o = { toString() { return "" + o } }; "" + o', expect: 'BOUND_DEPTH', reason: /call stack/ },
  { name: 'a hundred thousand proxies', code: 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x', budget: { gas: 1000 }, expect: 'BOUND_DEPTH', reason: /call stack/ },
  { name: 'a million brackets of JSON', code: 'JSON.parse("[".repeat(1e6))', expect: 'BOUND_DEPTH', reason: /call stack/ },
  { name: 'a hundred thousand nested parentheses', code: 'eval("(".repeat(1e5) + ")".repeat(1e5))', expect: 'BOUND_DEPTH', reason: /call stack/ },
  { name: 'deeply nested result', code: 'let q = []; for (let i = 0; i < 200; i++) q = [q]; q', expect: 'ok', reason: /"result":"\[\[\[/ },
  // Ways out
  { name: 'import of a module of Node', code: 'import("node:fs").then((fs) => fs.readFileSync("/etc/passwd", "utf8"))', expect: 'TOOL_UNSAFE', reason: /import of `node:fs`/ },
  { name: 'import of a file', code: 'await import("file:///etc/passwd")', expect: 'TOOL_UNSAFE', reason: /import of `file:\/\/\/etc\/passwd`/ },
  { name: 'import of a data address', code: 'try { await import("data:text/javascript,1") } catch {} 1', expect: 'TOOL_UNSAFE', reason: /import of `data:/ },
  { name: 'constructor of the host', code: 'console.log.constructor("return typeof process + typeof require + typeof fetch + typeof WebAssembly")()', expect: 'ok', reason: /"result":"undefinedundefinedundefinedundefined"/ },
  { name: 'constructor of the host function', code: 'files.list.constructor.constructor("return typeof this.process")()', expect: 'ok', reason: /"result":"undefined"/ },
  { name: 'the function that leaves the engine', code: 'typeof host + typeof globalThis.host', expect: 'ok', reason: /"undefinedundefined"/ },
  { name: 'stack that names the host', code: 'try { files.write("/etc/x", "") } catch (e) { e.stack }', expect: 'ok', reason: /^(?!.*(?:file:|node:|worker)).*prelude\.js/ },
  { name: 'file outside its folder', code: 'files.write("../../escape.txt", "x")', expect: 'TOOL_FAIL', reason: /not a file name/ },
  { name: 'file with an absolute name', code: 'files.read("/etc/passwd")', expect: 'TOOL_FAIL', reason: /no such file/ },
  { name: 'shared memory and atomics', code: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)', expect: 'TOOL_FAIL', reason: /Atomics is not defined/ },
  { name: 'timers', code: 'setTimeout(() => {}, 0)', expect: 'TOOL_FAIL', reason: /setTimeout is not defined/ },
  { name: 'finaliser that never ends', code: 'new FinalizationRegistry(() => { for (;;) {} }).register({}, 1); 1', expect: 'ok', reason: /"result":1/ },
  // What one program could leave for the next
  { name: 'poisoned prototype', code: 'Object.prototype.toJSON = () => { throw 1 }; Array.prototype.push = null; globalThis.left = 1; 1', expect: 'ok', reason: /"result":/ },
  { name: 'poisoned built-ins', code: 'JSON.stringify = null; String = null; Reflect.apply = null; ArrayBuffer.prototype.slice = null; console.log("x"); [1]', expect: 'ok', reason: /"result":\[1\],"stdout":"x\\n"/ },
  { name: 'promise that nothing settles', code: 'await new Promise(() => {})', expect: 'TOOL_FAIL', reason: /awaits a promise that nothing settles/ },
  { name: 'not a program', code: '}{', expect: 'TOOL_FAIL', reason: /SyntaxError: .* \(line 1\)/ },
  // The backstop
  { name: 'endless loop with more gas than time', code: 'for (;;) {}', budget: { gas: 1e6, time_ms: 100 }, expect: 'TOOL_TIMEOUT', reason: /longer than 100 ms/ },
];
