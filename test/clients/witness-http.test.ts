/** @module witness-http.test: workspaces whose checkpoints an HTTP witness cosigns: requests, stored cosignatures and detected faults. */
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ownLogKey } from '../../clients/plumbline/keys/log-key.ts';
import { openSessionIn } from '../../clients/plumbline/session.ts';
import {
  verifyWorkspace,
  type WorkspaceVerification,
} from '../../clients/plumbline/verify/verify-workspace.ts';
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import { foundWorkspace } from '../../governance/keeper/workspace/found-workspace.ts';
import { logVerifierKey } from '../../governance/keeper/workspace/log-key.ts';
import { readWitness } from '../../governance/keeper/workspace/witness.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { knownLogs } from '../../governance/witness/known-logs.ts';
import { openWitness, type OpenWitness } from '../../governance/witness/open-witness.ts';
import { serveWitness, type WitnessService } from '../../governance/witness/serve-witness.ts';
import { readCheckpoint } from '../../kernel/base/canonical/checkpoint.ts';
import { verifyCosignatures } from '../../kernel/base/canonical/cosignature.ts';
import { parseVerifierKey } from '../../kernel/base/canonical/verifier-key.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { WorkspacePolicy } from '../../schemas/permissions.ts';
import { connect } from '../e2e/connect.ts';
import { command, failed, testTerminal } from './test-terminal.ts';

/** A workspace with its keeper. */
type Side = { readonly paths: WorkspacePaths; keeper: Keeper };
/** A witness that keeps its port over restarts. */
type Witnessing = {
  readonly open: OpenWitness;
  readonly service: WitnessService;
  readonly setting: string;
};

