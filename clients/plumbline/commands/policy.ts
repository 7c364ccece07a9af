/** @module policy: how strict the governance of a workspace is. */
import { resolve } from 'node:path';

import * as z from 'zod';

import { PENDING_DEFAULT, WorkspacePolicy } from '../../../schemas/permissions.ts';
import { type Call, type Command, type Outcome } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { parsedFile } from '../given-file.ts';
import { printable } from '../printable.ts';
import { changePolicy, SIGNING_OPTIONS } from '../registry-change.ts';
import { openSession } from '../session.ts';

/** What holds, with what is not said filled in. */
function outcomeOf(policy: WorkspacePolicy): Outcome {
  const { max_pending_approvals = PENDING_DEFAULT, ...said } = policy;
  const whole = { ...said, max_pending_approvals };
  const { dry_run_default: dry, approvers_required: people } = policy;
  const rate = policy.rate_limit_per_minute;
  return {
    json: whole,
    lines: [
      `dry_run_default        agents ${dry.agent ? 'preview' : 'commit'}, people ${dry.human ? 'preview' : 'commit'}, unless a call says otherwise`,
      `bulk_threshold         more than ${policy.bulk_threshold} affected elements ask a person`,
      `approvers_required     deletion ${people['element.deleted']}, merge ${people['branch.merged']}, bulk ${people.bulk}, other ${people.other}`,
      `approval_ttl_s         an approval waits ${policy.approval_ttl_s} s`,
      `rejection_cooldown_s   what was rejected is not asked again for ${policy.rejection_cooldown_s} s`,
      `max_pending_approvals  ${max_pending_approvals} of one requester wait at once`,
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
    return outcomeOf(session.registry().workspace.policy);
  },
};

const setCommand: Command = {
  words: 'policy set',
  takes: ['FILE'],
  summary: 'change what the JSON file names; what makes it less strict needs --by',
  options: SIGNING_OPTIONS,
  async run(call) {
    await using session = openSession(call);
    const before = session.registry().workspace.policy;
    await changePolicy(session, call, changed(before, call));
    return outcomeOf(session.registry().workspace.policy);
  },
};

const Changes = z.looseObject({
  dry_run_default: z.looseObject({}).optional(),
  approvers_required: z.looseObject({}).optional(),
});

/** The policy with what the file names. Throws CliFailure for a file that is none, or that names nothing it has. */
function changed(before: WorkspacePolicy, call: Call): WorkspacePolicy {
  const path = resolve(call.terminal.cwd, call.positionals[0] ?? '');
  const changes = Changes.safeParse(parsedFile(path));
  const read = changes.success
    ? WorkspacePolicy.safeParse({
        ...before,
        ...changes.data,
        dry_run_default: { ...before.dry_run_default, ...changes.data.dry_run_default },
        approvers_required: { ...before.approvers_required, ...changes.data.approvers_required },
      })
    : changes;
  if (read.success) return WorkspacePolicy.parse(read.data);
  const faults = z.prettifyError(read.error).split('\n').map(printable).join('; ');
  throw new CliFailure(
    1,
    `${printable(path)} is not a policy: ${faults}`,
    '`plumbline policy show --json` has every setting',
  );
}

export const POLICY_COMMANDS: readonly Command[] = [showCommand, setCommand];
