/** @module calls: usages of the commands with which a person calls tools. */
import { type Command, flag, withValue, withValues } from '../command.ts';
import { MAIN_BRANCH } from './options.ts';

const CALL_OPTIONS = {
  as: withValue(
    'AGENT',
    'the agent that calls (default: the default agent); with PLUMBLINE_TOKEN if it has a token',
  ),
  reason: withValue('TEXT', 'the reasoning, which is stored and shown to approvers'),
  commit: flag('execute the change; without it, only its preview is shown'),
  all: flag('list every element of a long preview'),
} as const;

const BRANCH_OPTION = {
  branch: withValue('NAME', `the branch (default: ${MAIN_BRANCH})`),
} as const;

export const CALL_COMMANDS: readonly Command[] = [
  {
    words: 'call',
    operands: ['[TOOL]'],
    summary:
      'call a tool without an LLM: the same gate as for agents, a preview unless --commit; without TOOL, list the tools (`help call TOOL` lists its arguments)',
    options: {
      arg: withValues(
        'NAME=VALUE',
        'an argument; numbers, `true`, `false`, and JSON for lists and objects',
      ),
      arguments: withValue('FILE', 'all arguments as a JSON object; `-` is standard input'),
      server: withValue('S', 'the server of the tool (default: all of them)'),
      ...CALL_OPTIONS,
    },
    run: async (call) => (await import('../commands/call.ts')).callTool(call),
    helpOf: async (call) => (await import('../commands/call.ts')).describeTool(call),
  },
  {
    words: 'run',
    operands: ['SCRIPT'],
    summary:
      'run a script of the modelling language (`-`: standard input), a preview unless --commit',
    options: { ...CALL_OPTIONS, ...BRANCH_OPTION },
    run: async (call) => (await import('../commands/call.ts')).runScript(call),
  },
  {
    words: 'undo',
    operands: ['[EVENT]'],
    summary: 'revert the operation of an event, or the newest one; a preview unless --commit',
    options: { ...CALL_OPTIONS, ...BRANCH_OPTION },
    run: async (call) => (await import('../commands/undo.ts')).undoChange(call),
  },
  {
    words: 'restore',
    operands: [],
    summary:
      'return a branch to its state after an earlier event, as one change; a preview unless --commit',
    options: {
      to: withValue('SEQ', 'the `seq` of an event of the branch; `call get_history` lists them'),
      ...CALL_OPTIONS,
      ...BRANCH_OPTION,
    },
    run: async (call) => (await import('../commands/restore.ts')).restoreState(call),
  },
];