let root: string;
let closing: (() => Promise<void> | void)[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plumbline-witness-http-'));
  closing = [];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

async function workspace(name: string): Promise<Side> {
  mkdirSync(join(root, name));
  const paths = createWorkspaceFiles(join(root, name));
  const side = {
    paths,
    keeper: await connectKeeper({ checks: BUILDING_CHECKS, dir: paths.dir, timeoutMs: 60_000 }),
  };
  closing.push(() => side.keeper.close());
  const sources = { owner: 'o', now: () => new Date(), randomId: randomUUID };
  await foundWorkspace(side.keeper, paths, sources);
  return side;
}

/** A witness of the logs in a file with its name; `hours`: error of its clock. */
async function witness(
  name: string,
  { port = 0, hours = 0, state = name }: { port?: number; hours?: number; state?: string } = {},
): Promise<Witnessing> {
  const logs = knownLogs([], join(root, `${name}.logs`), () => undefined);
  const files = { state: join(root, `${state}.db`), key: join(root, `${name}.key`), name };
  const open = openWitness(files, { logs, now: () => new Date(Date.now() + hours * 3_600_000) });
  const service = await serveWitness(
    open.witness,
    { host: '127.0.0.1', port },
    { log: () => undefined },
  );
  closing.push(async () => {
    await service.close();
    open.close();
  });
  return { open, service, setting: `${service.url}#${open.vkey}` };
}

const LACKING = 'the witness of the audit log does not have';

const portOf = ({ service }: Witnessing): number => Number(new URL(service.url).port);

async function ends({ open, service }: Witnessing): Promise<void> {
  await service.close();
  open.close();
}

/** Adds the log of a workspace to a witness. */
function knows(name: string, ...sides: readonly Side[]): void {
  const keys = sides.map(({ paths }) => logVerifierKey(ownLogKey(paths.logKey) ?? ''));
  writeFileSync(join(root, `${name}.logs`), `${keys.join('\n')}\n`);
}

const policy = async ({ keeper }: Side, setting: string): Promise<void> => {
  const changed = { ...WorkspacePolicy.parse({}), witness: setting };
  await keeper.registry({ change: 'policy', policy: changed, signed: null });
};
const reads = ({ keeper }: Side, n: number, tool = 'get_element'): Promise<void> =>
  keeper.record(Array.from({ length: n }, (_, i) => ({ kind: 'call', tool, i })));
const kept = ({ paths }: Side): readonly string[] =>
  existsSync(paths.cosigned)
    ? readWitness(readFileSync(paths.cosigned, 'utf8')).notes.map(({ note }) => note)
    : [];

/** Waits for a cosigned checkpoint: the commit does not wait for it. */
async function cosigned(side: Side, note: string): Promise<void> {
  for (let look = 0; look < 6000; look += 1) {
    if (kept(side).at(-1)?.startsWith(note) === true) return;
    await setTimeout(10);
  }
  expect(kept(side).at(-1)).toMatch(note);
}

async function verified({ paths }: Side): Promise<WorkspaceVerification> {
  await using session = openSessionIn(paths.dir);
  return await verifyWorkspace(session);
}

/** Waits for faults: before the first checkpoint arrives, a witness reports an unknown log, which is not a fault. */
async function faultsOf(side: Side): Promise<WorkspaceVerification['report']['faults']> {
  for (let look = 0; look < 3000; look += 1) {
    const { faults } = (await verified(side)).report;
    if (faults.length > 0) return faults;
    await setTimeout(10);
  }
  return [];
}

const kinds = ({ report }: WorkspaceVerification): readonly string[] => [
  ...new Set(report.faults.map(({ kind }) => kind)),
];

/** Starts a new keeper, as after the end of all servers. */
async function reopened(side: Side, change: () => void): Promise<void> {
  await side.keeper.close();
  change();
  side.keeper = await connectKeeper({
    checks: BUILDING_CHECKS,
    dir: side.paths.dir,
    timeoutMs: 60_000,
  });
}

/** Copies the current store, to be restored later. */
function storeCopy({ paths }: Side): () => void {
  copyFileSync(paths.store, join(root, 'older'));
  const wal = `${paths.store}-wal`;
  const hasWal = existsSync(wal);
  if (hasWal) copyFileSync(wal, join(root, 'older-wal'));
  return () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${paths.store}${end}`, { force: true });
    copyFileSync(join(root, 'older'), paths.store);
    if (hasWal) copyFileSync(join(root, 'older-wal'), wal);
  };
}

describe('two workspaces', () => {
  it('witness each other: each log is cosigned by the other and verifies with the cosignature [WIT-2]', async () => {
    const [a, b] = [await workspace('a'), await workspace('b')];
    const [ofA, ofB] = [await witness('wa'), await witness('wb')];
    knows('wa', b);
    knows('wb', a);
    await policy(a, ofB.setting);
    await policy(b, ofA.setting);
    await reads(a, 300);
    await reads(b, 2);
    for (const side of [a, b]) {
      await cosigned(side, await side.keeper.checkpoint());
      await reads(side, 5);
      await cosigned(side, await side.keeper.checkpoint());
    }
    for (const [side, other] of [
      [a, ofB],
      [b, ofA],
    ] as const) {
      const found = await verified(side);
      expect(found.report.faults).toEqual([]);
      const { size = 0 } = readCheckpoint(kept(side).at(-1) ?? '')?.checkpoint ?? {};
      expect(found.witness).toMatchObject({ url: other.service.url, size });
      expect(found.report.covered).toBe(size);
      const read = readCheckpoint(kept(side).at(-1) ?? '');
      const key = parseVerifierKey(other.open.vkey);
      const by = read && key && verifyCosignatures(read.text, read.signatures, [key]);
      expect(by).toHaveLength(1);
    }
  });
});

describe('one workspace', () => {
  let side: Side;
  let other: Witnessing;
  beforeEach(async () => {
    side = await workspace('ws');
    other = await witness('w');
    knows('w', side);
    await policy(side, other.setting);
  });

  it('whose witness was unreachable gets all checkpoints cosigned later and never waits', async () => {
    await reads(side, 2);
    await cosigned(side, await side.keeper.checkpoint());
    await ends(other);
    await reads(side, 300);
    const newest = await side.keeper.checkpoint();
    expect(kinds(await verified(side))).toEqual(['witness_missing']);
    const back = await witness('w', { port: portOf(other) });
    expect(back.setting).toBe(other.setting);
    await cosigned(side, newest);
    expect(kinds(await verified(side))).toEqual([]);
  });

  it('that was reset to an older copy is detected by the witness, at once and permanently [WIT-3]', async () => {
    await reads(side, 2);
    await cosigned(side, await side.keeper.checkpoint());
    await side.keeper.close();
    const back = storeCopy(side);
    await reopened(side, () => undefined);
    await reads(side, 20);
    await cosigned(side, await side.keeper.checkpoint());
    // The whole workspace is restored, including its stored cosignatures.
    await reopened(side, () => {
      back();
      rmSync(side.paths.cosigned);
    });
    expect(kinds(await verified(side))).toEqual(['truncated']);
    // The log grows beyond the size that the witness has cosigned, with other entries.
    await reads(side, 60, 'look_away');
    await side.keeper.checkpoint();
    expect(kinds(await verified(side))).toEqual(['rewritten']);
    const text = (await verified(side)).report.faults.map(({ detail }) => detail).join();
    expect(text).toContain('the newest checkpoint of the witness `w`');
    expect(kept(side)).toEqual([]);
  });

  it('reports the answer of the witness in commands and doctor', async () => {
    const terminal = testTerminal(side.paths.dir);
    const { json, lines } = await command(terminal, 'audit', 'checkpoint');
    expect(Reflect.get(Object(json), 'note')).toMatch(/\n— plumbline\/\S+ \S+\n— w \S+\n$/);
    expect(Reflect.get(Object(json), 'vkey')).toBe(
      logVerifierKey(ownLogKey(side.paths.logKey) ?? ''),
    );
    const file = join(root, 'kept.note');
    writeFileSync(file, `${lines[0]}\n`);
    const verify = async (...words: readonly string[]) =>
      await command(terminal, 'audit', 'verify', ...words);
    expect((await verify('--checkpoint', file)).lines.join('\n')).toMatch(
      /ok {8}.*\n.*\nwitness {3}w at http:\/\/127.*: has cosigned \d+ entries, at 20.*\ncosigned {2}the given checkpoint: by w at 20.*, over \d+ entries$/,
    );
    const exported = ['--export', join(root, 'log'), '--checkpoint', file];
    await command(terminal, 'audit', 'export', join(root, 'log'));
    const offline = await verify(...exported, '--witness', other.setting);
    expect(offline.json).toMatchObject({ ok: true, cosigned: [{ by: 'w', from: /given/ }] });
    const bare = (lines[0] ?? '').replace(/\n— w .*/, '');
    writeFileSync(file, `${bare}\n`);
    expect(await verify(...exported, '--witness', other.setting)).toMatchObject({
      exit: 3,
      json: { faults: [{ kind: 'witness_missing', detail: /no given checkpoint is cosigned by/ }] },
    });
    expect((await verify('--checkpoint', file)).lines.at(-1)).toBe(
      'note      no given checkpoint is cosigned by `w`',
    );
    const none = await failed(terminal, 'audit', 'verify', '--witness', other.service.url);
    expect(none).toMatchObject({ exit: 2, message: /for --witness: it has no key/ });
    const doctor = await command(terminal, 'doctor');
    expect(doctor.json).toContainEqual(
      expect.objectContaining({
        check: 'witness',
        state: 'ok',
        found: expect.stringContaining('w at http'),
      }),
    );
    // One letter of the cosignature is changed.
    const forged = (lines[0] ?? '').replace(
      /(— w \S{40})(\S)/,
      (_, head: string, sign: string) => head + (sign === 'A' ? 'B' : 'A'),
    );
    writeFileSync(file, `${forged}\n`);
    const faulty = await verify('--checkpoint', file);
    expect(faulty).toMatchObject({ exit: 3 });
    expect(faulty.lines.join('\n')).toContain('was not cosigned by the witness that it names');
    expect(await verify(...exported)).not.toMatchObject({ exit: 3 });
    expect(await verify(...exported, '--witness', other.setting)).toMatchObject({ exit: 3 });
  });

  it('whose witness has lost its state reports that and sends it nothing more', async () => {
    await reads(side, 2);
    await cosigned(side, await side.keeper.checkpoint());
    const before = kept(side);
    await ends(other);
    // The operator has lost the state and, against all advice, continues the key with a new one.
    writeFileSync(join(root, 'w.key.mark'), '0\n');
    new DatabaseSync(join(root, 'empty.db')).close();
    await witness('w', { port: portOf(other), state: 'empty' });
    await reads(side, 2);
    await side.keeper.checkpoint();
    const { faults } = (await verified(side)).report;
    expect(faults).toMatchObject([
      { kind: 'witness_missing', detail: expect.stringContaining('it has lost its state') },
    ]);
    expect(kept(side)).toEqual(before);
  });

  it('whose witness answers with a wrong time reports that the answer may be old', async () => {
    await ends(other);
    await witness('w', { port: portOf(other), hours: -2 });
    await cosigned(side, await side.keeper.checkpoint());
    const { faults } = (await verified(side)).report;
    expect(faults).toMatchObject([
      { kind: 'witness_missing', detail: expect.stringContaining('answers with a wrong time') },
    ]);
  });

  it('warns at each commit while the witness lacks checkpoints', async () => {
    await ends(other);
    await side.keeper.checkpoint();
    const agent = await connect(side.paths.dir, 'geometry');
    closing.push(agent.close);
    let n = 0;
    const isTold = async (): Promise<boolean> => {
      const args = {
        reasoning: 'a level',
        name: `level ${(n += 1)}`,
        elevation: 0,
        dry_run: false,
      };
      const { success, warnings } = await agent.call('create_level', args);
      expect(success).toBe(true);
      return warnings.some((warning) => warning.startsWith(LACKING));
    };
    // The keeper notices both a moment after the test.
    const becomes = async (told: boolean): Promise<boolean> => {
      for (let look = 0; look < 600; look += 1) {
        if ((await isTold()) === told) return true;
        await setTimeout(10);
      }
      return false;
    };
    expect(await becomes(true)).toBe(true);
    await witness('w', { port: portOf(other) });
    await cosigned(side, await side.keeper.checkpoint());
    expect(await becomes(false)).toBe(true);
  });

  it('refuses settings that are not a witness', async () => {
    const terminal = testTerminal(side.paths.dir);
    const { vkey } = other.open;
    for (const [setting, said] of [
      [other.service.url, /has no key/],
      [`${other.service.url}#${vkey.replace('+', '+0')}`, /mistyped/],
      [`http://a:b@h#${vkey}`, /name, a password or a query/],
      [`http://h/?q#${vkey}`, /name, a password or a query/],
      [`${other.service.url}#${logVerifierKey(ownLogKey(side.paths.logKey) ?? '')}`, /of a log/],
    ] as const) {
      const failure = await failed(terminal, 'policy', 'set', 'witness', setting);
      expect(failure).toMatchObject({ exit: 2, message: expect.stringMatching(said) });
    }
    const shown = await command(terminal, 'policy', 'show');
    expect(shown.lines.join('\n')).toContain(
      `\`w\` at ${other.service.url} cosigns every checkpoint`,
    );
  });
});

