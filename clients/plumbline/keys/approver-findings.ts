/** @module approver-findings: who can approve from here, and for which agents nobody can. */
import { accessSync, constants, existsSync } from 'node:fs';

import type { WorkspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import type { AgentRecord, ApproverRecord } from '../../../schemas/governance.ts';
import { diminishedBy } from '../../../schemas/permissions.ts';
import { type Finding, fine } from '../finding.ts';
import { printable } from '../printable.ts';
import type { Registry } from '../session.ts';
import { type KeyCall, keyPath } from './approver-key.ts';

const CHECK = 'approvers';

/** The keys are looked for where the call says. */
export function approverFindings(
  { workspace, agents, approvers }: Registry,
  paths: WorkspacePaths,
  call: KeyCall,
): readonly Finding[] {
  const active = approvers.filter(({ status }) => status === 'active');
  if (active.length === 0) {
    return [
      {
        check: CHECK,
        state: 'warn',
        found: 'nobody can approve yet, so what needs a person waits until it expires',
        next: 'run `plumbline approver add NAME`',
      },
    ];
  }
  const { approvers_required: people } = workspace.policy;
  const all = { ...people, 'element.diminished': diminishedBy(people) };
  const needed = Math.max(...Object.values(all));
  return [
    ...active.map(({ name }) => keyFinding(name, keyPath(paths, name, call))),
    ...agents
      .filter(({ status }) => status === 'active')
      .flatMap((agent) => agentFinding(agent, active, needed)),
  ];
}

function keyFinding(name: string, path: string): Finding {
  const who = printable(name);
  const shown = printable(path);
  if (!existsSync(path)) {
    return {
      check: CHECK,
      state: 'warn',
      found: `${who} cannot approve from here: there is no key in ${shown}`,
      next: 'approve where the key was made, or name its folder with --key-dir DIR',
    };
  }
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return {
      check: CHECK,
      state: 'warn',
      found: `${who} cannot approve from here: this user may not read ${shown}`,
      next: 'approve as the user whom the key belongs to',
    };
  }
  return fine(CHECK, `${who}, key in ${shown}`);
}

/** Nothing where enough people can approve for an agent: the person behind it never can. */
function agentFinding(
  agent: AgentRecord,
  active: readonly ApproverRecord[],
  needed: number,
): readonly Finding[] {
  const others = active.filter(({ user_id }) => user_id !== agent.user_id);
  if (others.length >= needed) return [];
  const own = active.find(({ user_id }) => user_id === agent.user_id);
  const because = own === undefined ? '' : `: ${printable(own.name)} is the person behind it`;
  const able = others.length === 0 ? 'nobody' : `only ${others.length} of ${needed}`;
  return [
    {
      check: CHECK,
      state: 'warn',
      found: `${able} can approve what \`${printable(agent.name)}\` asks for${because}`,
      next: 'run `plumbline approver add` for another person, under another name',
    },
  ];
}
