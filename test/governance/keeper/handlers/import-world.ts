/** @module import-world: a workspace with imports, and its comparison with the model. */
import { elementAt } from '../../../../governance/keeper/elements/element-states.ts';
import {
  type Restoration,
  restorationOf,
} from '../../../../kernel/building/model/branches/restoration.ts';
import { eventChecks } from '../../../../kernel/building/model/checks/building-checks.ts';
import { Model } from '../../../../kernel/building/model/model.ts';
import { openProjection } from '../../../../kernel/building/model/projection/open-projection.ts';
import { replay } from '../../../../kernel/building/model/replay.ts';
import type { StateView } from '../../../../kernel/building/model/state-view.ts';
import { Timelines } from '../../../../kernel/building/view/past/timelines.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import type { ElementRecord, ParamValues, PlannedEvent } from '../../../../schemas/events.ts';
import type { AgentRecord } from '../../../../schemas/governance.ts';
import { AgentPermissions } from '../../../../schemas/permissions.ts';
import {
  levelRecord,
  madeImport,
  type MadeImport,
  revisionOf,
  wallRecord,
} from '../../../made-import.ts';
import { stageMade } from './staging.ts';
import { outcome, person, type PlanChanges, ROBOT, Workspace } from './workspace.ts';

export const LEVEL = levelRecord('level_i', 'Ground');
export const wallOf = (i: number): ElementRecord => wallRecord(`wall_i${i}`, LEVEL.id, 4000 * i);
export const [W0, W1, W2] = [wallOf(0), wallOf(1), wallOf(2)];
export const WALLS = [W0, W1, W2];
/** Ids of the elements of `IMPORT` and `LATER`. */
export const IDS = [LEVEL.id, 'wall_i0', 'wall_i1', 'wall_i2', 'wall_i3'];
export const IMPORT = madeImport([...WALLS, null, LEVEL]);
/** It renames the level and the first wall, has the second one unchanged, lacks the third one, and has a new one. */
export const LATER = madeImport(
  [named(W0, 'A'), W1, wallRecord('wall_i3', LEVEL.id, 20_000), named(LEVEL, 'Lower')],
  { import_id: 'import_2', text: 'a later file' },
);
export const REVISION = revisionOf(IMPORT, LATER);
export const ann = person('ann', 'user-ann');

export function named(element: ElementRecord, name: string): ElementRecord {
  return { ...element, params: { ...element.params, name } };
}

export function sets(id: string, updates: ParamValues, previous: ParamValues): PlannedEvent {
  return { type: 'element.modified', aggregate_id: id, payload: { updates, previous } };
}

export function removes(element: ElementRecord): PlannedEvent {
  const payload = { element, cascade_of: null };
  return { type: 'element.deleted', aggregate_id: element.id, payload };
}

export function creates(element: ElementRecord): PlannedEvent {
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

export function forks(name: string, from: string, from_seq: number): PlannedEvent {
  return { type: 'branch.created', aggregate_id: name, payload: { name, from, from_seq } };
}

/** An agent that may do everything, but for these permissions. */
export function agentWith(permissions: object, name = ROBOT.name): AgentRecord {
  return {
    ...ROBOT,
    name,
    agent_id: `agent-${name}`,
    permissions: AgentPermissions.parse({
      permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
      ...permissions,
    }),
  };
}

/** A workspace with an approver. */
export async function foundWorkspace(): Promise<Workspace> {
  const ws = await Workspace.found();
  await ws.addApprover(ann);
  return ws;
}

/** Registers another agent. */
export async function addAgent(ws: Workspace, agent: AgentRecord): Promise<void> {
  const signed = await ws.signed('agent', agent, ann);
  await ws.registry({ change: 'agent', record: agent, signed });
}

/** Submits a plan, and approves it if it is held; returns how that ended. */
export async function execute(
  ws: Workspace,
  events: readonly PlannedEvent[],
  changes: PlanChanges = {},
): Promise<string> {
  const reply = await ws.submit(events, changes);
  if (reply.status !== 'pending') return outcome(reply);
  return outcome(await ws.decide(reply.approval_id, ann));
}

/** Imports with an approval. */
export async function imports(ws: Workspace, made: MadeImport): Promise<void> {
  await stageMade(ws, made);
  const end = await execute(ws, [made.event]);
  if (end !== 'executed') throw new Error(end);
}

export async function modelOf(ws: Workspace): Promise<Model> {
  const reader = openSqliteReader(ws.path);
  const model = new Model();
  await replay(model, reader);
  reader.close();
  return model;
}

/** The restore of a branch to its state after an event, as the view of the branch plans it. */
export async function restorationOn(
  ws: Workspace,
  branch: string,
  seq: number,
): Promise<Restoration> {
  const reader = openSqliteReader(ws.path);
  try {
    const model = new Model();
    await replay(model, reader);
    const view = model.view(branch);
    if (view === null) throw new Error(`no branch ${branch}`);
    const past = await new Timelines(reader).at(model, branch, seq);
    if (past === null) throw new Error(`no branch ${branch}`);
    return restorationOf(view, past, { seq, at: '' });
  } finally {
    reader.close();
  }
}

/** The branch after an event, from its log alone. */
export async function projectionAt(
  ws: Workspace,
  branch: string,
  until: number,
): Promise<StateView> {
  const reader = openSqliteReader(ws.path);
  try {
    return (await openProjection(reader, branch, { until })).view.model;
  } finally {
    reader.close();
  }
}

export async function viewOf(ws: Workspace, branch = 'main'): Promise<StateView> {
  const view = (await modelOf(ws)).view(branch);
  if (view === null) throw new Error(`no branch ${branch}`);
  return view;
}

/** Names of elements of main; null without one. */
export async function namesIn(ws: Workspace, ids: readonly string[]): Promise<readonly unknown[]> {
  const view = await viewOf(ws);
  return ids.map((id) => {
    const params = view.element(id)?.params ?? {};
    return 'name' in params ? params.name : null;
  });
}

/** Differences between the elements and versions of the keeper and those of the model. */
export async function disagreements(
  ws: Workspace,
  ids: readonly string[],
  branch = 'main',
): Promise<readonly string[]> {
  const view = await viewOf(ws, branch);
  const moment = { branch, until: Number.MAX_SAFE_INTEGER };
  return await ws.transact(async (tx) => {
    const found: string[] = [];
    for (const id of ids) {
      const kept = await elementAt({ read: tx, checks: eventChecks }, moment, id);
      const version = (await tx.versionAt(branch, id)) ?? view.version(id);
      const [mine, other] = [
        JSON.stringify([kept, version]),
        JSON.stringify([view.element(id) ?? null, view.version(id)]),
      ];
      if (mine !== other) found.push(`${mine} instead of ${other}`);
    }
    return found;
  });
}
