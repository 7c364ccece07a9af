/** @module attacks.test: verification detects and names each attack. */
import { copyFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TrustedKey } from '../../../kernel/base/canonical/checkpoint.ts';
import { generateKeyPair } from '../../../kernel/base/canonical/signature.ts';
import { attackFile, verifyFile } from '../keeper/handlers/workspace.ts';
import { scene, type Scene } from './attacked-workspace.ts';
import { ATTACKS } from './attacks.ts';

let at: Scene;
let trustedLogKeys: readonly TrustedKey[];
let attacked = 0;

beforeAll(async () => {
  at = await scene();
  trustedLogKeys = [{ name: 'plumbline/test', publicKey: at.ws.logKeys.publicKey }];
  at.ws.settle();
});
afterAll(() => at.ws[Symbol.asyncDispose]());

/** A copy of the scene's store after an attack. */
function victim(attack: Parameters<typeof attackFile>[1]): string {
  attacked += 1;
  const path = `${at.ws.path}.${attacked}`;
  copyFileSync(at.ws.path, path);
  attackFile(path, attack);
  return path;
}

describe('verification', () => {
  it.each(ATTACKS)('$name: $faults [AUD-3]', async ({ attack, faults, kept }) => {
    const path = victim((db) => attack(db, at));
    const report = await verifyFile(
      path,
      kept ? { checkpoints: [{ note: at.checkpoint, from: 'the one kept' }], trustedLogKeys } : {},
    );
    expect(report.ok).toBe(false);
    const kinds = [...new Set(report.faults.map(({ kind }) => kind))].toSorted();
    expect(kinds).toEqual([...faults]);
  });

  it('verification names the edited entry', async () => {
    const path = victim((db) =>
      db.exec(`UPDATE audit SET body = replace(body, 'because', 'why not') WHERE seq = 5`),
    );
    expect((await verifyFile(path)).faults).toEqual([
      { kind: 'edited', seq: 5, detail: 'the entry differs from the one that was chained' },
    ]);
  });

  it('without a trusted key, verification accepts a rewrite that is signed with the key of its own first entry', async () => {
    const path = victim((db) =>
      ATTACKS.find(({ faults }) => faults.includes('wrong_key'))?.attack(db, at),
    );
    expect((await verifyFile(path)).ok).toBe(true);
    expect((await verifyFile(path, { trustedLogKeys })).faults[0]?.kind).toBe('wrong_key');
  });

  it('verification names the first entry when the log was founded with an untrusted key', async () => {
    const { publicKey } = generateKeyPair();
    const others = [{ name: 'plumbline/test', publicKey }];
    const path = victim((db) => db.exec('DELETE FROM checkpoints'));
    const { faults } = await verifyFile(path, { trustedLogKeys: others });
    expect(faults).toContainEqual({
      kind: 'wrong_key',
      seq: 1,
      detail: expect.stringContaining(publicKey),
    });
  });
});
