/** @module workspace: a real workspace on disk with the handlers over it, and a clock and ids that the test controls. */
import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { signDecision } from '../../../../governance/approval/decision.ts';
import { emptiedIn } from '../../../../governance/approval/emptied-values.ts';
import { policyDigest } from '../../../../governance/approval/plan-digest.ts';
import { valueLosses } from '../../../../governance/approval/prior-values.ts';
import { registryRevision } from '../../../../governance/approval/registry-revision.ts';
import { signRegistryChange } from '../../../../governance/approval/registry-text.ts';
import { approvalRule } from '../../../../governance/approval/rule.ts';
import { challengeAt, freshTermNonce } from '../../../../governance/approval/term-challenge.ts';
import type { VerifyOptions, VerifyReport } from '../../../../governance/audit/verify-report.ts';
import { verifyLedger } from '../../../../governance/audit/verify.ts';
import type { ApprovalMove } from '../../../../governance/keeper/handlers/context.ts';
import { makeHandlers } from '../../../../governance/keeper/handlers/make-handlers.ts';
import type { KeeperHandlers } from '../../../../governance/keeper/protocol/keeper-handlers.ts';
import type {
  DecideReply,
  RegistryReply,
  RegistryRequest,
  SubmitReply,
} from '../../../../governance/keeper/protocol/protocol.ts';
import { generateKeyPair, type KeyPair } from '../../../../kernel/base/canonical/signature.ts';
import { eventChecks } from '../../../../kernel/building/model/checks/building-checks.ts';
import type { LedgerTransaction, LedgerWriter } from '../../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader } from '../../../../kernel/ledger/sqlite-reader.ts';
import { openSqliteWriter, type SqliteWriter } from '../../../../kernel/ledger/sqlite-writer.ts';
import { countOfAffected } from '../../../../schemas/element-changes.ts';
import {
  INDEX_IDS,
  touchedIds,
  type ElementRecord,
  type ParamValues,
  type PlannedEvent,
} from '../../../../schemas/events.ts';
import type {
  AgentRecord,
  ApprovalRecord,
  ApproverRecord,
  Mark,
  PlanDocument,
  Requester,
  SignedChange,
  WorkspaceRecord,
} from '../../../../schemas/governance.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../../schemas/permissions.ts';
import { deletesByManifests } from './planned-deletions.ts';

export const START_MS = Date.parse('2026-03-01T08:00:00.000Z');
export const OWNER = 'user-owner';

const PERMISSIONS = AgentPermissions.parse({
  permissions: { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} },
});
export const POLICY = WorkspacePolicy.parse({});

export const ROBOT: AgentRecord = {
  kind: 'agent',
  name: 'robot',
  agent_id: 'agent-robot',
  user_id: OWNER,
  permissions: PERMISSIONS,
  token_hash: null,
  status: 'active',
};

export type Person = { readonly record: ApproverRecord; readonly keys: KeyPair };

export function person(name: string, user_id = `user-${name}`): Person {
  const keys = generateKeyPair();
  return { keys, record: { name, user_id, public_key: keys.publicKey, status: 'active' } };
}

export type PlanChanges = Partial<PlanDocument> & { readonly from?: AgentRecord };

/** One of several machines that share a log: its writer, the key of the log, and a mark in the ids that it creates. */
export type SharingMachine = {
  readonly writer: (local: SqliteWriter, handlers: KeeperHandlers) => Promise<LedgerWriter>;
  readonly logKeys: KeyPair;
  readonly mark: string;
};

export class Workspace {
  readonly folder: string;
  readonly path: string;
  handlers: KeeperHandlers;
  readonly logKeys: KeyPair;
  readonly #mark: string;
  now_ms = START_MS;
  #writer: LedgerWriter;
  #ids = 0;
  readonly #moved: ApprovalMove[] = [];

