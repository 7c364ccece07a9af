/** @module principal.test: the principal of a connection, for every kind of credential and as the directory changes. */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import { type Directory, tokenHash } from '../../../governance/access/directory.ts';
import {
  type Credential,
  type Identity,
  localConnection,
} from '../../../governance/access/principal.ts';
import type { AgentRecord } from '../../../schemas/governance.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../schemas/permissions.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

function agent(name: string, more: Partial<AgentRecord> = {}): AgentRecord {
  return {
    kind: 'agent',
    name,
    agent_id: `id-${name}`,
    user_id: 'user-owner',
    permissions: AgentPermissions.parse({ permissions: { READ: {} } }),
    token_hash: null,
    status: 'active',
    ...more,
  };
}

/** A registry that a test can change. */
type Registry = { agents: readonly AgentRecord[]; default_agent?: boolean };

function directoryOf(registry: Registry): Directory {
  return {
    workspace: () => ({
      workspace_id: 'ws',
      owner: { user_id: 'user-owner', name: 'owner' },
      default_agent: 'agent',
      policy: WorkspacePolicy.parse({ default_agent: registry.default_agent }),
      created_at: '2026-01-01T00:00:00.000Z',
    }),
    agent: (name) => registry.agents.find((record) => record.name === name),
    byToken: (token) =>
      registry.agents.find(
        ({ token_hash, status }) => token_hash === tokenHash(token) && status === 'active',
      ),
  };
}

const AGENTS = [
  agent('agent'),
  agent('plain'),
  agent('locked', { token_hash: tokenHash('good') }),
  agent('gone', { status: 'revoked' }),
  agent('carla', { kind: 'human', token_hash: tokenHash('hers') }),
];

function identify(registry: Registry, given: Partial<Credential>): Identity {
  const credential = { agent: undefined, token: undefined, ...given };
  return localConnection(directoryOf(registry), credential, 'ses_1').identify();
}

describe('credentials', () => {
  it.each<[string, Partial<Credential>, string]>([
    ['nothing at all', {}, 'agent'],
    ['the name of the default agent', { agent: 'agent' }, 'agent'],
    ['the name of an agent without a token', { agent: 'plain' }, 'plain'],
    ['a token', { token: 'good' }, 'locked'],
    ['a token and its name', { agent: 'locked', token: 'good' }, 'locked'],
    ['the token of a person', { token: 'hers' }, 'carla'],
  ])('valid credentials identify a principal: %s', (_what, given, name) => {
    const { principal, refusal } = identify({ agents: AGENTS }, given);
    expect(refusal).toBeNull();
    expect(principal).toMatchObject({ name, session_id: 'ses_1' });
  });

  it.each<[string, Partial<Credential>, string]>([
    ['a token of nobody', { token: 'god' }, 'PLUMBLINE_TOKEN is not the token of an active agent'],
    ['a token with a blank', { token: 'good ' }, 'PLUMBLINE_TOKEN is not the token'],
    ['an empty token', { token: '' }, 'PLUMBLINE_TOKEN is empty'],
    [
      'an empty token beside a good name',
      { agent: 'plain', token: '' },
      'PLUMBLINE_TOKEN is empty',
    ],
    ['a name of nobody', { agent: 'plan' }, 'PLUMBLINE_AGENT names no agent'],
    ['an empty name', { agent: '' }, 'PLUMBLINE_AGENT is empty'],
    ['a revoked name', { agent: 'gone' }, '`gone` is revoked'],
    ['a name without its token', { agent: 'locked' }, '`locked` has a token, and none was given'],
    [
      'a token under another name',
      { agent: 'plain', token: 'good' },
      'do not belong to the same agent',
    ],
    [
      'a token under no name',
      { agent: 'nobody', token: 'good' },
      'do not belong to the same agent',
    ],
  ])('invalid credentials identify no principal: %s', (_what, given, because) => {
    const { principal, refusal } = identify({ agents: AGENTS }, given);
    expect(principal).toEqual({
      kind: 'agent',
      name: '(unidentified)',
      user_id: NIL,
      agent_id: NIL,
      session_id: 'ses_1',
    });
    expect(refusal?.body).toMatchObject({
      name: 'PERMISSION_DENIED',
      message: expect.stringContaining(because),
      hint: expect.stringMatching(/^ask the operator to .*, then start the server again$/),
    });
  });

  test('invalid credentials are never repeated in a refusal', () => {
    fc.assert(
      fc.property(
        fc.record({
          agent: fc.option(fc.string({ minLength: 12 }), { nil: undefined }),
          token: fc.option(fc.string({ minLength: 12 }), { nil: undefined }),
        }),
        (given) => {
          const { principal, refusal } = identify({ agents: AGENTS }, given);
          const said = JSON.stringify([principal, refusal?.body ?? null]);
          for (const text of [given.agent, given.token]) {
            expect(text !== undefined && said.includes(text)).toBe(false);
          }
        },
      ),
    );
  });
});

