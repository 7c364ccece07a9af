/** @module commands: every command of the program, in the order of its help. Running one imports its implementation. */
import { type Command, type Usage, withValue } from './command.ts';
import { APPROVAL_COMMANDS } from './usages/approvals.ts';
import { AUDIT_COMMANDS, reportCommand, witnessCommand } from './usages/audit.ts';
import { CALL_COMMANDS } from './usages/calls.ts';
import { AGENT_COMMANDS, APPROVER_COMMANDS } from './usages/people.ts';
import { SERVER_USAGES } from './usages/servers.ts';
import {
  configCommand,
  doctorCommand,
  importCommand,
  initCommand,
  MOVE_COMMANDS,
  POLICY_COMMANDS,
  repairCommand,
  showCommand,
} from './usages/workspace.ts';

const demoCommand: Command = {
  words: 'demo',
  operands: [],
  summary: 'run the main workflow in a workspace of its own, without prompts',
  options: {
    out: withValue('DIR', 'folder to create (default: ./demo-out)'),
  },
  run: async (call) => (await import('./demo/demo.ts')).runDemo(call),
};

const completionCommand: Command = {
  words: 'completion',
  operands: ['SHELL'],
  summary: 'print a completion script for bash, zsh or fish',
  options: {},
  run: async (call) => (await import('./commands/completion.ts')).printCompletion(call, ALL_USAGES),
};

/** All commands except `mcp` and `serve`. */
export const COMMANDS: readonly Command[] = [
  initCommand,
  configCommand,
  ...AGENT_COMMANDS,
  ...APPROVER_COMMANDS,
  ...CALL_COMMANDS,
  ...APPROVAL_COMMANDS,
  showCommand,
  importCommand,
  ...POLICY_COMMANDS,
  ...AUDIT_COMMANDS,
  reportCommand,
  witnessCommand,
  repairCommand,
  ...MOVE_COMMANDS,
  doctorCommand,
  demoCommand,
  completionCommand,
];

/** Usages of all commands, `mcp` and `serve` included. */
export const ALL_USAGES: readonly Usage[] = [...COMMANDS, ...SERVER_USAGES];