  private constructor({ logKeys, mark }: Partial<SharingMachine>) {
    this.logKeys = logKeys ?? generateKeyPair();
    this.#mark = mark ?? '';
    this.folder = mkdtempSync(join(tmpdir(), 'plumbline-governance-'));
    this.path = join(this.folder, 'ledger.sqlite');
    createSqliteStore(this.path);
    this.#writer = openSqliteWriter(this.path);
    this.handlers = this.restarted();
  }

  static async found(
    rules: {
      readonly policy?: WorkspacePolicy;
      readonly agent?: AgentRecord;
      readonly on?: SharingMachine;
    } = {},
  ): Promise<Workspace> {
    const workspace = rules.on === undefined ? new Workspace({}) : await Workspace.joined(rules.on);
    const reply = await workspace.registry({
      change: 'init',
      workspace: workspaceRecord(rules.policy ?? POLICY),
      agent: rules.agent ?? ROBOT,
      log_public_key: workspace.logKeys.publicKey,
    });
    if (reply.status !== 'done') throw new Error(JSON.stringify(reply));
    return workspace;
  }

  /** A machine whose workspace is read from the log, which is empty at first. */
  static async joined(on: SharingMachine): Promise<Workspace> {
    const workspace = new Workspace(on);
    await workspace.#writer.close();
    const local = openSqliteWriter(workspace.path, { copy: true });
    workspace.#writer = await on.writer(local, workspace.handlers);
    return workspace;
  }

  /** Pids of the processes that run on this machine. */
  readonly living = new Set([1]);

  /** The process of the keeper. */
  own = { id: 'keeper', pid: 100, host: 'this machine' };

  /** Handlers with empty caches, as after a takeover. */
  restarted(): KeeperHandlers {
    return makeHandlers({
      now: () => new Date(this.now_ms),
      randomId: () => this.id('r'),
      logKey: this.logKeys.privateKey,
      logName: 'plumbline/test',
      checks: async () => eventChecks,
      own: this.own,
      alive: (pid) => this.living.has(pid),
      freshTermNonce,
      place: this.path,
    });
  }

  /** Continues with handlers with empty caches. */
  restart(): void {
    this.handlers = this.restarted();
  }

