/** @module orphan-parent: a process that starts a sandbox and prints its process id; the test then kills it. */
import {
  locateSandbox,
  prepareSandbox,
} from '../../../../../kernel/tools/runners/sandbox/derived.ts';
import {
  findIsolator,
  SandboxProcess,
} from '../../../../../kernel/tools/runners/sandbox/process.ts';

const cacheDir = process.argv[2] ?? '';
const located = await locateSandbox('js', cacheDir);
await prepareSandbox(located, process.execPath);
const sandbox = await SandboxProcess.start({
  setup: located.setup,
  reads: located.reads,
  node: process.execPath,
  isolator: await findIsolator(),
});
const program = { code: 'for (;;) {}', files: [], fuel: 10n ** 18n, mem_bytes: 2 ** 26 };
void sandbox.run(program, 600_000, new AbortController().signal);
console.log(sandbox.pid);
