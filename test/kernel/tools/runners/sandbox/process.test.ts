/** @module process.test: what a sandbox process may access, and that it always ends. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createCodeJsRunner } from '../../../../../kernel/tools/runners/code/js/runner.ts';
import {
  locateSandbox,
  prepareSandbox,
} from '../../../../../kernel/tools/runners/sandbox/derived.ts';
import type { SandboxFiles } from '../../../../../kernel/tools/runners/sandbox/derived.ts';
import { SandboxPool } from '../../../../../kernel/tools/runners/sandbox/pool.ts';
import {
  DerivedFileError,
  findIsolator,
  SandboxProcess,
} from '../../../../../kernel/tools/runners/sandbox/process.ts';
import type { SandboxLaunch } from '../../../../../kernel/tools/runners/sandbox/process.ts';
import { CORPUS_BUDGET } from '../../../../corpus/code-program.ts';
import { SHARED_CACHE } from '../../../../shared-cache.ts';
import { now } from '../code/hostile.ts';

const LOOP = { code: 'for (;;) {}', files: [], fuel: 10n ** 18n, mem_bytes: 2 ** 26 };
const SUM = { code: '1 + 1', files: [], fuel: 10n ** 9n, mem_bytes: 2 ** 26 };
/** Whether the system has `/proc`, as Linux does. */
const PROC = existsSync('/proc/self');
const never = new AbortController().signal;

function isAlive(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? 0, 0);
    // A zombie process counts as dead
    return (
      !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    );
  } catch {
    return false;
  }
}

async function untilDead(pid: number | undefined): Promise<boolean> {
  for (let round = 0; round < 2400 && isAlive(pid); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return !isAlive(pid);
}

describe('a sandbox process', () => {
  let located: SandboxFiles;
  let launch: SandboxLaunch;

  beforeAll(async () => {
    located = await locateSandbox('js', SHARED_CACHE);
    await prepareSandbox(located, process.execPath);
    const isolator = await findIsolator();
    launch = { setup: located.setup, reads: located.reads, node: process.execPath, isolator };
  }, 300_000);

  test('can read the paths that it is granted, and nothing else', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'plumbline-elsewhere-'));
    writeFileSync(join(elsewhere, 'module.bin'), readFileSync(located.setup.module_path));
    const setup = { ...located.setup, module_path: join(elsewhere, 'module.bin') };
    await expect(SandboxProcess.start({ ...launch, setup })).rejects.toThrow(/ended/);
    await using allowed = await SandboxProcess.start({
      ...launch,
      setup,
      reads: [...launch.reads, elsewhere],
    });
    expect(await allowed.run(SUM, 60_000, never)).toMatchObject({ kind: 'report' });
    rmSync(elsewhere, { recursive: true });
  });

  test.runIf(PROC)(
    'has no environment, and no network if the system permits isolation',
    async () => {
      await using sandbox = await SandboxProcess.start(launch);
      const environment = readFileSync(`/proc/${sandbox.pid}/environ`, 'utf8')
        .split('\0')
        .filter(Boolean);
      expect(environment.filter((entry) => !entry.startsWith('NODE_CHANNEL_'))).toEqual([]);
      const network = (pid: number | string | undefined): string =>
        readlinkSync(`/proc/${pid}/ns/net`);
      expect(network(sandbox.pid) === network('self')).toBe(launch.isolator === undefined);
    },
  );

  test.runIf(PROC)('is started with restricted permissions', async () => {
    await using sandbox = await SandboxProcess.start(launch);
    const words = readFileSync(`/proc/${sandbox.pid}/cmdline`, 'utf8').split('\0');
    expect(words).toContain('--permission');
    expect(words).toContain('--disallow-code-generation-from-strings');
    expect(words.filter((word) => word.startsWith('--allow-'))).toEqual([
      '--allow-worker',
      ...launch.reads.map((path) => `--allow-fs-read=${path}`),
    ]);
  });

  test('does not start without a derived file', async () => {
    const setup = { ...located.setup, module_path: join(SHARED_CACHE, 'none.bin') };
    await expect(SandboxProcess.start({ ...launch, setup })).rejects.toThrow(DerivedFileError);
  });

  test('stops a program at its time limit and runs the next one', async () => {
    await using pool = new SandboxPool(1, async () => await SandboxProcess.start(launch));
    const run = async (program: typeof SUM, time_ms: number): Promise<unknown> =>
      await pool.use(async (sandbox) => await sandbox.run(program, time_ms, never));
    expect(await run(LOOP, 50)).toEqual({ kind: 'stopped', because: 'time' });
    expect(await run(SUM, 60_000)).toMatchObject({ report: { end: { json: '2' } } });
  });

  test('that has ended replies `crashed` immediately', async () => {
    const sandbox = await SandboxProcess.start(launch);
    await sandbox[Symbol.asyncDispose]();
    expect(await sandbox.run(SUM, 600_000, never)).toMatchObject({ kind: 'crashed' });
    await expect(sandbox.ready()).rejects.toThrow('ended');
  });

  test('that is killed during a run ends the run, and the pool starts another process', async () => {
    const pids: (number | undefined)[] = [];
    await using pool = new SandboxPool(1, async () => {
      const sandbox = await SandboxProcess.start(launch);
      pids.push(sandbox.pid);
      return sandbox;
    });
    const broken = await pool.use(async (sandbox) => {
      const running = sandbox.run(LOOP, 60_000, never);
      process.kill(sandbox.pid ?? 0, 'SIGKILL');
      return await running;
    });
    expect(broken).toMatchObject({ kind: 'crashed' });
    expect(await pool.use(async (sandbox) => await sandbox.run(SUM, 60_000, never))).toMatchObject({
      report: { end: { json: '2' } },
    });
    expect(new Set(pids).size).toBe(2);
  });

  test('of a pool is used by one program at a time, and further programs wait', async () => {
    let started = 0;
    let busy = 0;
    let busiest = 0;
    const both = Promise.withResolvers<void>();
    await using pool = new SandboxPool(2, async () => {
      started += 1;
      return await SandboxProcess.start(launch);
    });
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        await pool.use(async (sandbox) => {
          busy += 1;
          busiest = Math.max(busiest, busy);
          if (busy === 2) both.resolve();
          await both.promise;
          await sandbox.run(SUM, 60_000, never);
          busy -= 1;
        });
      }),
    );
    expect([started, busiest]).toEqual([2, 2]);
  });

  test('has ended after dispose, even if a program was running', async () => {
    const sandbox = await SandboxProcess.start(launch);
    const running = sandbox.run(LOOP, 60_000, never);
    await sandbox[Symbol.asyncDispose]();
    expect(await running).toMatchObject({ kind: 'crashed' });
    expect(isAlive(sandbox.pid)).toBe(false);
    const runner = createCodeJsRunner({ cacheDir: SHARED_CACHE, now, size: 1 });
    await runner.warm();
    await runner[Symbol.asyncDispose]();
    await expect(runner.run({ code: '1' }, CORPUS_BUDGET, never)).rejects.toThrow(
      'the runner was disposed',
    );
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)('ends when its parent dies by %s', async (signal) => {
    const parent = spawn(
      process.execPath,
      [fileURLToPath(new URL('orphan-parent.ts', import.meta.url)), SHARED_CACHE],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    });
    expect(isAlive(pid)).toBe(true);
    parent.kill(signal);
    expect(await untilDead(pid)).toBe(true);
  });

  test.each(['js', 'python'])(
    'of %s that is disposed of while it runs does not end its parent early',
    (engine) => {
      const parent = fileURLToPath(new URL('disposing-parent.ts', import.meta.url));
      const { status, stdout } = spawnSync(process.execPath, [parent, engine, SHARED_CACHE], {
        encoding: 'utf8',
      });
      // Node exits with 13 if its event loop is empty while the main module waits
      expect({ status, stdout }).toEqual({ status: 0, stdout: 'disposed\n' });
    },
  );
});