  id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}-${this.#mark}${this.#ids}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    rmSync(this.folder, { recursive: true });
  }

  /** Writes everything into the one file, which can then be copied. */
  settle(): void {
    const db = new DatabaseSync(this.path);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
  }

  /** One transaction of the keeper. */
  async transact<T>(work: (tx: LedgerTransaction) => Promise<T> | T): Promise<T> {
    const result = await this.#writer.transact(work).catch((error: unknown) => {
      this.handlers.ended(false);
      throw error;
    });
    this.#moved.push(...this.handlers.ended(true));
    return result;
  }

  /** Approvals whose status has changed since the last call. */
  moved(): readonly ApprovalMove[] {
    return this.#moved.splice(0);
  }

  registry(request: RegistryRequest): Promise<RegistryReply> {
    return this.transact((tx) => this.handlers.registry(tx, request));
  }

  approval(id: string): Promise<ApprovalRecord | null> {
    return this.transact((tx) => this.handlers.approval(tx, id));
  }

  checkpoint(): Promise<string> {
    return this.transact((tx) => this.handlers.checkpoint(tx));
  }

  /** A plan as the gate would make it in the current state. */
  plan(events: readonly PlannedEvent[], changes: PlanChanges = {}): Promise<PlanDocument> {
    const { from = ROBOT, ...fields } = changes;
    return this.transact(async (tx) => {
      const branch = fields.branch ?? 'main';
      const row = await tx.registry('workspace', 'workspace');
      const { policy }: WorkspaceRecord = JSON.parse(row?.record ?? '{}');
      const affected = countOfAffected(events);
      const losses = await valueLosses(tx, branch, emptiedIn(events));
      const ids = [...new Set(events.flatMap(touchedIds))].filter((id) => !INDEX_IDS.has(id));
      const touched = [];
      for (const id of ids) {
        const [last] = await tx.eventsOfAggregate(id, branch, 1);
        const version = (await tx.versionAt(branch, id)) ?? 0;
        const gone = last?.type === 'element.deleted' && last.seq === version;
        touched.push({ branch, id, version: gone ? 0 : version });
      }
      const draft: PlanDocument = {
        v: 1,
        workspace_id: 'ws-1',
        server: 'geometry',
        tool: 'apply_changes',
        input: { ids },
        agent_id: from.kind === 'agent' ? from.agent_id : null,
        user_id: from.user_id,
        session_id: 'session-1',
        reasoning: 'because',
        branch,
        operation_id: this.id('op'),
        events: events.map((event) => ({ event_id: this.id('ev'), ...event })),
        touched,
        relied_on: [],
        branch_seq: null,
        affected,
        ...(losses.length === 0 ? {} : { losses: [...losses] }),
        triggers: [],
        approvers_required: 0,
        policy_digest: policyDigest({ permissions: from.permissions, policy }),
        data: { planned: true },
        warnings: [],
        nonce: this.id('nonce'),
        expires_at: new Date(this.now_ms + policy.approval_ttl_s * 1000).toISOString(),
        ...fields,
      };
      const deletes = await deletesByManifests(tx, draft);
      const extent = { affected, diminishes: losses.length > 0, deletes };
      const rule = approvalRule(events, extent, from.permissions.requires_approval, policy);
      const { triggers, approvers_required } = rule;
      return { ...draft, triggers: [...triggers], approvers_required, ...fields };
    });
  }

  send(
    plan: PlanDocument,
    idempotency_key: string | null = null,
    from = ROBOT,
  ): Promise<SubmitReply> {
    return this.transact((tx) =>
      this.handlers.submit(tx, {
        principal: principalOf(from, plan.session_id),
        plan,
        arguments: plan.input,
        idempotency_key,
      }),
    );
  }

  async submit(events: readonly PlannedEvent[], changes: PlanChanges = {}): Promise<SubmitReply> {
    return this.send(await this.plan(events, changes), null, changes.from);
  }

  /** Submits a plan that needs approval; returns the approval id. */
  async hold(events: readonly PlannedEvent[], changes: PlanChanges = {}): Promise<string> {
    const reply = await this.submit(events, changes);
    if (reply.status !== 'pending') throw new Error(`want pending, got ${JSON.stringify(reply)}`);
    return reply.approval_id;
  }

  async decide(
    approval_id: string,
    by: Person,
    changes: {
      readonly verdict?: 'approve' | 'reject';
      readonly reason?: string;
      readonly marks?: Mark[];
      readonly decided_ms?: number;
      readonly plan_digest?: string;
      readonly challenge?: string;
      readonly keys?: KeyPair;
    } = {},
  ): Promise<DecideReply> {
    const { verdict = 'approve', reason = null, decided_ms = this.now_ms } = changes;
    const record = await this.transact((tx) => tx.approval(approval_id));
    const decided_at = new Date(decided_ms).toISOString();
    const { challenge = this.challenge() } = changes;
    const marks = changes.marks === undefined ? {} : { marks: changes.marks };
    const said = { verdict, reason, ...marks, decided_at, challenge, approver: by.record.name };
    const signature = signDecision((changes.keys ?? by.keys).privateKey, {
      ...said,
      workspace_id: 'ws-1',
      approval_id,
      plan_digest: changes.plan_digest ?? record?.plan_digest ?? '',
    });
    return this.transact((tx) =>
      this.handlers.decide(tx, { approval_id, decision: { ...said, signature } }),
    );
  }

  /** The challenge that a client at the place of this keeper signs during its present term. */
  challenge(): string {
    return challengeAt(this.handlers.termNonce(), this.path);
  }

  /** Registers an approver; from the second one on, `by` signs. */
  async addApprover(who: Person, by: Person | null = null): Promise<RegistryReply> {
    const signed = by === null ? null : await this.signed('approver', who.record, by);
    return this.registry({ change: 'approver', record: who.record, signed });
  }

  async signed(
    kind: 'agent' | 'approver' | 'workspace',
    record: AgentRecord | ApproverRecord | WorkspaceRecord,
    by: Person,
  ): Promise<SignedChange> {
    const name = 'name' in record ? record.name : 'workspace';
    const revision = await this.transact((tx) => registryRevision(tx, kind, name));
    const approver = by.record.name;
    const challenge = this.challenge();
    const statement = { workspace_id: 'ws-1', kind, name, record, revision, approver, challenge };
    return { approver, challenge, signature: signRegistryChange(by.keys.privateKey, statement) };
  }

  verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    return verifyFile(this.path, options);
  }

  attack(work: (db: DatabaseSync) => void): void {
    attackFile(this.path, work);
  }
}

