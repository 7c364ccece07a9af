/** @module verification: the verification of the whole log, which a report states. */
import type { Fault } from '../../../governance/audit/verify-report.ts';
import { verifyStore } from '../../../governance/audit/verify-store.ts';
import { trustedLogKey } from '../../../governance/keeper/workspace/log-key.ts';
import { systemErrorText } from '../../../kernel/base/files/system-error.ts';
import { ownLogKey } from '../keys/log-key.ts';
import type { Session } from '../session.ts';
import { firstOf } from './bounded-list.ts';
import type { Verification } from './report-data.ts';

/** Most faults that a report lists. */
const FAULTS_MAX = 100;

/** Verifies chain, events, approvals, signatures and tables of a workspace; without witness and snapshots. */
export async function verificationOf({
  paths,
  reader,
}: Pick<Session, 'paths' | 'reader'>): Promise<Verification> {
  const { key, faults: own } = keyOf(paths.logKey);
  const trusted = key === null ? {} : { trustedLogKeys: [trustedLogKey(key)] };
  const { ok, entries, events, head, covered, faults } = await verifyStore(paths.store, trusted);
  const sealed = reader.checkpoints().findLast(({ size }) => size <= head.seq);
  return {
    ok: ok && own.length === 0,
    entries,
    events,
    head,
    covered,
    log_key: key,
    checkpoint: sealed === undefined ? null : { size: sealed.size, note: sealed.note },
    faults: firstOf([...own, ...faults], FAULTS_MAX),
  };
}

function keyOf(path: string): { readonly key: string | null; readonly faults: readonly Fault[] } {
  try {
    const key = ownLogKey(path);
    return { key, faults: key === null ? [keyFault('is missing')] : [] };
  } catch (error) {
    if (systemErrorText(error) !== null) throw error;
    return { key: null, faults: [keyFault('is not an Ed25519 private key in PEM')] };
  }
}

function keyFault(why: string): Fault {
  return { kind: 'wrong_key', seq: 0, detail: `the key of the log ${why}` };
}
