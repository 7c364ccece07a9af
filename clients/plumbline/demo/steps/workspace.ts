/** @module workspace: a new workspace and its approver. */
import { workspacePaths } from '../../../../governance/keeper/workspace/workspace-files.ts';
import type { Step } from '../context.ts';

/** Name of the demo's approver; the key is created for this run only. */
export const APPROVER = 'demo-approver';

/** Passphrase of its key: a person who has run the demo decides what it leaves pending. */
export const DEMO_PASSPHRASE = 'only for the demo';

export const workspaceStep: Step = {
  title: 'a workspace, its agent, and a person who approves',
  async run({ dir, person, listFile }) {
    await person('init');
    await person('approver', 'add', APPROVER);
    listFile(workspacePaths(dir).store, 'the store: model events, approvals, audit chain');
  },
};
