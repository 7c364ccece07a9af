/** @module policy: the commands for the governance policy of a workspace. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import * as z from 'zod';

import { witnessPathFault } from '../../../governance/keeper/workspace/witness-path.ts';
import { witnessLine } from '../../../governance/keeper/workspace/witness.ts';
import type { WorkspaceRecord } from '../../../schemas/governance.ts';
import {
  diminishedBy,
  PENDING_DEFAULT,
  SNAP_DEFAULT,
  UNAPPROVED_DEFAULT,
  WorkspacePolicy,
} from '../../../schemas/permissions.ts';
import { type Call, type Command, type Outcome } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { parsedFile } from '../given-file.ts';
import { printable } from '../printable.ts';
import { changePolicy, SIGNING_OPTIONS } from '../registry-change.ts';
import { openSession, type Session } from '../session.ts';

/** The policy in force, including defaults. */
function outcomeOf({ policy, default_agent: name }: WorkspaceRecord): Outcome {
  const {
    max_pending_approvals = PENDING_DEFAULT,
    max_unapproved_elements_per_hour: hourly = UNAPPROVED_DEFAULT,
    default_agent = true,
    snap_mm = SNAP_DEFAULT,
    witness = null,
    ...rest
  } = policy;
  const complete = {
    ...rest,
    max_pending_approvals,
    max_unapproved_elements_per_hour: hourly,
    default_agent,
    snap_mm,
    witness,
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
      `witness                ${witness === null ? 'none: checkpoints are kept in the workspace alone' : `every checkpoint is appended to ${printable(witness)}`}`,
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
    assertWitness(session, after);
    await changePolicy(session, call, after);
    if (after.witness !== before.witness) await startWitness(session, call, after);
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
  const given = first === 'witness' ? witnessSetting(call, value) : null;
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
  if (read.success) return withoutDefault(WorkspacePolicy.parse(read.data));
  const faults = z.prettifyError(read.error).split('\n').map(printable).join('; ');
  throw new CliFailure(
    value === undefined ? 1 : 2,
    value === undefined
      ? `${printable(path)} is not a policy: ${faults}`
      : `\`${printable(first)}\` cannot be \`${printable(value)}\`: ${faults}`,
    '`plumbline policy show --json` has every setting',
  );
}

/** Throws CliFailure for a witness that would lie inside the workspace, or in a folder that is not there. */
function assertWitness({ paths }: Session, { witness }: WorkspacePolicy): void {
  if (witness === undefined) return;
  const fault =
    witnessPathFault(paths.dir, witness) ??
    (existsSync(dirname(witness)) ? null : 'lies in a folder that is not there');
  if (fault === null) return;
  throw new CliFailure(
    2,
    `${printable(witness)} ${fault}`,
    'name a file on another disk, a share or a checkout of another repository',
  );
}

/** How long a new witness is waited for (ms), and how often it is looked at. */
const [WITNESS_MS, LOOK_MS] = [3000, 20];

/** Has the first checkpoint written to a new witness, and says so where it does not come. */
async function startWitness(
  session: Session,
  { terminal }: Call,
  { witness }: WorkspacePolicy,
): Promise<void> {
  if (witness === undefined) return;
  const note = await (await session.keeper()).checkpoint();
  for (const deadline = Date.now() + WITNESS_MS; Date.now() < deadline; await setTimeout(LOOK_MS)) {
    const text = await readFile(witness, 'utf8').catch(() => '');
    if (text.includes(witnessLine(note))) return;
  }
  terminal.err(
    `${printable(witness)} could not be written yet: let the user who runs the servers append to it, then run \`plumbline doctor\``,
  );
}

/** The default is left out rather than set: the policy digest is then that of before, and its pending approvals stay valid. */
function withoutDefault({ default_agent, ...policy }: WorkspacePolicy): WorkspacePolicy {
  return default_agent === false ? { ...policy, default_agent } : policy;
}

/** A path is one from where the command was called; `none` takes the witness away. */
function witnessSetting(call: Call, value: string | undefined): unknown {
  if (value === undefined) return null;
  return { witness: value === 'none' ? undefined : resolve(call.terminal.cwd, value) };
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
