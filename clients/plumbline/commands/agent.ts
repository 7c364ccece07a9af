/** @module agent: the commands for agents and their permissions. */
import { randomBytes, randomUUID } from 'node:crypto';

import { tokenHash } from '../../../governance/access/directory.ts';
import { peopleOf, personName } from '../../../governance/control/person-names.ts';
import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { AgentRecord } from '../../../schemas/governance.ts';
import {
  ACTIONS,
  AgentPermissions,
  ALWAYS_REQUIRE_APPROVAL,
  RUN_CATEGORIES,
} from '../../../schemas/permissions.ts';
import { triggerWords } from '../../../servers/approvals/trigger-words.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import { checkedName } from '../keys/approver-key.ts';
import { userIdOfPerson } from '../people.ts';
import { permissionsFrom } from '../permissions/permission-file.ts';
import { changeRegistry } from '../registry-change.ts';
import { openSession, type Registry, type Session } from '../session.ts';

/** Bytes of a bearer token. */
const TOKEN_BYTES = 32;

/** Effects of runs, which need no permission to change anything. */
const RUN_TYPES: readonly string[] = [...Object.keys(RUN_CATEGORIES), 'validation.run'];

const READ_ONLY = { permissions: { READ: {} } };

function agentNamed(registry: Registry, name: string): AgentRecord {
  const found = registry.agents.find((agent) => agent.name === name);
  if (found !== undefined) return found;
  const names = registry.agents.map((agent) => `\`${printable(agent.name)}\``).join(', ');
  throw new CliFailure(
    `unknown agent \`${printable(name)}\`, expected one of ${names}`,
    'run `plumbline agent list`',
  );
}

/** User id of a new human: the one of --user, else that of the person with this name, else a new one. */
function humanNamed(registry: Registry, name: string, user: string | null): string {
  if (user !== null) return userIdOfPerson(registry, user);
  const known = peopleOf(registry).find((person) => person.name === name);
  return known?.user_id ?? randomUUID();
}

function agentJson({ token_hash, ...agent }: AgentRecord): Readonly<Record<string, unknown>> {
  return { ...agent, has_token: token_hash !== null };
}

function defaultNote({ workspace }: Registry, { name }: AgentRecord): string {
  if (name !== workspace.default_agent) return '';
  return workspace.policy.default_agent === false
    ? ', the default agent (off)'
    : ', the default agent for connections without credentials';
}

function agentLines(registry: Registry, agent: AgentRecord): readonly string[] {
  const {
    permissions,
    requires_approval,
    max_elements_per_operation,
    max_import_elements = max_elements_per_operation,
    max_operations_per_session,
  } = agent.permissions;
  const changes = ACTIONS.some((action) => action !== 'READ' && permissions[action] !== undefined);
  // An agent that only reads can still run what its file names, such as checks.
  const triggers = changes
    ? [...new Set<string>([...ALWAYS_REQUIRE_APPROVAL, ...requires_approval])]
    : requires_approval.filter((trigger) => RUN_TYPES.includes(trigger));
  const bulk = changes
    ? `, or more than ${registry.workspace.policy.bulk_threshold} elements are affected at once`
    : '';
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
    `  user    ${printable(personName(registry, agent.user_id))}`,
    `  token   ${agent.token_hash === null ? 'none' : 'set'}`,
    ...rights,
    ...(triggers.length === 0 ? [] : [`  needs   approval if ${triggerWords(triggers)}${bulk}`]),
    `  limits  ${max_elements_per_operation} elements a call, ${max_import_elements} an import, ${max_operations_per_session} recorded calls a session`,
  ];
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
    json: agentJson(agent),
    lines: [message, ...notes.map(printable), ...agentLines(registry, agent)],
  };
}

/**
 * Registers a new agent; without `--permissions` it may only read.
 *
 * @throws CliFailure for an invalid or existing name and for an invalid permission file
 */
export async function addAgent(call: Call): Promise<Outcome> {
  const name = checkedName(call.positionals[0] ?? '');
  await using session = openSession(call);
  const registry = session.registry();
  if (registry.agents.some((agent) => agent.name === name)) {
    throw new CliFailure(
      `the agent \`${name}\` already exists`,
      `run \`plumbline agent grant ${name} --permissions FILE\` to change its permissions`,
    );
  }
  const file = textOf(call, 'permissions');
  const { permissions, bindings } =
    file === null
      ? { permissions: AgentPermissions.parse(READ_ONLY), bindings: [] }
      : await permissionsFrom(session, call, file);
  const user = textOf(call, 'user');
  const isHuman = call.values['human'] === true;
  const record: AgentRecord = {
    kind: isHuman ? 'human' : 'agent',
    name,
    agent_id: permissions.agent_id ?? randomUUID(),
    user_id: isHuman ? humanNamed(registry, name, user) : userIdOfPerson(registry, user),
    permissions,
    token_hash: null,
    status: 'active',
  };
  await changeRegistry(session, call, { change: 'agent', record });
  const token = `added; \`plumbline agent token ${name}\` creates its token`;
  return outcomeOf(session, name, token, bindings);
}

