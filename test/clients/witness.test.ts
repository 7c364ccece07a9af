/** @module witness.test: checkpoints outside the workspace: written by the keeper, used by the verification, and proof against a holder of the log's key. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openSessionIn } from '../../clients/plumbline/session.ts';
import {
  verifyWorkspace,
  type WorkspaceVerification,
} from '../../clients/plumbline/verify/verify-workspace.ts';
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import { foundWorkspace } from '../../governance/keeper/workspace/found-workspace.ts';
import { logNameOf } from '../../governance/keeper/workspace/log-key.ts';
import { witnessPathFault } from '../../governance/keeper/workspace/witness-path.ts';
import { readWitness } from '../../governance/keeper/workspace/witness.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import { signCheckpoint } from '../../kernel/base/canonical/checkpoint.ts';
import { leafHash, openCompactRange } from '../../kernel/base/canonical/merkle.ts';
import { publicKeyOf } from '../../kernel/base/canonical/signature.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';
import { WorkspacePolicy } from '../../schemas/permissions.ts';
import { auditRows, rechained, replaceAudit } from '../governance/audit/attacked-workspace.ts';
import { attackFile } from '../governance/keeper/handlers/workspace.ts';
import { command, testTerminal } from './test-terminal.ts';

let root: string;
let paths: WorkspacePaths;
let keeper: Keeper;
let witness: string;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'plumbline-witness-'));
  witness = join(root, 'disk', 'w.jsonl');
  mkdirSync(join(root, 'disk'));
  mkdirSync(join(root, 'ws'));
  paths = createWorkspaceFiles(join(root, 'ws'));
  keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir: paths.dir, timeoutMs: 60_000 });
  await foundWorkspace(keeper, paths, { owner: 'o', now: () => new Date(), randomId: randomUUID });
});
afterEach(async () => {
  await keeper.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

const policy = (path: string): Promise<unknown> =>
  keeper.registry({
    change: 'policy',
    policy: { ...WorkspacePolicy.parse({}), witness: path },
    signed: null,
  });
const reads = (n: number): Promise<void> =>
  keeper.record(Array.from({ length: n }, (_, i) => ({ kind: 'call', tool: 'get_element', i })));
const notes = (): readonly string[] => {
  try {
    return readWitness(readFileSync(witness, 'utf8')).notes.map(({ note }) => note);
  } catch {
    return [];
  }
};

/** Waits for a note in the witness: the commit does not wait for it. */
async function written(note: string): Promise<void> {
  for (let look = 0; look < 6000 && notes().at(-1) !== note; look += 1) await setTimeout(10);
  expect(notes().at(-1)).toBe(note);
}

async function verified(): Promise<WorkspaceVerification> {
  await using session = openSessionIn(paths.dir);
  return await verifyWorkspace(session);
}

const kinds = ({ report }: WorkspaceVerification): readonly string[] => [
  ...new Set(report.faults.map(({ kind }) => kind)),
];

/** Rewrites the whole log, including chain and checkpoints, with its own key, as the owner of the workspace can. */
function rewrite(): void {
  const privateKey = createPrivateKey(readFileSync(paths.logKey));
  const name = logNameOf(publicKeyOf(privateKey));
  attackFile(paths.store, (db) => {
    const rows = rechained(
      auditRows(db).map(({ body }) => body.replace('get_element', 'look_away')),
    );
    replaceAudit(db, rows);
    const range = openCompactRange();
    for (const { body } of rows) range.append(leafHash(body));
    const size = rows.length;
    const note = signCheckpoint(
      { origin: name, size, rootHash: range.root() },
      { name, privateKey },
    );
    db.exec('DELETE FROM checkpoints');
    db.prepare('INSERT INTO checkpoints VALUES (?, ?, ?)').run(
      size,
      note,
      range.state().hashes.join(' '),
    );
  });
}

it('has every checkpoint on one line each and is readable only by its owner', async () => {
  await policy(witness);
  await reads(300);
  await reads(3);
  await written(await keeper.checkpoint());
  expect(notes()).toHaveLength(2);
  expect(readFileSync(witness, 'utf8').split('\n')).toHaveLength(3);
  expect(statSync(witness).mode & 0o777).toBe(0o600);
  expect(await verified()).toMatchObject({
    report: { ok: true },
    witness: { path: witness, checkpoints: 2, size: 305 },
  });
});

