/** @module approver: the commands for approvers, each of whom has a key. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { confusableName } from '../../../governance/approval/confusable-name.ts';
import { peopleOf } from '../../../governance/control/person-names.ts';
import { publicKeyFault } from '../../../kernel/base/canonical/public-key.ts';
import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { ApproverRecord } from '../../../schemas/governance.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { checkedName, keyPath, makeKey } from '../keys/approver-key.ts';
import { cardLines, type KeyCard } from '../keys/key-card.ts';
import { activeApprover, changeRegistry } from '../registry-change.ts';
import { openSession, type Registry, type Session } from '../session.ts';

/** The user id of a name; one person has the same id as owner, approver and registered human. */
function userIdOf(registry: Registry, name: string): string {
  const people = peopleOf(registry);
  const user_id = people.find((person) => person.name === name)?.user_id ?? randomUUID();
  const other = confusableName({ name, user_id }, people);
  if (other === null) return user_id;
  throw new CliFailure(
    `\`${name}\` looks like \`${printable(other.name)}\`, another person of this workspace`,
    `choose another name, or write \`${printable(other.name)}\` if it is the same person`,
  );
}

/** Agents whose requests this person can never approve. */
function ownAgents({ agents }: Registry, user_id: string): readonly string[] {
  return agents
    .filter((agent) => agent.user_id === user_id && agent.status === 'active')
    .map(({ name }) => `\`${name}\``);
}

/** The head of a key file, by which an approver without the workspace recognises the genuine hub. */
function cardOf({ paths, registry }: Session, approver: string): KeyCard {
  const log_key = publicKeyOf(createPrivateKey(readFileSync(paths.logKey)));
  return { approver, workspace_id: registry().workspace.workspace_id, log_key };
}

/** The public half of a key, and how to delete a key that was created for it. */
type PublicHalf = {
  readonly publicKey: string;
  /** Path of the key if it was created here. */
  readonly path: string | null;
  readonly discard: () => void;
};

/** The public key of --public-key, else that of a new key. Throws CliFailure with exit code 2 for an invalid key. */
async function publicHalf(session: Session, call: Call, name: string): Promise<PublicHalf> {
  const given = textOf(call, 'public-key');
  if (given === null) {
    const path = keyPath(session.paths, name, call);
    const key = { name, by: textOf(call, 'by'), card: cardOf(session, name) };
    return { path, ...(await makeKey(path, key, call.terminal)) };
  }
  const fault = publicKeyFault(given);
  if (fault !== null) {
    throw misuse(
      `invalid --public-key \`${printable(given)}\`: ${fault}`,
      'use the key that `plumbline approver key NAME` prints',
    );
  }
  return { publicKey: given, path: null, discard: () => undefined };
}

/** Registers an approver. Throws CliFailure if the registration is refused, and deletes a key that was created here. */
export async function addApprover(call: Call): Promise<Outcome> {
  const name = checkedName(call.positionals[0] ?? '');
  await using session = openSession(call);
  const registry = session.registry();
  if (registry.approvers.some((known) => known.name === name && known.status === 'active')) {
    throw new CliFailure(
      `the approver \`${name}\` already exists`,
      'choose another name, or revoke this one first',
    );
  }
  const user_id = userIdOf(registry, name);
  const { publicKey, path, discard } = await publicHalf(session, call, name);
  const record: ApproverRecord = { name, user_id, public_key: publicKey, status: 'active' };
  try {
    await changeRegistry(session, call, { change: 'approver', record });
  } catch (error) {
    discard();
    throw error;
  }
  const { public_key } = activeApprover(session.registry(), name);
  const own = ownAgents(registry, user_id);
  const note = `note      ${name} is responsible for ${printable(own.join(', '))} and cannot approve its requests`;
  const card = cardOf(session, name);
  const where =
    path === null
      ? [
          'put these lines at the start of the key file; they identify the genuine hub:',
          cardLines(card),
        ]
      : [`key       ${printable(path)} (encrypted; keep the file and its passphrase)`];
  return {
    json: { name, user_id, public_key, key: path, log_key: card.log_key },
    lines: [
      `approver  ${name}`,
      `public    ${public_key}`,
      ...(own.length === 0 ? [] : [note]),
      ...where.flatMap((text) => text.trimEnd().split('\n')),
    ],
  };
}

/**
 * Creates an approver's encrypted key file without registering the approver; it needs no workspace.
 *
 * @throws CliFailure for an invalid name
 */
export async function createKey(call: Call): Promise<Outcome> {
  const name = checkedName(call.positionals[0] ?? '');
  const folder = resolve(call.terminal.cwd, textOf(call, 'key-dir') ?? '.');
  const path = join(folder, `${name}.pem`);
  const { publicKey } = await makeKey(path, { name, by: null, card: null }, call.terminal);
  return {
    json: { name, public_key: publicKey, key: path },
    lines: [
      `key       ${printable(path)} (encrypted; keep the file and its passphrase)`,
      `public    ${publicKey}`,
      `next      on the machine of the workspace: \`plumbline approver add ${name} --public-key ${publicKey}\``,
    ],
  };
}

/** Lists all approvers with their status and public key, one line per approver. */
export async function listApprovers(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const { approvers } = session.registry();
  const none = 'there are no approvers; run `plumbline approver add NAME`';
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
}

/** Revokes an approver. @throws CliFailure if no active approver has this name */
export async function revokeApprover(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const before = activeApprover(session.registry(), call.positionals[0] ?? '');
  const record: ApproverRecord = { ...before, status: 'revoked' };
  await changeRegistry(session, call, { change: 'approver', record });
  const { approvers } = session.registry();
  const after = approvers.find(({ name }) => name === before.name);
  return {
    json: after ?? null,
    lines: [`${printable(before.name)} is ${after?.status ?? 'removed'}`],
  };
}
