/** @module policy: the commands for the governance policy of a workspace. */
import { resolve } from 'node:path';

import * as z from 'zod';

import { printable } from '../../../kernel/base/text/printable.ts';
import type { WorkspaceRecord } from '../../../schemas/governance.ts';
import { useIssueWords } from '../../../schemas/issue-words.ts';
import {
  approversForLoss,
  PENDING_DEFAULT,
  SNAP_DEFAULT,
  UNAPPROVED_DEFAULT,
  WorkspacePolicy,
} from '../../../schemas/permissions.ts';
import { type PolicyFault, policyFault } from '../../../schemas/policy-fault.ts';
import type { Call, Outcome } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { readJsonFile } from '../inputs/files.ts';
import { changeRegistry } from '../registry-change.ts';
import { openSession } from '../session.ts';
import { startWebhook, describeWebhook } from '../webhook/webhook-setting.ts';
import {
  assertWitness,
  startWitness,
  witnessSetting,
  describeWitness,
} from '../witness/witness-setting.ts';

useIssueWords();

/** The policy in force, including defaults. */
function outcomeOf({ policy, default_agent: name }: WorkspaceRecord): Outcome {
  const {
    max_pending_approvals = PENDING_DEFAULT,
    max_unapproved_elements_per_hour: hourly = UNAPPROVED_DEFAULT,
    default_agent = true,
    snap_mm = SNAP_DEFAULT,
    witness = null,
    approval_webhook = null,
    ...rest
  } = policy;
  const complete = {
    ...rest,
    max_pending_approvals,
    max_unapproved_elements_per_hour: hourly,
    default_agent,
    snap_mm,
    witness,
    approval_webhook,
  };
  const { dry_run_default: dry, approvers_required: people } = policy;
  const rate = policy.rate_limit_per_minute;
  return {
    json: complete,
    lines: [
      `dry_run_default        agents ${dry.agent ? 'preview' : 'commit'}, people ${dry.human ? 'preview' : 'commit'}, unless a call states it`,
      `bulk_threshold         more than ${policy.bulk_threshold} affected elements require approval`,
      `approvers_required     deletion ${people['element.deleted']}, loss ${approversForLoss(people)}, merge ${people['branch.merged']}, bulk ${people.bulk}, other ${people.other}`,
      `approval_ttl_s         a pending approval expires after ${policy.approval_ttl_s} s`,
      `rejection_cooldown_s   a rejected change cannot be requested again for ${policy.rejection_cooldown_s} s`,
      `max_pending_approvals  at most ${max_pending_approvals} for one requester`,
      `max_unapproved_elements_per_hour  more than ${hourly} changes to existing elements by one agent in an hour require approval`,
      `default_agent          ${default_agent ? `on: a connection without credentials acts as \`${printable(name)}\`` : 'off: every call of a connection without credentials is refused'}`,
      `snap_mm                wall ends up to ${snap_mm} mm from another wall snap onto it`,
      `witness                ${describeWitness(witness)}`,
      `approval_webhook       ${describeWebhook(approval_webhook)}`,
      `rate_limit_per_minute  ${rate === null ? 'no limit' : `${rate} calls a minute and principal`}`,
    ],
  };
}

/** Shows the policy in force, including defaults. */
export async function showPolicy(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  return outcomeOf(session.registry().workspace);
}

/**
 * Changes settings of the policy and initialises a new witness or webhook.
 *
 * @throws CliFailure for an unknown setting or an invalid value
 */
export async function setPolicy(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const before = session.registry().workspace.policy;
  const after = changedPolicy(before, call);
  const { witness } = after;
  if (witness !== undefined) assertWitness(session, witness);
  await changeRegistry(session, call, { change: 'policy', policy: after });
  if (witness !== undefined && witness !== before.witness) {
    await startWitness(session, call.terminal, witness);
  }
  const { approval_webhook } = after;
  if (approval_webhook !== undefined && approval_webhook !== before.approval_webhook) {
    startWebhook(session, call.terminal);
  }
  return outcomeOf(session.registry().workspace);
}

const Changes = z.looseObject({
  dry_run_default: z.looseObject({}).optional(),
  approvers_required: z.looseObject({}).optional(),
});

/** The changed policy. Throws CliFailure for an unknown setting or an invalid value. */
function changedPolicy(before: WorkspacePolicy, call: Call): WorkspacePolicy {
  const [first = '', value] = call.positionals;
  const path = resolve(call.terminal.cwd, first);
  const special = specialSetting(call, first, value);
  const changes = Changes.safeParse(
    special ?? (value === undefined ? readJsonFile(path) : setting(first, value)),
  );
  const read = changes.success
    ? WorkspacePolicy.safeParse({
        ...before,
        ...changes.data,
        dry_run_default: { ...before.dry_run_default, ...changes.data.dry_run_default },
        approvers_required: { ...before.approvers_required, ...changes.data.approvers_required },
      })
    : changes;
  const policy = read.success ? WorkspacePolicy.parse(read.data) : null;
  const fault = policy === null ? null : policyFault(policy);
  if (policy !== null && fault === null) return withoutDefault(policy);
  const faults = faultText(fault, read, value === undefined);
  throw new CliFailure(
    value === undefined
      ? `${printable(path)} is not a valid policy: ${faults}`
      : `\`${printable(first)}\` cannot be \`${printable(value)}\`: ${faults}`,
    '`plumbline policy show --json` lists every setting',
    { exit: value === undefined ? 1 : 2 },
  );
}

/** The faults of a policy; settings are named if the policy is from a file. */
function faultText(
  fault: PolicyFault | null,
  read: z.ZodSafeParseResult<unknown>,
  isWhole: boolean,
): string {
  if (fault !== null) return isWhole ? `its \`${fault.setting}\` ${fault.why}` : `it ${fault.why}`;
  const issues = read.error?.issues ?? [];
  return issues
    .map(({ path, message }) =>
      printable(isWhole && path.length > 0 ? `\`${path.join('.')}\` ${message}` : message),
    )
    .join('; ');
}

/** Omits the default value, so that the policy digest does not change and pending approvals stay valid. */
function withoutDefault({ default_agent, ...policy }: WorkspacePolicy): WorkspacePolicy {
  return default_agent === false ? { ...policy, default_agent } : policy;
}

/** The value of a setting with its own syntax; null for other settings. */
function specialSetting({ terminal }: Call, name: string, value: string | undefined): unknown {
  if (value === undefined) return null;
  if (name === 'approval_webhook') return { [name]: value === 'none' ? undefined : value };
  return name === 'witness' ? { witness: witnessSetting(value, terminal) } : null;
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['on', true],
  ['true', true],
  ['off', false],
  ['false', false],
  ['none', null],
]);

/** One setting in the form of a policy file; `approvers_required.bulk` is a member of another object. */
function setting(name: string, text: string): unknown {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const plain = Number.isNaN(number) ? text : number;
  const value = WORDS.has(text) ? WORDS.get(text) : plain;
  const [outer = '', ...inner] = name.split('.');
  return { [outer]: inner.length === 0 ? value : { [inner.join('.')]: value } };
}
