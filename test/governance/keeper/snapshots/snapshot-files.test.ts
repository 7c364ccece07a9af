/** @module snapshot-files.test: a snapshot next to a store is used only if its seal, the ledger and the code match. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { codeVersion } from '../../../../governance/keeper/snapshots/code-version.ts';
import {
  keptSnapshots,
  SnapshotFiles,
  type SnapshotLedger,
} from '../../../../governance/keeper/snapshots/snapshot-files.ts';
import {
  seal,
  sealSecret,
  type SnapshotKey,
  unseal,
} from '../../../../governance/keeper/snapshots/snapshot-seal.ts';
import {
  createWorkspaceFiles,
  type WorkspacePaths,
} from '../../../../governance/keeper/workspace/workspace-files.ts';
import { GENESIS } from '../../../../kernel/base/canonical/chain.ts';
import type { AuditRow } from '../../../../kernel/ledger/ledger.ts';
import type { StoredEvent } from '../../../../schemas/events.ts';
import { created, Site } from '../../../kernel/building/model/build.ts';

let dir: string;
let paths: WorkspacePaths;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'plumbline-snapshots-'));
  paths = createWorkspaceFiles(dir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const CONTENT = new Uint8Array(3000).map((_, i) => i);

/** A ledger of some events, with one audit entry. */
function ledgerOf(events: readonly StoredEvent[], hash = 'a'.repeat(64)): SnapshotLedger {
  const head: AuditRow = { seq: 7, prev_hash: GENESIS, hash, body: '{}' };
  return {
    eventsAfter: (seq, limit) => events.slice(seq, seq + limit),
    auditAfter: (seq) => (seq === 6 ? [head] : []),
    auditHead: () => head,
  };
}

function levels(count: number): readonly StoredEvent[] {
  const site = new Site();
  for (let i = 0; i < count; i++) site.commit('main', [created('level', `L${i}`)]);
  return site.ledger.events;
}

async function keyIn(files: SnapshotFiles, seq: number, of: SnapshotLedger): Promise<SnapshotKey> {
  const key = await files.keyAt(seq, of);
  if (key === null) throw new Error('no key');
  return key;
}

const EVENTS = levels(9);

describe('a snapshot file', () => {
  it('is read back as it was written, and only by its owner', async () => {
    const files = new SnapshotFiles(paths, 'code');
    const ledger = ledgerOf(EVENTS);
    await files.write({ key: await keyIn(files, 9, ledger), content: CONTENT });
    expect(await files.seqs()).toEqual([9]);
    const found = await files.read(9, ledger);
    expect(found?.content).toEqual(Buffer.from(CONTENT));
    expect((found?.content.byteOffset ?? 1) % 8).toBe(0);
    const folder = join(paths.inner, 'cache');
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is used only for the ledger, the code and the workspace from which it was made', async () => {
    const files = new SnapshotFiles(paths, 'code');
    const ledger = ledgerOf(EVENTS);
    await files.write({
      key: await keyIn(files, 8, ledgerOf(EVENTS.slice(0, 8))),
      content: CONTENT,
    });
    expect(await files.read(8, ledger)).not.toBeNull();
    expect(await files.read(7, ledger)).toBeNull();
    expect(await files.read(8, ledgerOf(EVENTS.slice(0, 7)))).toBeNull();
    expect(await files.read(8, ledgerOf(EVENTS, 'b'.repeat(64)))).toBeNull();
    const other = EVENTS.map((event) => ({ ...event, event_id: `other-${event.seq}` }));
    expect(await files.read(8, ledgerOf(other))).toBeNull();
    expect(await new SnapshotFiles(paths, 'newer code').read(8, ledger)).toBeNull();
    // Under the name of another event.
    const folder = join(paths.inner, 'cache');
    copyFileSync(
      join(folder, 'model-000000000000008.snapshot'),
      join(folder, 'model-000000000000009.snapshot'),
    );
    expect(await files.read(9, ledger)).toBeNull();
    rmSync(paths.logKey);
    const again = createWorkspaceFiles(dir);
    expect(await new SnapshotFiles(again, 'code').read(8, ledger)).toBeNull();
  });

  it('has no key if its event is not the last one', async () => {
    const files = new SnapshotFiles(paths, 'code');
    expect(await files.keyAt(8, ledgerOf(EVENTS))).toBeNull();
    expect(await files.keyAt(10, ledgerOf(EVENTS))).toBeNull();
    expect(await files.keyAt(0, ledgerOf([]))).toBeNull();
  });

  it('is refused after any change of any byte', async () => {
    const secret = sealSecret(paths);
    const key = { seq: 3, event_id: 'e', audit_seq: 0, audit_hash: GENESIS, code: 'c' };
    const file = await seal({ key, content: CONTENT }, secret);
    expect((await unseal(file, secret))?.key).toEqual(key);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.byteLength - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = Uint8Array.from(file);
          changed[at] = (changed[at] ?? 0) ^ by;
          expect(await unseal(changed, secret)).toBeNull();
        },
      ),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(file.byteLength - 1), async (length) => {
        expect(await unseal(file.subarray(0, length), secret)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  it('is made by one process at a time, which removes unfinished files of others', async () => {
    const files = new SnapshotFiles(paths, 'code');
    const part = join(paths.inner, 'cache', 'model-000000000000009.snapshot.77.part');
    let inside: boolean | null = null;
    const made = await files.alone(async () => {
      inside = await new SnapshotFiles(paths, 'code').alone(async () => {});
      writeFileSync(part, 'x');
    });
    expect([made, inside]).toEqual([true, false]);
    expect(existsSync(part)).toBe(true);
    expect(await files.alone(async () => {})).toBe(true);
    expect(existsSync(part)).toBe(false);
  });

  it('is missing when its folder cannot be created', async () => {
    writeFileSync(join(paths.inner, 'cache'), '');
    const files = new SnapshotFiles(paths, 'code');
    await expect(files.alone(async () => {})).rejects.toThrow(/EEXIST|ENOTDIR/u);
    expect(await files.seqs()).toEqual([]);
    expect(await files.read(9, ledgerOf(EVENTS))).toBeNull();
  });

  it('is removed when newer ones replace it, and some old ones stay', async () => {
    const files = new SnapshotFiles(paths, 'code');
    for (let seq = 1; seq <= 9; seq++) {
      const ledger = ledgerOf(EVENTS.slice(0, seq));
      await files.write({ key: await keyIn(files, seq, ledger), content: CONTENT });
    }
    expect(await files.seqs()).toEqual([9, 8, 1]);
  });
});

it('few snapshots are kept, however long a ledger grows, and older ones are further apart', () => {
  let seqs: readonly number[] = [];
  for (let seq = 5000; seq <= 2_000_000; seq += 5000) {
    seqs = Array.from(keptSnapshots(seqs.concat(seq)));
  }
  expect(seqs.length).toBeLessThanOrEqual(8);
  expect(Math.max(...seqs)).toBe(2_000_000);
  expect(Math.min(...seqs)).toBeLessThanOrEqual(1_000_000);
});

it('the code version changes with every file', () => {
  const folder = pathToFileURL(`${dir}/`);
  writeFileSync(join(dir, 'a.ts'), 'a');
  const first = codeVersion([folder]);
  expect(codeVersion([folder])).toBe(first);
  appendFileSync(join(dir, 'a.ts'), 'b');
  const second = codeVersion([folder]);
  writeFileSync(join(dir, 'b.ts'), '');
  expect(new Set([first, second, codeVersion([folder])]).size).toBe(3);
  expect(readFileSync(join(dir, 'a.ts'), 'utf8')).toBe('ab');
});