/** The report of a single pass. If it has faults, threads that read two entries each must find the same. */
export async function verifyFile(path: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  const reader = openSqliteReader(path);
  try {
    const report = await verifyLedger(reader, options);
    if (report.ok) return report;
    const entries = reader.auditHead()?.seq ?? 0;
    const parallel = { store: path, entries, threads: 1, span: 2 };
    deepStrictEqual(await verifyLedger(reader, { ...options, parallel }), report);
    return report;
  } finally {
    reader.close();
  }
}

/** Edits a store like an attacker with write access: the triggers are dropped, and created again afterwards. */
export function attackFile(path: string, work: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA synchronous=OFF; BEGIN');
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  work(db);
  for (const { sql } of triggers) db.exec(String(sql));
  db.exec('COMMIT');
  db.close();
}

export function workspaceRecord(policy: WorkspacePolicy): WorkspaceRecord {
  return {
    workspace_id: 'ws-1',
    owner: { user_id: OWNER, name: 'owner' },
    default_agent: 'robot',
    policy,
    created_at: new Date(START_MS).toISOString(),
  };
}

export function principalOf(record: AgentRecord, session_id = 'session-1'): Requester {
  return {
    kind: record.kind,
    name: record.name,
    user_id: record.user_id,
    agent_id: record.kind === 'agent' ? record.agent_id : null,
    session_id,
  };
}

/** An element that needs no other one: a grid line of this length, mm. */
const line = (id: string, length = 1): ElementRecord => ({
  id,
  kind: 'grid',
  params: { level_id: null, name: id, start: { x: 0, y: 0 }, end: { x: length, y: 0 } },
});

export const created = (id: string): PlannedEvent => ({
  type: 'element.created',
  aggregate_id: id,
  payload: { element: line(id) },
});
export const deleted = (
  id: string,
  cascade_of: string | null = null,
  length = 1,
): PlannedEvent => ({
  type: 'element.deleted',
  aggregate_id: id,
  payload: { element: line(id, length), cascade_of },
});
/** Changes the length of a grid line that was 1 mm long. */
export const modified = (id: string, length: number, from = 1): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates: { end: { x: length, y: 0 } }, previous: { end: { x: from, y: 0 } } },
});

/** A level, and a wall on the level `L`. */
export const storey = (id: string): ElementRecord => ({
  id,
  kind: 'level',
  params: { name: id, elevation: 0, height: 3000 },
});
export const level = (id: string): PlannedEvent => ({
  type: 'level.created',
  aggregate_id: id,
  payload: { element: storey(id) },
});
export const makes = (element: ElementRecord): PlannedEvent => ({
  type: 'element.created',
  aggregate_id: element.id,
  payload: { element },
});
const WALL: ParamValues = {
  level_id: 'L',
  name: null,
  start: { x: 0, y: 0 },
  end: { x: 5000, y: 0 },
  height: 3000,
  thickness: 200,
  base_offset: 0,
  wall_type: 'basic',
  usage: 'interior',
  fire_rating_min: null,
  load_bearing: false,
  join_type: 'auto',
};
export const wall = (id: string, params: ParamValues = {}): PlannedEvent =>
  makes({ id, kind: 'wall', params: { ...WALL, ...params } });

/** A reply of the keeper. */
type Reply = { readonly status: string; readonly refusal?: { readonly name: string } };

/** The refusal's name, or the status. */
export function outcome({ status, refusal }: Reply): string {
  return refusal?.name ?? status;
}
