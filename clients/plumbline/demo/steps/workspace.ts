/** @module workspace: a new workspace and the person who approves in it. */
import { workspacePaths } from '../../../../governance/keeper/client-kit.ts';
import type { Step } from '../context.ts';

/** Name of the demo's approver; their key is made for this run alone. */
export const APPROVER = 'demo-approver';

export const workspaceStep: Step = {
  title: 'a workspace, its agent, and a person who approves',
  async run({ dir, person, leave }) {
    await person('init');
    await person('approver', 'add', APPROVER);
    leave(workspacePaths(dir).store, 'the store: model events, approvals, audit chain');
  },
};