/** Lists all agents with their status, kind and permitted actions, one line per agent. */
export async function listAgents(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const { agents } = session.registry();
  return {
    json: agents.map(agentJson),
    lines: agents.map((agent) => {
      const rights = ACTIONS.filter(
        (action) => agent.permissions.permissions[action] !== undefined,
      );
      return `${printable(agent.name).padEnd(20)} ${agent.status.padEnd(8)} ${agent.kind.padEnd(6)} ${rights.join(' ')}`;
    }),
  };
}

/** Shows one agent and its permissions. @throws CliFailure for an unknown agent */
export async function showAgent(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const registry = session.registry();
  const agent = agentNamed(registry, call.positionals[0] ?? '');
  return { json: agentJson(agent), lines: agentLines(registry, agent) };
}

/** The limits that `agent grant` changes by themselves, by option. */
const LIMIT_OPTIONS = {
  'max-elements': 'max_elements_per_operation',
  'max-import-elements': 'max_import_elements',
  'max-operations': 'max_operations_per_session',
} as const;

/** The limits that the options of a call give. @throws CliFailure for a value that the limit cannot have */
function limitsOf(call: Call): Partial<AgentPermissions> {
  const limits = Object.entries(LIMIT_OPTIONS).flatMap(([option, name]) => {
    const text = textOf(call, option);
    if (text === null) return [];
    const limit = AgentPermissions.shape[name].unwrap();
    const value = limit.safeParse(/^[0-9]+$/u.test(text) ? Number(text) : null);
    if (value.success) return [[name, value.data] as const];
    const { minValue, maxValue } = limit;
    throw misuse(
      `got \`${printable(text)}\` for --${option}, expected a whole number from ${minValue} to ${maxValue}`,
      'run `plumbline agent grant --help`',
    );
  });
  return Object.fromEntries(limits);
}

/**
 * Replaces the permissions of an agent with those in a file, or only its limits with those of the options.
 *
 * @throws CliFailure without a file and a limit, for an unknown agent, and for an invalid file or the file of another
 * agent
 */
export async function grantAgent(call: Call): Promise<Outcome> {
  const file = textOf(call, 'permissions');
  const limits = limitsOf(call);
  if (file === null && Object.keys(limits).length === 0) {
    throw misuse(
      '--permissions FILE, or a limit such as --max-elements N, is missing',
      'docs/cli.md describes the file',
    );
  }
  await using session = openSession(call);
  const before = agentNamed(session.registry(), call.positionals[0] ?? '');
  if (file === null && before.status === 'revoked') {
    throw new CliFailure(
      `\`${before.name}\` is revoked, expected an active agent`,
      `run \`plumbline agent grant ${before.name} --permissions FILE --by APPROVER\` first`,
    );
  }
  const { permissions: from, bindings } =
    file === null
      ? { permissions: before.permissions, bindings: [] }
      : await permissionsFrom(session, call, file);
  const permissions = { ...from, ...limits };
  if (permissions.agent_id !== undefined && permissions.agent_id !== before.agent_id) {
    throw new CliFailure(
      `the file is for the agent id \`${printable(permissions.agent_id)}\`, but the id of \`${before.name}\` is \`${printable(before.agent_id)}\``,
      'use the file of this agent, or omit agent_id',
    );
  }
  const record: AgentRecord = { ...before, permissions, status: 'active' };
  await changeRegistry(session, call, { change: 'agent', record });
  const { READ } = permissions.permissions;
  if (!deepEqual(READ ?? null, before.permissions.permissions.READ ?? null)) {
    call.terminal.err(
      'its READ scope has changed: unless it may read everything now, it can no longer read its earlier files and runs',
    );
  }
  return outcomeOf(session, before.name, 'changed', bindings);
}

/** Revokes an agent and its token. @throws CliFailure for an unknown agent */
export async function revokeAgent(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const before = agentNamed(session.registry(), call.positionals[0] ?? '');
  const record: AgentRecord = { ...before, status: 'revoked', token_hash: null };
  await changeRegistry(session, call, { change: 'agent', record });
  return outcomeOf(session, before.name, 'revoked');
}

/** Creates a bearer token for an agent and stores only its hash. @throws CliFailure for an unknown or revoked agent */
export async function issueToken(call: Call): Promise<Outcome> {
  await using session = openSession(call);
  const before = agentNamed(session.registry(), call.positionals[0] ?? '');
  if (before.status === 'revoked') {
    throw new CliFailure(
      `\`${before.name}\` is revoked, expected an active agent`,
      `run \`plumbline agent grant ${before.name} --permissions FILE --by APPROVER\` first`,
    );
  }
  const token = `plumb_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  const record = { ...before, token_hash: tokenHash(token) };
  await changeRegistry(session, call, { change: 'agent', record });
  call.terminal.err('store it now: only its hash is kept; servers read it from PLUMBLINE_TOKEN');
  const { default_agent, policy } = session.registry().workspace;
  if (before.name === default_agent && policy.default_agent !== false) {
    call.terminal.err(
      `a connection without credentials still acts as \`${default_agent}\`; \`plumbline policy set default_agent off\` prevents that`,
    );
  }
  return {
    json: { name: before.name, agent_id: before.agent_id, token },
    lines: [token],
  };
}
