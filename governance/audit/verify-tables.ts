/** @module verify-tables: the tables of approvals and records against what the chain says they hold. */
import { canonicalJson } from '../../kernel/canonical/json.ts';
import { LedgerError, type RegistryKind } from '../../kernel/ledger/ledger.ts';
import type { ApprovalRecord } from '../../schemas/governance.ts';
import { registeredKey, type ApprovalStory, type Replay } from './verify-replay.ts';
import type { AuditSource, Report } from './verify-report.ts';

const ALL = 1_000_000_000;
const KINDS = ['workspace', 'agent', 'approver'] as const satisfies readonly RegistryKind[];

/** Compares both tables with the end of a replay. */
export async function compareTables(
  source: Pick<AuditSource, 'approvals' | 'registryAll'>,
  replay: Replay,
  report: Report,
): Promise<void> {
  await compareRegistry(source, replay, report);
  await compareApprovals(source, replay, report);
}

async function compareRegistry(
  source: Pick<AuditSource, 'registryAll'>,
  { registered }: Replay,
  report: Report,
): Promise<void> {
  const unseen = new Set(registered.keys());
  for (const kind of KINDS) {
    for (const row of await source.registryAll(kind)) {
      const key = registeredKey(row);
      unseen.delete(key);
      const told = registered.get(key);
      if (told === undefined) report('registry_mismatch', 0, `\`${key}\` is not on the chain`);
      else if (canonicalJson(told.record) !== row.record)
        report('registry_mismatch', 0, `\`${key}\` is not as the chain has it`);
    }
  }
  for (const key of unseen) report('registry_mismatch', 0, `\`${key}\` is on the chain only`);
}

async function compareApprovals(
  source: Pick<AuditSource, 'approvals'>,
  { approvals }: Replay,
  report: Report,
): Promise<void> {
  const unseen = new Set(approvals.keys());
  for (const record of await readable(source, report)) {
    const { approval_id } = record;
    unseen.delete(approval_id);
    const story = approvals.get(approval_id);
    if (story === undefined) {
      report('approval_mismatch', 0, `\`${approval_id}\` is not on the chain`);
      continue;
    }
    for (const field of differences(record, story))
      report(
        'approval_mismatch',
        story.opened.seq,
        `\`${field}\` of \`${approval_id}\` is not as the chain has it`,
      );
  }
  for (const approval_id of unseen)
    report('approval_mismatch', 0, `\`${approval_id}\` is on the chain only`);
}

async function readable(
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

/** Fields in which a row differs from its story. */
function differences(record: ApprovalRecord, story: ApprovalStory): readonly string[] {
  const { opened } = story;
  const told: Readonly<Record<string, unknown>> = {
    status: story.status,
    plan: canonicalJson(opened.plan),
    plan_digest: opened.plan_digest,
    effect_key: opened.effect_key,
    created_at: opened.at,
    expires_at: opened.plan.expires_at,
    decisions: canonicalJson(story.decisions),
    event_id: story.event_id,
    detail: story.detail,
    updated_at: story.updated_at,
  };
  const is: Readonly<Record<string, unknown>> = {
    ...record,
    decisions: canonicalJson(record.decisions),
  };
  return Object.keys(told).filter((field) => told[field] !== is[field]);
}
