/** @module approver-findings: the findings of `doctor` about approvers: usable keys, and agents without enough approvers. */
import { accessSync, constants, existsSync } from 'node:fs';

import type { WorkspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { AgentRecord, ApproverRecord } from '../../../schemas/governance.ts';
import { approversForLoss } from '../../../schemas/permissions.ts';
import { type Finding, pass, warn } from '../finding.ts';
import type { Registry } from '../session.ts';
import { type KeyCall, keyPath } from './approver-key.ts';

const CHECK = 'approvers';

/** The findings; keys are looked up where the options of the call locate them. */
export function approverFindings(
  { workspace, agents, approvers }: Registry,
  paths: WorkspacePaths,
  call: KeyCall,
): readonly Finding[] {
  const active = approvers.filter(({ status }) => status === 'active');
  if (active.length === 0) {
    return [
      warn(
        CHECK,
        'there are no approvers, so pending approvals will expire',
        'run `plumbline approver add NAME`',
      ),
    ];
  }
  const { approvers_required: people } = workspace.policy;
  const all = { ...people, 'element.diminished': approversForLoss(people) };
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
  const file = printable(path);
  if (!existsSync(path)) {
    return warn(
      CHECK,
      `${who} cannot approve from here: the key ${file} does not exist`,
      'approve where the key was created, or name its folder with --key-dir DIR',
    );
  }
  try {
    accessSync(path, constants.R_OK);
  } catch {
    return warn(
      CHECK,
      `${who} cannot approve from here: this user cannot read ${file}`,
      'approve as the owner of the key',
    );
  }
  return pass(CHECK, `${who}, key in ${file}`);
}

/** A finding if too few people can approve for an agent; the person responsible for it never can. */
function agentFinding(
  agent: AgentRecord,
  active: readonly ApproverRecord[],
  needed: number,
): readonly Finding[] {
  const others = active.filter(({ user_id }) => user_id !== agent.user_id);
  if (others.length >= needed) return [];
  const own = active.find(({ user_id }) => user_id === agent.user_id);
  const because = own === undefined ? '' : `: ${printable(own.name)} is responsible for it`;
  const able = others.length === 0 ? 'nobody' : `only ${others.length} of ${needed}`;
  return [
    warn(
      CHECK,
      `${able} can approve requests of \`${printable(agent.name)}\`${because}`,
      'run `plumbline approver add NAME` for another person, under another name',
    ),
  ];
}
