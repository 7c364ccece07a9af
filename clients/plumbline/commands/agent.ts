/** @module agent: the commands for agents and their permissions. */
import { randomBytes, randomUUID } from 'node:crypto';

import { tokenHash } from '../../../governance/access/directory.ts';
import { deepEqual } from '../../../kernel/canonical/deep-equal.ts';
import type { AgentRecord, ApproverRecord } from '../../../schemas/governance.ts';
import {
  ACTIONS,
  AgentPermissions,
  ALWAYS_REQUIRE_APPROVAL,
} from '../../../schemas/permissions.ts';
import { type Command, type Outcome, textOf } from '../command.ts';
import { CliFailure } from '../failure.ts';
import { checkedName } from '../keys/approver-key.ts';
import { permissionsFrom } from '../permissions/permission-file.ts';
import { printable } from '../printable.ts';
import { changeAgent, SIGNING_OPTIONS } from '../registry-change.ts';
import { openSession, type Registry, type Session } from '../session.ts';

const PERMISSIONS_OPTION = {
  permissions: { type: 'string', value: 'FILE', help: 'JSON file with what the agent may do' },
} as const;

/** Bytes of a bearer token. */
const TOKEN_BYTES = 32;

const READ_ONLY = { permissions: { READ: {} } };

function agentNamed(registry: Registry, name: string): AgentRecord {
  const found = registry.agents.find((agent) => agent.name === name);
  if (found !== undefined) return found;
  const names = registry.agents.map((agent) => `\`${printable(agent.name)}\``).join(', ');
  throw new CliFailure(
    1,
    `got \`${printable(name)}\`, want one of ${names}`,
    'run `plumbline agent list`',
  );
}

/** Who is known by name: the owner, approvers and registered humans. */
function peopleOf({ workspace, approvers, agents }: Registry): readonly Person[] {
  return [workspace.owner, ...approvers, ...agents.filter(({ kind }) => kind === 'human')];
}

type Person = { readonly name: string; readonly user_id: string };

/** The user id of the person behind a new agent, who is the owner where nobody is named. */
function personNamed(registry: Registry, name: string | null): string {
  if (name === null) return registry.workspace.owner.user_id;
  const people = peopleOf(registry);
  const found = people.find((person) => person.name === name);
  if (found !== undefined) return found.user_id;
  const names = people.map((person) => `\`${printable(person.name)}\``);
  throw new CliFailure(
    1,
    `got the person \`${printable(name)}\`, want one of ${names.join(', ')}`,
    'add the person as an approver first, or leave --user out for the owner',
  );
}

/** The user id of a new human: of the person named with --user, else of whoever has the name; a new one where nobody has. */
function humanNamed(registry: Registry, name: string, user: string | null): string {
  if (user !== null) return personNamed(registry, user);
  const known = peopleOf(registry).find((person) => person.name === name);
  return known?.user_id ?? randomUUID();
}

function shownAgent({ token_hash, ...agent }: AgentRecord): Readonly<Record<string, unknown>> {
  return { ...agent, has_token: token_hash !== null };
}

function defaultNote({ workspace }: Registry, { name }: AgentRecord): string {
  if (name !== workspace.default_agent) return '';
  return workspace.policy.default_agent === false
    ? ', the default agent, which is off'
    : ', used where no credentials are given';
}

function agentLines(registry: Registry, agent: AgentRecord): readonly string[] {
  const { permissions, requires_approval, max_elements_per_operation, max_operations_per_session } =
    agent.permissions;
  const needApproval = [...new Set<string>([...ALWAYS_REQUIRE_APPROVAL, ...requires_approval])];
  const rights = ACTIONS.map((action) => {
    const scope = permissions[action];
    if (scope === undefined) return `  ${action.padEnd(7)} no`;
    const limits = Object.entries(scope).map(
      ([field, value]) => `${field} ${JSON.stringify(value)}`,
    );
    return `  ${action.padEnd(7)} ${limits.length === 0 ? 'everywhere' : printable(limits.join(', '))}`;
  });
  return [
    `${printable(agent.name)} (${agent.kind}, ${agent.status})${defaultNote(registry, agent)}`,
    `  id      ${printable(agent.agent_id)}`,
    `  user    ${printable(personOf(registry, agent.user_id))}`,
    `  token   ${agent.token_hash === null ? 'none' : 'set'}`,
    ...rights,
    `  asks    ${needApproval.join(', ')}, more than ${registry.workspace.policy.bulk_threshold} elements at once`,
    `  limits  ${max_elements_per_operation} elements a call, ${max_operations_per_session} calls that change something a session`,
  ];
}

/** Where people are named. */
type Named = {
  readonly workspace: Pick<Registry['workspace'], 'owner'>;
  readonly approvers: readonly Pick<ApproverRecord, 'name' | 'user_id'>[];
  readonly agents: readonly Pick<AgentRecord, 'name' | 'user_id' | 'kind'>[];
};

/** Name of a person by user id, or the id itself when it is unknown. */
export function personOf({ workspace, approvers, agents }: Named, user_id: string): string {
  if (workspace.owner.user_id === user_id) return `${workspace.owner.name} (owner)`;
  const known = [...approvers, ...agents.filter(({ kind }) => kind === 'human')];
  return known.find((person) => person.user_id === user_id)?.name ?? user_id;
}

/** The output of a change, from the record as read back from the store. */
function outcomeOf(
  session: Session,
  name: string,
  message: string,
  notes: readonly string[] = [],
): Outcome {
  const registry = session.registry();
  const agent = agentNamed(registry, name);
  return {
    json: shownAgent(agent),
    lines: [message, ...notes.map(printable), ...agentLines(registry, agent)],
  };
}

