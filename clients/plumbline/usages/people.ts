/** @module people: usages of the commands for agents and approvers. */
import { type Command, flag, withValue } from '../command.ts';
import { SIGNING_OPTIONS } from './options.ts';

const PERMISSIONS_OPTION = {
  permissions: withValue('FILE', "JSON file with the agent's permissions"),
} as const;

export const AGENT_COMMANDS: readonly Command[] = [
  {
    words: 'agent add',
    operands: ['NAME'],
    summary: 'register an agent; without a permission file it may only read',
    options: {
      ...PERMISSIONS_OPTION,
      user: withValue('PERSON', 'the person responsible for it (default: the owner)'),
      human: flag('register a person who connects directly'),
      ...SIGNING_OPTIONS,
    },
    run: async (call) => (await import('../commands/agent.ts')).addAgent(call),
  },
  {
    words: 'agent list',
    operands: [],
    summary: 'list all agents',
    options: {},
    run: async (call) => (await import('../commands/agent.ts')).listAgents(call),
  },
  {
    words: 'agent show',
    operands: ['NAME'],
    summary: "show an agent's permissions and limits",
    options: {},
    run: async (call) => (await import('../commands/agent.ts')).showAgent(call),
  },
  {
    words: 'agent grant',
    operands: ['NAME'],
    summary: "replace an agent's permissions or limits; widening them requires --by APPROVER",
    options: {
      ...PERMISSIONS_OPTION,
      'max-elements': withValue('N', 'change only this: how many elements one call may affect'),
      'max-import-elements': withValue(
        'N',
        'change only this: how many elements one import may have',
      ),
      'max-operations': withValue('N', 'change only this: how many calls of a session may commit'),
      ...SIGNING_OPTIONS,
    },
    run: async (call) => (await import('../commands/agent.ts')).grantAgent(call),
  },
  {
    words: 'agent revoke',
    operands: ['NAME'],
    summary: 'revoke an agent: refuse its calls and cancel its pending approvals',
    options: {},
    run: async (call) => (await import('../commands/agent.ts')).revokeAgent(call),
  },
  {
    words: 'agent token',
    operands: ['NAME'],
    summary: 'create a token for an agent and print it once; replacing one may require --by',
    options: SIGNING_OPTIONS,
    run: async (call) => (await import('../commands/agent.ts')).issueToken(call),
  },
];

export const APPROVER_COMMANDS: readonly Command[] = [
  {
    words: 'approver add',
    operands: ['NAME'],
    summary: 'create a key pair here and register an approver; all but the first require --by',
    options: {
      by: SIGNING_OPTIONS.by,
      'key-dir': withValue('DIR', 'folder of the keys (default: .plumbline/keys/approvers)'),
      'public-key': withValue('KEY', 'public key that the person created with `approver key`'),
    },
    run: async (call) => (await import('../commands/approver.ts')).addApprover(call),
  },
  {
    words: 'approver key',
    operands: ['NAME'],
    summary: 'create a key pair on a machine without the workspace, to be registered there',
    options: {
      'key-dir': withValue('DIR', 'folder of the key (default: the current folder)'),
    },
    run: async (call) => (await import('../commands/approver.ts')).createKey(call),
  },
  {
    words: 'approver list',
    operands: [],
    summary: 'list all approvers, revoked ones included',
    options: {},
    run: async (call) => (await import('../commands/approver.ts')).listApprovers(call),
  },
  {
    words: 'approver revoke',
    operands: ['NAME'],
    summary: 'revoke an approver; an approver signs the change',
    options: SIGNING_OPTIONS,
    run: async (call) => (await import('../commands/approver.ts')).revokeApprover(call),
  },
];
