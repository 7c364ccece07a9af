/** @module approver: the commands for approvers, each with a key of their own. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { sameRead } from '../../../governance/approval/same-read.ts';
import { publicKeyFault } from '../../../kernel/canonical/public-key.ts';
import { publicKeyOf } from '../../../kernel/canonical/signature.ts';
import type { ApproverRecord } from '../../../schemas/governance.ts';
import { type Call, type Command, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { checkedName, keyPath, makeKey } from '../keys/approver-key.ts';
import { cardLines, type KeyCard } from '../keys/key-card.ts';
import { printable } from '../printable.ts';
import { activeApprover, changeApprover, SIGNING_OPTIONS } from '../registry-change.ts';
import { openSession, type Registry, type Session } from '../session.ts';

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

/** What lets a hub of this workspace be told from a false one where there is nothing but the key file. */
function cardOf({ paths, registry }: Session, approver: string): KeyCard {
  const log_key = publicKeyOf(createPrivateKey(readFileSync(paths.logKey)));
  return { approver, workspace_id: registry().workspace.workspace_id, log_key };
}

/** The public half of a key, and what takes back what was made for it. */
type PublicHalf = {
  readonly publicKey: string;
  /** Path of the key where it was made here. */
  readonly path: string | null;
  readonly discard: () => void;
};

/** The key that --public-key gives, else a new one. Throws CliFailure with exit code 2 for what is no key. */
async function publicHalf(session: Session, call: Call, name: string): Promise<PublicHalf> {
  const given = textOf(call, 'public-key');
  if (given === null) {
    const path = keyPath(session.paths, name, call);
    const made = { name, by: textOf(call, 'by'), card: cardOf(session, name) };
    return { path, ...(await makeKey(path, made, call.terminal)) };
  }
  const fault = publicKeyFault(given);
  if (fault !== null) {
    throw misuse(
      `got the public key \`${printable(given)}\`: ${fault}`,
      'take it as `plumbline approver key NAME` prints it',
    );
  }
  return { publicKey: given, path: null, discard: () => undefined };
}

/** Registers a person with a key of their own. Throws CliFailure, and deletes a key that was made here, when the registration is refused. */
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
    'public-key': {
      type: 'string',
      value: 'KEY',
      help: 'the public half of a key that the person has made with `approver key`',
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
    const { publicKey, path, discard } = await publicHalf(session, call, name);
    const record: ApproverRecord = { name, user_id, public_key: publicKey, status: 'active' };
    try {
      await changeApprover(session, call, record);
    } catch (error) {
      discard();
      throw error;
    }
    const { public_key } = activeApprover(session.registry(), name);
    const own = ownAgents(registry, user_id);
    const note = `note      ${name} is the person behind ${printable(own.join(', '))} and cannot approve what that asks for`;
    const card = cardOf(session, name);
    const where =
      path === null
        ? [
            'put these lines above the key, and the file says which hub to believe:',
            cardLines(card),
          ]
        : [`key       ${printable(path)} (encrypted; keep it and its passphrase)`];
    return {
      json: { name, user_id, public_key, key: path, log_key: card.log_key },
      lines: [
        `approver  ${name}`,
        `public    ${public_key}`,
        ...(own.length === 0 ? [] : [note]),
        ...where.flatMap((text) => text.trimEnd().split('\n')),
      ],
    };
  },
};

const keyCommand: Command = {
  words: 'approver key',
  takes: ['NAME'],
  summary: 'make a key pair for oneself where there is no workspace, to be registered there',
  options: {
    'key-dir': { type: 'string', value: 'DIR', help: 'folder of the key (default: this one)' },
  },
  async run(call) {
    const name = checkedName(call.positionals[0] ?? '');
    const folder = resolve(call.terminal.cwd, textOf(call, 'key-dir') ?? '.');
    const path = join(folder, `${name}.pem`);
    const { publicKey } = await makeKey(path, { name, by: null, card: null }, call.terminal);
    return {
      json: { name, public_key: publicKey, key: path },
      lines: [
        `key       ${printable(path)} (encrypted; keep it and its passphrase)`,
        `public    ${publicKey}`,
        `next      where the workspace is: plumbline approver add ${name} --public-key ${publicKey}`,
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
    const before = activeApprover(session.registry(), call.positionals[0] ?? '');
    await changeApprover(session, call, { ...before, status: 'revoked' });
    const { approvers } = session.registry();
    const after = approvers.find(({ name }) => name === before.name);
    return {
      json: after ?? null,
      lines: [`${printable(before.name)} is ${after?.status ?? 'gone'}`],
    };
  },
};

export const APPROVER_COMMANDS: readonly Command[] = [
  addCommand,
  keyCommand,
  listCommand,
  revokeCommand,
];
