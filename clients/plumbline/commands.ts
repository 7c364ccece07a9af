/** @module commands: every command of the program, in the order of its help. */
import type { Command } from './command.ts';
import { AGENT_COMMANDS } from './commands/agent.ts';
import { APPROVAL_COMMANDS } from './commands/approvals.ts';
import { APPROVER_COMMANDS } from './commands/approver.ts';
import { AUDIT_COMMANDS } from './commands/audit.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { initCommand } from './commands/init.ts';
import { POLICY_COMMANDS } from './commands/policy.ts';
import { repairCommand } from './commands/repair.ts';
import { showCommand } from './commands/show.ts';

const OTHERS: readonly Command[] = [
  initCommand,
  configCommand,
  ...AGENT_COMMANDS,
  ...APPROVER_COMMANDS,
  ...APPROVAL_COMMANDS,
  showCommand,
  ...POLICY_COMMANDS,
  ...AUDIT_COMMANDS,
  repairCommand,
  doctorCommand,
  demoCommand,
];

/** All commands except `mcp`. */
export const COMMANDS: readonly Command[] = [...OTHERS, completionCommand(OTHERS)];
