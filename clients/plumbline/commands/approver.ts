/** @module approver: the commands for approvers, each with a key of their own. */
import { randomUUID } from 'node:crypto';

import { sameRead } from '../../../governance/approval/same-read.ts';
import type { ApproverRecord } from '../../../schemas/governance.ts';
import { type Command, textOf } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { checkedName, keyPath, makeKey } from '../keys/approver-key.ts';
import { printable } from '../printable.ts';
import { activeApprover, changeApprover, SIGNING_OPTIONS } from '../registry-change.ts';
import { openSession, type Registry } from '../session.ts';

/** The user id of a name; one person has the same id as owner, approver and registered human. */
function userIdOf({ workspace, approvers, agents }: Registry, name: string): string {
  const people = [workspace.owner, ...approvers, ...agents.filter(({ kind }) => kind === 'human')];
  const user_id = people.find((person) => person.name === name)?.user_id ?? randomUUID();
  const other = sameRead({ name, user_id }, people);
  if (other === null) return user_id;
  throw new CliFailure(
    1,
    `got \`${name}\`, which reads as \`${printable(other.name)}\`, who is somebody else in this workspace`,
    `choose another name, or write \`${printable(other.name)}\` if it is the same person`,
  );
}

/** Agents whose requests this person can never approve. */
function ownAgents({ agents }: Registry, user_id: string): readonly string[] {
  return agents
    .filter((agent) => agent.user_id === user_id && agent.status === 'active')
    .map(({ name }) => `\`${name}\``);
}

/** Creates a key pair and registers its public half. Throws CliFailure and deletes the key when the registration is refused. */
const addCommand: Command = {
  words: 'approver add',
  takes: ['NAME'],
  summary: 'make a key pair here and register the person; from the second on with --by',
  options: {
    by: SIGNING_OPTIONS.by,
    'key-dir': {
      type: 'string',
      value: 'DIR',
      help: 'folder of the keys (default: .plumbline/keys/approvers)',
    },
  },
  async run(call) {
    const name = checkedName(call.positionals[0] ?? '');
    await using session = openSession(call);
    const registry = session.registry();
    if (registry.approvers.some((known) => known.name === name && known.status === 'active')) {
      throw new CliFailure(
        1,
        `there is an approver \`${name}\` already`,
        'choose another name, or revoke this one first',
      );
    }
    const user_id = userIdOf(registry, name);
    const path = keyPath(session.paths, name, call);
    const { publicKey, discard } = await makeKey(
      path,
      { name, by: textOf(call, 'by') },
      call.terminal,
    );
    const record: ApproverRecord = { name, user_id, public_key: publicKey, status: 'active' };
    try {
      await changeApprover(session, call, record);
    } catch (error) {
      discard();
      throw error;
    }
    const { public_key } = activeApprover(session, name);
    const own = ownAgents(registry, user_id);
    const note = `note      ${name} is the person behind ${printable(own.join(', '))} and cannot approve what that asks for`;
    return {
      json: { name, user_id, public_key, key: path },
      lines: [
        `approver  ${name}`,
        `key       ${printable(path)} (encrypted; keep it and its passphrase)`,
        `public    ${public_key}`,
        ...(own.length === 0 ? [] : [note]),
      ],
    };
  },
};

const listCommand: Command = {
  words: 'approver list',
  takes: [],
  summary: 'everyone who may or might approve',
  options: {},
  async run(call) {
    await using session = openSession(call);
    const { approvers } = session.registry();
    const none = 'nobody can approve yet; run `plumbline approver add NAME`';
    return {
      json: approvers,
      lines:
        approvers.length === 0
          ? [none]
          : approvers.map(
              ({ name, status, public_key }) =>
                `${printable(name).padEnd(20)} ${status.padEnd(8)} ${public_key}`,
            ),
    };
  },
};

const revokeCommand: Command = {
  words: 'approver revoke',
  takes: ['NAME'],
  summary: 'take the right to approve from a person; an approver signs it',
  options: SIGNING_OPTIONS,
  async run(call) {
    await using session = openSession(call);
    const before = activeApprover(session, call.positionals[0] ?? '');
    await changeApprover(session, call, { ...before, status: 'revoked' });
    const { approvers } = session.registry();
    const after = approvers.find(({ name }) => name === before.name);
    return {
      json: after ?? null,
      lines: [`${printable(before.name)} is ${after?.status ?? 'gone'}`],
    };
  },
};

export const APPROVER_COMMANDS: readonly Command[] = [addCommand, listCommand, revokeCommand];
