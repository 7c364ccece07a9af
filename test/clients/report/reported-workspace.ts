/** @module reported-workspace: a workspace in which agents and people did everything that a report lists. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { type AgentClient, connectAgent } from '../../../clients/plumbline/demo/agent-client.ts';
import { okHere, PASSPHRASE, testWorkspace, type TestWorkspace } from '../../e2e/connect.ts';
import { approving } from '../../e2e/digest-of.ts';
import { makeKeyQuick } from '../../e2e/quick-key.ts';

/** A name with HTML, a terminal escape and a character that reorders text. */
export const EVIL_NAME = 'wall <b>&"x"</b>\u001b[31m\u202E';
/** A secret in the name of an element, and a mail address in a reason. */
export const SECRET = 'sk-abcdefghijklmnopqrstuvwx';
export const MAIL = 'anna@secret.example';

/** The workspace, and the ids of what happened in it. */
export type Reported = TestWorkspace & {
  readonly wall: string;
  readonly executed: string;
  readonly rejected: string;
  readonly branch: string;
};

/** A check of three walls without a fire rating, of which one gets a rating after its first run. */
const CHECK = {
  required_params: ['fire_rating_min'],
  categories: ['Walls'],
  reasoning: 'before and after',
};

type Built = Readonly<Record<string, unknown>>;

/** Builds the workspace through the gate: previews, changes, refusals, approvals, an undo, a branch, checks, files. */
export async function reportedWorkspace(): Promise<Reported> {
  const workspace = testWorkspace();
  const { dir } = workspace;
  await okHere(dir, 'approver', 'add', 'alice');
  makeKeyQuick(dir, 'alice', PASSPHRASE);
  const agent = await connectAgent('all', dir, ['--toolsets', 'more']);
  const did = async (tool: string, args: object, reasoning = 'a test'): Promise<Built> => {
    const answer = await agent.call(tool, { ...args, dry_run: false, reasoning });
    if (!answer.success) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const { level_id } = await did('create_level', { name: 'Ground', elevation: 0 });
  const wallAt = async (y: number, name: string): Promise<string> => {
    const ends = { start: { x: 0, y }, end: { x: 5000, y } };
    return String((await did('create_wall', { level_id, ...ends, name }))['wall_id']);
  };
  const wall = await wallAt(0, EVIL_NAME);
  const other = await wallAt(3000, `token ${SECRET}`);
  const north = await wallAt(6000, 'north');
  const corner = { x: 6000, y: 0 };
  const boundary_points = [corner, { x: 9000, y: 0 }, { x: 9000, y: 3000 }, { x: 6000, y: 3000 }];
  await did('create_room', { level_id, boundary_points, name: SECRET });
  const { door_id } = await did('place_door', { wall_id: wall, offset: 500, width: 700 });
  await agent.call('create_wall', {
    level_id,
    start: { x: 0, y: 0 },
    end: { x: 1, y: 900 },
    reasoning: 'a preview',
  });
  await agent.call('data_completeness', CHECK);
  await did(
    'modify_parameter',
    { element_id: door_id, parameter_name: 'width', value: 1100 },
    `wider, ask ${MAIL}`,
  );
  await did('modify_parameter', {
    element_id: north,
    parameter_name: 'fire_rating_min',
    value: 60,
  });
  await agent.call('data_completeness', CHECK);
  await agent.call('place_door', {
    wall_id: wall,
    offset: 4800,
    dry_run: false,
    reasoning: 'refused',
  });
  const executed = await decided(
    agent,
    dir,
    ['delete_elements', { element_ids: [wall] }],
    ['approve', 'agreed <b>on site</b>'],
  );
  const { event_id } = await agent.call('modify_parameter', {
    element_id: other,
    parameter_name: 'height',
    value: 2800,
    dry_run: false,
    reasoning: 'higher',
  });
  await did('undo', { event_id }, 'lower again');
  const rejected = await decided(
    agent,
    dir,
    ['delete_elements', { element_ids: [other] }],
    ['reject', 'not this one'],
  );
  await did('create_branch', { name: 'design/a' });
  await did('create_column', {
    level_id,
    location: { x: 2000, y: 1500 },
    height: 2500,
    profile: '200x200',
    branch: 'design/a',
  });
  const seq = lastOnMain(dir);
  await decided(agent, dir, ['merge_branch', { source: 'design/a' }], ['approve', 'merge it']);
  await decided(agent, dir, ['restore', { to_seq: seq }], ['approve', 'as it was']);
  const { view_id } = await did('create_plan', { level_id, scale: 50 });
  for (const path of ['same.svg', 'edited.svg', 'gone.svg']) {
    await did('export_drawing', { view_id, format: 'svg', path });
  }
  await agent.close();
  writeFileSync(join(dir, 'artifacts', 'edited.svg'), 'edited');
  rmSync(join(dir, 'artifacts', 'gone.svg'));
  return { ...workspace, wall, executed, rejected, branch: 'design/a' };
}

/** Requests a change that needs an approval, and decides it after a comment. */
async function decided(
  agent: AgentClient,
  dir: string,
  [tool, args]: readonly [string, object],
  [verdict, reason]: readonly ['approve' | 'reject', string],
): Promise<string> {
  const reasoning = `in the way\nof ${verdict}`;
  const answer = await agent.call(tool, { ...args, dry_run: false, reasoning });
  const { approval_id } = answer;
  if (approval_id === undefined) throw new Error(JSON.stringify(answer));
  const as = ['--as', 'alice'];
  const mark = ['--mark', '100,200,0=this corner'];
  await okHere(
    dir,
    'approvals',
    'comment',
    approval_id,
    ...as,
    '--text',
    'what of <b>it</b>?',
    ...mark,
  );
  const words =
    verdict === 'approve'
      ? approving(dir, approval_id, 'alice')
      : ['approvals', 'reject', approval_id, ...as];
  await okHere(dir, ...words, '--reason', reason);
  return approval_id;
}

/** Ledger seq of the last event of main. */
function lastOnMain(dir: string): number {
  const store = new DatabaseSync(join(dir, '.plumbline', 'ledger.db'), { readOnly: true });
  const row = store.prepare("SELECT max(seq) AS seq FROM events WHERE branch = 'main'").get();
  store.close();
  return Number(row?.['seq']);
}