it('detects a log that was rewritten with its own key and verifies without the witness', async () => {
  await policy(witness);
  await reads(3);
  await written(await keeper.checkpoint());
  await keeper.close();
  rewrite();
  expect(kinds(await verified())).toEqual(['rewritten']);
  writeFileSync(witness, '');
  expect(kinds(await verified())).toEqual([]);
  rmSync(witness);
  expect(kinds(await verified())).toEqual(['witness_missing']);
});

it('can be passed as --checkpoint for the store and an export, and every line is verified', async () => {
  await policy(witness);
  await reads(1);
  await written(await keeper.checkpoint());
  await reads(1);
  await written(await keeper.checkpoint());
  const terminal = testTerminal(paths.dir);
  const file = join(root, 'given.jsonl');
  renameSync(witness, file);
  writeFileSync(witness, '');
  const exported = join(root, 'log.jsonl');
  await command(terminal, 'audit', 'export', exported);
  const faults = async (...words: readonly string[]): Promise<unknown> => {
    const all = ['audit', 'verify', '--checkpoint', file, ...words];
    const { json } = await command(terminal, ...all);
    return Reflect.get(Object(json), 'faults');
  };
  expect([await faults(), await faults('--export', exported)]).toEqual([[], []]);
  const kept = readFileSync(file, 'utf8');
  // Its first line with another number of entries; a line of other content; half a line.
  writeFileSync(file, kept.replace(/\\n\d+\\n/, '\\n1\\n'));
  const first = { kind: 'wrong_key', detail: expect.stringMatching(/^line 1 of the given file/) };
  expect(await faults()).toMatchObject([first]);
  expect(await faults('--export', exported)).toMatchObject([first]);
  writeFileSync(file, `${kept}{"shopping":1}\n`);
  expect(await faults()).toMatchObject([
    { detail: 'line 3 of the given file is not a checkpoint' },
  ]);
  writeFileSync(file, kept.slice(0, 20));
  expect(await faults()).toMatchObject([{ detail: 'the given checkpoint is not a checkpoint' }]);
  writeFileSync(file, kept.trimEnd());
  expect(await faults()).toEqual([]);
  await keeper.close();
  rewrite();
  expect(await faults()).toMatchObject([{ kind: 'rewritten' }, { kind: 'rewritten' }]);
});

it('gets missing checkpoints when it is reachable again, even after a partial line', async () => {
  await policy(witness);
  await written(await keeper.checkpoint());
  renameSync(join(root, 'disk'), join(root, 'away'));
  await reads(2);
  await keeper.checkpoint();
  await reads(2);
  const newest = await keeper.checkpoint();
  const away = await verified();
  expect(kinds(away)).toEqual(['witness_missing']);
  // Before the disk is back, because a keeper writes as soon as it is.
  appendFileSync(join(root, 'away', 'w.jsonl'), '{"checkpoint":"plumbl');
  renameSync(join(root, 'away'), join(root, 'disk'));
  await reads(1);
  await written(newest);
  expect(notes()).toHaveLength(3);
  expect(await verified()).toMatchObject({ report: { ok: true }, witness: { checkpoints: 3 } });
  appendFileSync(witness, '{"checkpoint":"plumbl');
  expect(kinds(await verified())).toEqual([]);
  appendFileSync(witness, '\n');
  expect(kinds(await verified())).toEqual(['unverifiable']);
});

it('refuses the file of another log and a file that is not a witness', async () => {
  await policy(witness);
  await written(await keeper.checkpoint());
  const own = readFileSync(witness, 'utf8');
  const other = own.replace(/\\n\d+\\n/, '\\n1\\n');
  for (const foreign of [other, 'a shopping list\n', 'a list without a last line break']) {
    writeFileSync(witness, foreign);
    await keeper.close();
    keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir: paths.dir, timeoutMs: 60_000 });
    await reads(1);
    await keeper.checkpoint();
    await keeper.close();
    expect(readFileSync(witness, 'utf8')).toBe(foreign);
  }
});

it('must be outside the workspace, also through links', () => {
  symlinkSync(paths.inner, join(root, 'disk', 'link'));
  expect(witnessPathFault(paths.dir, witness)).toBeNull();
  expect(witnessPathFault(paths.dir, join(root, 'ws-2', 'w'))).toBeNull();
  for (const path of [paths.store, join(paths.dir, 'w'), join(root, 'disk', 'link', 'w')]) {
    expect(witnessPathFault(paths.dir, path)).toMatch(/inside the workspace/);
  }
  expect(witnessPathFault(paths.dir, 'w')).toMatch(/absolute/);
});