const addCommand: Command = {
  words: 'agent add',
  takes: ['NAME'],
  summary: 'register an agent; it may only read unless a permission file says more',
  options: {
    ...PERMISSIONS_OPTION,
    user: { type: 'string', value: 'PERSON', help: 'the person behind it (default: the owner)' },
    human: { type: 'boolean', help: 'the person of this name, who connects directly' },
    ...SIGNING_OPTIONS,
  },
  async run(call) {
    const name = checkedName(call.positionals[0] ?? '');
    await using session = openSession(call);
    const registry = session.registry();
    if (registry.agents.some((agent) => agent.name === name)) {
      throw new CliFailure(
        1,
        `there is an agent \`${name}\` already`,
        `run \`plumbline agent grant ${name} --permissions FILE\` to change it`,
      );
    }
    const file = textOf(call, 'permissions');
    const { permissions, bound } =
      file === null
        ? { permissions: AgentPermissions.parse(READ_ONLY), bound: [] }
        : await permissionsFrom(session, call, file);
    const user = textOf(call, 'user');
    const isHuman = call.values['human'] === true;
    await changeAgent(session, call, {
      kind: isHuman ? 'human' : 'agent',
      name,
      agent_id: permissions.agent_id ?? randomUUID(),
      user_id: isHuman ? humanNamed(registry, name, user) : personNamed(registry, user),
      permissions,
      token_hash: null,
      status: 'active',
    });
    const token = `added; \`plumbline agent token ${name}\` makes its token`;
    return outcomeOf(session, name, token, bound);
  },
};

const listCommand: Command = {
  words: 'agent list',
  takes: [],
  summary: 'all agents',
  options: {},
  async run(call) {
    await using session = openSession(call);
    const { agents } = session.registry();
    return {
      json: agents.map(shownAgent),
      lines: agents.map((agent) => {
        const rights = ACTIONS.filter(
          (action) => agent.permissions.permissions[action] !== undefined,
        );
        return `${printable(agent.name).padEnd(20)} ${agent.status.padEnd(8)} ${agent.kind.padEnd(6)} ${rights.join(' ')}`;
      }),
    };
  },
};

const showCommand: Command = {
  words: 'agent show',
  takes: ['NAME'],
  summary: 'what one agent may do',
  options: {},
  async run(call) {
    await using session = openSession(call);
    const registry = session.registry();
    const agent = agentNamed(registry, call.positionals[0] ?? '');
    return { json: shownAgent(agent), lines: agentLines(registry, agent) };
  },
};

const grantCommand: Command = {
  words: 'agent grant',
  takes: ['NAME'],
  summary: 'give an agent other permissions; more than before needs --by',
  options: { ...PERMISSIONS_OPTION, ...SIGNING_OPTIONS },
  async run(call) {
    const file = textOf(call, 'permissions');
    if (file === null) {
      throw new CliFailure(
        2,
        'got no permission file, want --permissions FILE',
        'see docs/cli.md for its form',
      );
    }
    await using session = openSession(call);
    const before = agentNamed(session.registry(), call.positionals[0] ?? '');
    const { permissions, bound } = await permissionsFrom(session, call, file);
    if (permissions.agent_id !== undefined && permissions.agent_id !== before.agent_id) {
      throw new CliFailure(
        1,
        `the file is for agent id \`${printable(permissions.agent_id)}\`, \`${before.name}\` has \`${printable(before.agent_id)}\``,
        'use the file of this agent, or leave agent_id out of it',
      );
    }
    await changeAgent(session, call, { ...before, permissions, status: 'active' });
    const { READ } = permissions.permissions;
    if (!deepEqual(READ ?? null, before.permissions.permissions.READ ?? null)) {
      call.terminal.err(
        'its READ is another: unless it reads everything now, the files and runs that it made before are closed to it',
      );
    }
    return outcomeOf(session, before.name, 'changed', bound);
  },
};

const revokeCommand: Command = {
  words: 'agent revoke',
  takes: ['NAME'],
  summary: 'end an agent: its calls are refused, what it asked for is cancelled',
  options: {},
  async run(call) {
    await using session = openSession(call);
    const before = agentNamed(session.registry(), call.positionals[0] ?? '');
    await changeAgent(session, call, { ...before, status: 'revoked', token_hash: null });
    return outcomeOf(session, before.name, 'revoked');
  },
};

const tokenCommand: Command = {
  words: 'agent token',
  takes: ['NAME'],
  summary: 'make a new token for an agent and print it alone, once; to replace one may need --by',
  options: SIGNING_OPTIONS,
  async run(call) {
    await using session = openSession(call);
    const before = agentNamed(session.registry(), call.positionals[0] ?? '');
    if (before.status === 'revoked') {
      throw new CliFailure(
        1,
        `\`${before.name}\` is revoked, want an active agent`,
        `run \`plumbline agent grant ${before.name} --permissions FILE --by APPROVER\` first`,
      );
    }
    const token = `plumb_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    await changeAgent(session, call, { ...before, token_hash: tokenHash(token) });
    call.terminal.err('keep it: only its hash is stored; servers take it as PLUMBLINE_TOKEN');
    const { default_agent, policy } = session.registry().workspace;
    if (before.name === default_agent && policy.default_agent !== false) {
      call.terminal.err(
        `a connection without credentials still is \`${default_agent}\`; \`plumbline policy set default_agent off\` ends that`,
      );
    }
    return {
      json: { name: before.name, agent_id: before.agent_id, token },
      lines: [token],
    };
  },
};

export const AGENT_COMMANDS: readonly Command[] = [
  addCommand,
  listCommand,
  showCommand,
  grantCommand,
  revokeCommand,
  tokenCommand,
];