describe('with the default agent off', () => {
  const agents = [...AGENTS.slice(1), agent('agent', { token_hash: tokenHash('its own') })];
  it.each<[string, readonly AgentRecord[], Partial<Credential>, string | null]>([
    ['nothing at all', agents, {}, null],
    ['its name', agents, { agent: 'agent' }, null],
    ['its name while it has no token', AGENTS, { agent: 'agent' }, null],
    ['its token', agents, { token: 'its own' }, 'agent'],
    ['its name and token', agents, { agent: 'agent', token: 'its own' }, 'agent'],
    ['another agent', agents, { agent: 'plain' }, 'plain'],
  ])('%s', (_what, registered, given, name) => {
    const { principal, refusal } = identify({ agents: registered, default_agent: false }, given);
    expect([principal.name, refusal?.body.name]).toEqual(
      name === null ? ['(unidentified)', 'PERMISSION_DENIED'] : [name, undefined],
    );
  });

  test('a revoked default agent identifies no principal', () => {
    const { refusal } = identify({ agents: [agent('agent', { status: 'revoked' })] }, {});
    expect(refusal?.body).toMatchObject({ name: 'PERMISSION_DENIED' });
  });
});

describe('an open connection', () => {
  const opened = (
    given: Partial<Credential>,
  ): [Registry, () => readonly (string | undefined)[]] => {
    const registry: Registry = { agents: AGENTS };
    const credential = { agent: undefined, token: undefined, ...given };
    const connection = localConnection(directoryOf(registry), credential, 'ses_1');
    return [
      registry,
      () => {
        const { principal, refusal } = connection.identify();
        return [principal.name, refusal?.body.name];
      },
    ];
  };
  const revoked = agent('locked', { status: 'revoked' });

  it.each<[string, Partial<Credential>, Partial<Registry>, readonly [string, string]]>([
    ['revoked', { token: 'good' }, { agents: [revoked] }, ['locked', 'UNKNOWN_PRINCIPAL']],
    [
      'given another token',
      { token: 'good' },
      { agents: [agent('locked', { token_hash: tokenHash('new') })] },
      ['locked', 'PERMISSION_DENIED'],
    ],
    [
      'given a first token',
      { agent: 'plain' },
      { agents: [agent('plain', { token_hash: tokenHash('new') })] },
      ['plain', 'PERMISSION_DENIED'],
    ],
    [
      'the default agent that is switched off',
      {},
      { default_agent: false },
      ['agent', 'PERMISSION_DENIED'],
    ],
  ])(
    'loses access when its agent is %s, and regains it with the agent',
    (_what, given, change, after) => {
      const [registry, who] = opened(given);
      expect(who()).toEqual([after[0], undefined]);
      Object.assign(registry, change);
      expect(who()).toEqual(after);
      Object.assign(registry, { agents: AGENTS, default_agent: true });
      expect(who()).toEqual([after[0], undefined]);
    },
  );
});