it('a witness that is an impostor or does not know the log is a fault, never a cosignature', async () => {
  const side = await workspace('ws');
  const [real, impostor] = [await witness('real'), await witness('impostor')];
  knows('impostor', side);
  const terminal = testTerminal(side.paths.dir);
  // The address of one witness with the key of the other.
  await policy(side, `${impostor.service.url}#${real.open.vkey}`);
  await side.keeper.checkpoint();
  const [fault] = await faultsOf(side);
  expect(fault).toMatchObject({
    kind: 'witness_missing',
    detail: expect.stringContaining('no cosignature by `real`'),
  });
  await policy(side, real.setting);
  await side.keeper.checkpoint();
  expect((await verified(side)).report.faults).toMatchObject([
    { kind: 'witness_missing', detail: expect.stringContaining('it does not know this log') },
  ]);
  expect(await command(terminal, 'doctor')).toMatchObject({ exit: 1 });
  expect(kept(side)).toEqual([]);
});

it('a host that answers with invalid data, too much or nothing delays no commit and is a fault', async () => {
  const side = await workspace('ws');
  const bodies = ['x'.repeat(100_000), '— w AAAA\n', ''];
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end(bodies[requests % bodies.length]);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const real = await witness('w');
  const started = performance.now();
  await policy(side, `http://127.0.0.1:${port}#${real.open.vkey}`);
  for (let commit = 0; commit < 30; commit += 1) await reads(side, 1);
  await side.keeper.checkpoint();
  for (let look = 0; look < 3; look += 1) {
    expect(kinds(await verified(side))).toEqual(['witness_missing']);
  }
  // Verification sent three requests; the keeper doubles its delay with each attempt, from one second.
  const seconds = (performance.now() - started) / 1000;
  expect(requests).toBeLessThanOrEqual(3 + 2 + Math.log2(1 + seconds));
  expect(kept(side)).toEqual([]);
});
