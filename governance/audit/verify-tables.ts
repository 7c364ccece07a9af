/** @module verify-tables: compares the tables of approvals and registry records with the chain. */
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { LedgerError, type RegistryKind } from '../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../schemas/governance.ts';
import type { ApprovalHistory } from './approval-states.ts';
import type { GoverningState } from './governing-state.ts';
import { registeredKey } from './registry-state.ts';
import type { AuditSource, Report } from './verify-report.ts';

const ALL = 1_000_000_000;
const KINDS = ['workspace', 'agent', 'approver'] as const satisfies readonly RegistryKind[];

/** Compares both tables with the final state. */
export async function compareTables(
  source: Pick<AuditSource, 'approvals' | 'registryAll'>,
  state: GoverningState,
  report: Report,
): Promise<void> {
  await compareRegistry(source, state, report);
  await compareApprovals(source, state, report);
}

async function compareRegistry(
  source: Pick<AuditSource, 'registryAll'>,
  { registered }: GoverningState,
  report: Report,
): Promise<void> {
  const unseen = new Set(registered.keys());
  for (const kind of KINDS) {
    for (const row of await source.registryAll(kind)) {
      const key = registeredKey(row);
      unseen.delete(key);
      const onChain = registered.get(key);
      if (onChain === undefined) {
        report('registry_mismatch', 0, `\`${key}\` is not on the chain`);
      } else if (canonicalJson(onChain.record) !== row.record) {
        report('registry_mismatch', 0, `\`${key}\` differs from the chain`);
      }
    }
  }
  for (const key of unseen) report('registry_mismatch', 0, `\`${key}\` exists only on the chain`);
}

async function compareApprovals(
  source: Pick<AuditSource, 'approvals'>,
  { approvals }: GoverningState,
  report: Report,
): Promise<void> {
  const unseen = new Set(approvals.keys());
  for (const record of await readApprovals(source, report)) {
    const { approval_id } = record;
    unseen.delete(approval_id);
    const history = approvals.get(approval_id);
    if (history === undefined) {
      report('approval_mismatch', 0, `\`${approval_id}\` is not on the chain`);
      continue;
    }
    for (const field of differences(record, history)) {
      report(
        'approval_mismatch',
        history.opened.seq,
        `\`${field}\` of \`${approval_id}\` differs from the chain`,
      );
    }
  }
  for (const approval_id of unseen) {
    report('approval_mismatch', 0, `\`${approval_id}\` exists only on the chain`);
  }
}

async function readApprovals(
  source: Pick<AuditSource, 'approvals'>,
  report: Report,
): Promise<readonly ApprovalRecord[]> {
  try {
    return await source.approvals(null, ALL);
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'CORRUPT') throw error;
    report('approval_mismatch', 0, `the approvals cannot be read: ${error.message}`);
    return [];
  }
}

/** Fields in which a row differs from its history. */
function differences(record: ApprovalRecord, history: ApprovalHistory): readonly string[] {
  const { opened } = history;
  const onChain: Readonly<Record<string, unknown>> = {
    status: history.status,
    plan: canonicalJson(opened.plan),
    plan_digest: opened.plan_digest,
    effect_key: opened.effect_key,
    created_at: opened.at,
    expires_at: opened.plan.expires_at,
    decisions: canonicalJson(history.decisions),
    event_id: history.event_id,
    detail: history.detail,
    updated_at: history.updated_at,
  };
  const inTable: Readonly<Record<string, unknown>> = {
    ...record,
    decisions: canonicalJson(record.decisions),
  };
  return Object.keys(onChain).filter((field) => onChain[field] !== inTable[field]);
}
