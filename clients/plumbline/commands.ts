/** @module commands: every command of the program, in the order of its help. */
import type { Command } from './command.ts';
import { AGENT_COMMANDS } from './commands/agent.ts';
import { APPROVER_COMMANDS } from './commands/approver.ts';
import { configCommand } from './commands/config.ts';
import { initCommand } from './commands/init.ts';

/** All commands but the servers'. */
export const COMMANDS: readonly Command[] = [
  initCommand,
  configCommand,
  ...AGENT_COMMANDS,
  ...APPROVER_COMMANDS,
];