describe('the derived files of a runner', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-derived-'));
  const cacheDir = join(directory, 'made', 'when needed');
  const sum = async (): Promise<unknown> => {
    await using runner = createCodeJsRunner({ cacheDir, now, size: 1 });
    return await runner.run({ code: '1 + 1' }, CORPUS_BUDGET, never);
  };
  const derived = (): readonly string[] =>
    readdirSync(cacheDir).filter((name) => name.endsWith('.bin'));
  const files = (): readonly Buffer[] =>
    derived().map((name) => readFileSync(join(cacheDir, name)));

  afterAll(() => rmSync(directory, { recursive: true }));

  test('are created once, recreated if damaged, and equal each time', async () => {
    const first = await sum();
    const [made] = files();
    expect([first, files().length]).toEqual([expect.objectContaining({ ok: true }), 1]);
    for (const damage of [
      (file: Buffer) => file.subarray(0, 1000),
      (file: Buffer) =>
        Buffer.concat([file.subarray(0, 5000), Buffer.from([0xff]), file.subarray(5001)]),
    ]) {
      for (const name of derived()) {
        writeFileSync(join(cacheDir, name), damage(readFileSync(join(cacheDir, name))));
      }
      expect(await sum()).toMatchObject({ ok: true, output: { result: 2 } });
      expect(files()).toEqual([made]);
    }
  });

  test('are created correctly by runners that start at the same time', async () => {
    rmSync(cacheDir, { recursive: true });
    const both = await Promise.all([sum(), sum()]);
    expect(both).toEqual([
      expect.objectContaining({ ok: true }),
      expect.objectContaining({ ok: true }),
    ]);
    expect(files().length).toBe(1);
  });
});

test.runIf(PROC)('no sandbox process of these tests is left', () => {
  const own = execFileSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim().startsWith(`${process.pid} `) && line.includes('sandbox/main.'));
  expect(own).toEqual([]);
});
