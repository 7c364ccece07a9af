/** @module policy: the commands for the governance policy of a workspace. */
import { resolve } from 'node:path';

import * as z from 'zod';

import type { WorkspaceRecord } from '../../../schemas/governance.ts';
import {
  diminishedBy,
  PENDING_DEFAULT,
  SNAP_DEFAULT,
  UNAPPROVED_DEFAULT,
  WorkspacePolicy,
} from '../../../schemas/permissions.ts';
import { type PolicyFault, policyFault } from '../../../schemas/policy-fault.ts';
import { type Call, type Command, type Outcome } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { parsedFile } from '../given-file.ts';
import { printable } from '../printable.ts';
import { changePolicy, SIGNING_OPTIONS } from '../registry-change.ts';
import { openSession } from '../session.ts';
import { startWebhook, webhookWords } from '../webhook/webhook-setting.ts';
import {
  assertWitness,
  startWitness,
  witnessSetting,
  witnessWords,
} from '../witness/witness-setting.ts';

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
      `dry_run_default        agents ${dry.agent ? 'preview' : 'commit'}, people ${dry.human ? 'preview' : 'commit'}, unless a call says otherwise`,
      `bulk_threshold         more than ${policy.bulk_threshold} affected elements ask a person`,
      `approvers_required     deletion ${people['element.deleted']}, loss ${diminishedBy(people)}, merge ${people['branch.merged']}, bulk ${people.bulk}, other ${people.other}`,
      `approval_ttl_s         an approval waits ${policy.approval_ttl_s} s`,
      `rejection_cooldown_s   what was rejected is not asked again for ${policy.rejection_cooldown_s} s`,
      `max_pending_approvals  ${max_pending_approvals} of one requester wait at once`,
      `max_unapproved_elements_per_hour  an agent that would change more than ${hourly} standing elements in an hour without approval waits for a person`,
      `default_agent          ${default_agent ? `on: a connection without credentials is \`${printable(name)}\`` : 'off: a connection without credentials is refused everything'}`,
      `snap_mm                wall ends that miss another wall by up to ${snap_mm} mm go onto it`,
      `witness                ${witnessWords(witness)}`,
      `approval_webhook       ${webhookWords(approval_webhook)}`,
      `rate_limit_per_minute  ${rate === null ? 'no limit' : `${rate} calls a minute and principal`}`,
    ],
  };
}

const showCommand: Command = {
  words: 'policy show',
  takes: [],
  summary: 'how strict the governance of this workspace is',
  options: {},
  async run(call) {
    await using session = openSession(call);
    return outcomeOf(session.registry().workspace);
  },
};

const setCommand: Command = {
  words: 'policy set',
  takes: ['NAME|FILE', '[VALUE]'],
  summary: 'change one setting, or what a JSON file names; what makes it less strict needs --by',
  options: SIGNING_OPTIONS,
  async run(call) {
    await using session = openSession(call);
    const before = session.registry().workspace.policy;
    const after = changed(before, call);
    const { witness } = after;
    if (witness !== undefined) assertWitness(session, witness);
    await changePolicy(session, call, after);
    if (witness !== undefined && witness !== before.witness) {
      await startWitness(session, call.terminal, witness);
    }
    const { approval_webhook } = after;
    if (approval_webhook !== undefined && approval_webhook !== before.approval_webhook) {
      startWebhook(session, call.terminal);
    }
    return outcomeOf(session.registry().workspace);
  },
};

const Changes = z.looseObject({
  dry_run_default: z.looseObject({}).optional(),
  approvers_required: z.looseObject({}).optional(),
});

/** The policy with the changes. Throws CliFailure for a member that a policy does not have, or a value it cannot have. */
function changed(before: WorkspacePolicy, call: Call): WorkspacePolicy {
  const [first = '', value] = call.positionals;
  const path = resolve(call.terminal.cwd, first);
  const given = givenSetting(call, first, value);
  const changes = Changes.safeParse(
    given ?? (value === undefined ? parsedFile(path) : setting(first, value)),
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
    value === undefined ? 1 : 2,
    value === undefined
      ? `${printable(path)} is not a policy: ${faults}`
      : `\`${printable(first)}\` cannot be \`${printable(value)}\`: ${faults}`,
    '`plumbline policy show --json` has every setting',
  );
}

/** What is wrong with a policy; the setting is named where the whole policy was given. */
function faultText(
  fault: PolicyFault | null,
  read: z.ZodSafeParseResult<unknown>,
  isWhole: boolean,
): string {
  if (fault !== null) return isWhole ? `its \`${fault.setting}\` ${fault.why}` : `it ${fault.why}`;
  const text = read.success ? '' : z.prettifyError(read.error);
  return text.split('\n').map(printable).join('; ');
}

/** The default is left out rather than set: the policy digest is then that of before, and its pending approvals stay valid. */
function withoutDefault({ default_agent, ...policy }: WorkspacePolicy): WorkspacePolicy {
  return default_agent === false ? { ...policy, default_agent } : policy;
}

/** Settings that have other words than a number, a text or on and off; null for all others. */
function givenSetting({ terminal }: Call, name: string, value: string | undefined): unknown {
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

/** One setting as a file would name it; `approvers_required.bulk` is one inside another. */
function setting(name: string, text: string): unknown {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const plain = Number.isNaN(number) ? text : number;
  const value = WORDS.has(text) ? WORDS.get(text) : plain;
  const [outer = '', ...inner] = name.split('.');
  return { [outer]: inner.length === 0 ? value : { [inner.join('.')]: value } };
}

export const POLICY_COMMANDS: readonly Command[] = [showCommand, setCommand];
