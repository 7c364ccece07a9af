/** @module commands: every command of the program, in the order of its help; a call loads the group that it names. */
import type { Command } from './command.ts';
import { completionCommand } from './commands/completion.ts';

/** Commands by their first word. A group is loaded when it is asked for: each draws in other parts of the house. */
const GROUPS: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  init: async () => [(await import('./commands/init.ts')).initCommand],
  config: async () => [(await import('./commands/config.ts')).configCommand],
  agent: async () => (await import('./commands/agent.ts')).AGENT_COMMANDS,
  approver: async () => (await import('./commands/approver.ts')).APPROVER_COMMANDS,
  approvals: async () => (await import('./commands/approvals.ts')).APPROVAL_COMMANDS,
  show: async () => [(await import('./commands/show.ts')).showCommand],
  policy: async () => (await import('./commands/policy.ts')).POLICY_COMMANDS,
  audit: async () => (await import('./commands/audit.ts')).AUDIT_COMMANDS,
  witness: async () => [(await import('./commands/witness.ts')).witnessCommand],
  repair: async () => [(await import('./commands/repair.ts')).repairCommand],
  'export-workspace': async () => [
    (await import('./commands/move-workspace.ts')).exportWorkspaceCommand,
  ],
  'import-workspace': async () => [
    (await import('./commands/move-workspace.ts')).importWorkspaceCommand,
  ],
  doctor: async () => [(await import('./commands/doctor.ts')).doctorCommand],
  demo: async () => [(await import('./commands/demo.ts')).demoCommand],
};

/** All commands except `mcp`. */
export async function allCommands(): Promise<readonly Command[]> {
  const loaded = await Promise.all(Object.values(GROUPS).map((load) => load()));
  const others = loaded.flat();
  return [...others, completionCommand(others)];
}

/** The commands that the words may mean: one group where they begin with its name, else all. */
export function commandsFor([first = '']: readonly string[]): Promise<readonly Command[]> {
  return (Object.hasOwn(GROUPS, first) ? GROUPS[first] : undefined)?.() ?? allCommands();
}
