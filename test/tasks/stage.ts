/** @module stage: the workspace of a task, its servers as a host starts them, and the person who approves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { openSessionIn } from '../../clients/plumbline/session.ts';
import { foundWorkspace } from '../../governance/keeper/workspace/found-workspace.ts';
import {
  createWorkspaceFiles,
  workspacePaths,
} from '../../governance/keeper/workspace/workspace-files.ts';
import type { EnvelopeBody } from '../../schemas/envelope.ts';
import { connect, okHere, testWorkspace, type Connected } from '../e2e/connect.ts';
import { approving } from '../e2e/digest-of.ts';
import type { Brief } from './briefs.ts';

const APPROVER = 'alice';
const EXAMPLES = join(import.meta.dirname, '../../examples');

/** What a model gets from a call: the envelope, and the text in which its host shows it. */
export type Shown = { readonly envelope: EnvelopeBody; readonly text: string };

/** A running stage. `call` answers as a host does; a pending approval is approved by the person before it returns. */
export type Stage = {
  readonly list: () => Promise<readonly object[]>;
  readonly instructions: () => readonly string[];
  readonly call: (
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<Shown>;
  readonly close: () => Promise<void>;
};

const Pending = z.object({ data: z.object({ approval_id: z.string() }) });
const Waiting = z.array(z.object({ approval_id: z.string(), status: z.string() }));

/** Opens the stage of a task on a workspace of its own. */
export async function openStage(brief: Brief): Promise<Stage> {
  const workspace = testWorkspace(false);
  const { dir } = workspace;
  await foundWithPerson(dir);
  if (brief.building !== null) await build(dir, brief.building);
  const connections = new Map<string, Connected>();
  for (const server of brief.servers) connections.set(server, await connect(dir, server));
  const connected = (server: string): Connected => {
    const one = connections.get(server);
    if (one !== undefined) return one;
    throw new Error(`got the server \`${server}\`, want one of ${brief.servers.join(', ')}`);
  };
  return {
    list: async () => {
      const lists = await Promise.all(
        [...connections.values()].map(async ({ client }) => (await client.listTools()).tools),
      );
      return lists.flat();
    },
    instructions: () =>
      [...connections.values()].map(({ client }) => client.getInstructions() ?? ''),
    call: async (server, tool, args) => {
      const envelope = await connected(server).call(tool, args);
      await approveAsked(dir, envelope);
      return { envelope, text: JSON.stringify(envelope) };
    },
    close: async () => {
      for (const { close } of connections.values()) await close();
      workspace.remove();
    },
  };
}

/** The person approves what an answer asks for, if it asks for an approval. */
export async function approveAsked(dir: string, { error }: EnvelopeBody): Promise<void> {
  const pending = Pending.safeParse(error);
  if (error?.name === 'APPROVAL_PENDING' && pending.success) {
    await okHere(dir, ...approving(dir, pending.data.data.approval_id, APPROVER));
  }
}

/** The person approves everything that waits. Returns the ids of the approvals. */
export async function approveWaiting(dir: string): Promise<readonly string[]> {
  const listed: unknown = JSON.parse(await okHere(dir, 'approvals', 'list', '--json'));
  const ids = Waiting.parse(listed)
    .filter(({ status }) => status === 'pending')
    .map(({ approval_id }) => approval_id);
  for (const id of ids) await okHere(dir, ...approving(dir, id, APPROVER));
  return ids;
}

/**
 * Makes a workspace with the person who approves. Its ids are the same every time: ids of elements follow from that of
 * the workspace.
 */
export async function foundWithPerson(dir: string): Promise<void> {
  await found(dir);
  await okHere(dir, 'approver', 'add', APPROVER);
}

async function found(dir: string): Promise<void> {
  createWorkspaceFiles(dir);
  await using session = openSessionIn(dir);
  let last = 0;
  await foundWorkspace(await session.keeper(), workspacePaths(dir), {
    owner: 'owner',
    now: () => new Date(),
    randomId: () => `00000000-0000-4000-8000-${String((last += 1)).padStart(12, '0')}`,
  });
}

/** Builds a script of `examples/` and approves it. */
async function build(dir: string, script: string): Promise<void> {
  const geometry = await connect(dir, 'geometry');
  try {
    const answer = await geometry.call('run_script', {
      script: readFileSync(join(EXAMPLES, script), 'utf8'),
      reasoning: 'the building that the task begins with',
      dry_run: false,
    });
    await approveAsked(dir, answer);
    if (answer.error !== undefined && answer.error.name !== 'APPROVAL_PENDING') {
      throw new Error(`building ${script}: ${answer.error.message}`);
    }
  } finally {
    await geometry.close();
  }
}
