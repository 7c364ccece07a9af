/** @module workspace: a real workspace on disk with the handlers over it, a clock and ids that the test moves. */
import { deepStrictEqual } from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { signDecision } from '../../../governance/approval/decision.ts';
import { policyDigest } from '../../../governance/approval/plan-digest.ts';
import { signRegistryChange } from '../../../governance/approval/registry-text.ts';
import { approvalRule } from '../../../governance/approval/rule.ts';
import type { VerifyOptions, VerifyReport } from '../../../governance/audit/verify-report.ts';
import { verifyLedger } from '../../../governance/audit/verify.ts';
import { registryRevision } from '../../../governance/keeper/handlers-registered.ts';
import type { KeeperHandlers } from '../../../governance/keeper/handlers-type.ts';
import { makeHandlers } from '../../../governance/keeper/handlers.ts';
import type {
  DecideReply,
  RegistryReply,
  RegistryRequest,
  SubmitReply,
} from '../../../governance/keeper/protocol.ts';
import { generateKeyPair, type KeyPair } from '../../../kernel/canonical/signature.ts';
import type { LedgerTransaction, LedgerWriter } from '../../../kernel/ledger/ledger.ts';
import { createSqliteStore } from '../../../kernel/ledger/sqlite-file.ts';
import { openSqliteReader, openSqliteWriter } from '../../../kernel/ledger/sqlite.ts';
import { affectedIds, touchedIds, type PlannedEvent } from '../../../schemas/events.ts';
import type {
  AgentRecord,
  ApprovalRecord,
  ApproverRecord,
  PlanDocument,
  Principal,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { AgentPermissions, WorkspacePolicy } from '../../../schemas/permissions.ts';

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

export class Workspace {
  readonly folder: string;
  readonly path: string;
  readonly handlers: KeeperHandlers;
  readonly logKeys: KeyPair = generateKeyPair();
  now_ms = START_MS;
  #writer: LedgerWriter;
  #ids = 0;

  private constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'plumbline-governance-'));
    this.path = join(this.folder, 'ledger.sqlite');
    createSqliteStore(this.path);
    this.#writer = openSqliteWriter(this.path);
    this.handlers = this.restarted();
  }

  static async found(
    rules: { readonly policy?: WorkspacePolicy; readonly agent?: AgentRecord } = {},
  ): Promise<Workspace> {
    const workspace = new Workspace();
    const reply = await workspace.registry({
      change: 'init',
      workspace: workspaceRecord(rules.policy ?? POLICY),
      agent: rules.agent ?? ROBOT,
      log_public_key: workspace.logKeys.publicKey,
    });
    if (reply.status !== 'done') throw new Error(JSON.stringify(reply));
    return workspace;
  }

  /** Handlers with an empty memory, as after a takeover. */
  restarted(): KeeperHandlers {
    return makeHandlers({
      now: () => new Date(this.now_ms),
      randomId: () => this.id('r'),
      logKey: this.logKeys.privateKey,
      logName: 'plumbline/test',
    });
  }

  id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}-${this.#ids}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    rmSync(this.folder, { recursive: true });
  }

  transact<T>(work: (tx: LedgerTransaction) => Promise<T> | T): Promise<T> {
    return this.#writer.transact(work);
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

  /** A plan as the gate would make it now. */
  plan(events: readonly PlannedEvent[], changes: PlanChanges = {}): Promise<PlanDocument> {
    const { from = ROBOT, ...fields } = changes;
    return this.transact(async (tx) => {
      const branch = fields.branch ?? 'main';
      const row = await tx.registry('workspace', 'workspace');
      const { policy }: WorkspaceRecord = JSON.parse(row?.record ?? '{}');
      const affected = affectedIds(events).size;
      const rule = approvalRule(events, affected, from.permissions.requires_approval, policy);
      const ids = [...new Set(events.flatMap(touchedIds))];
      const touched = [];
      for (const id of ids) {
        const [last] = await tx.eventsOfAggregate(id, branch, 1);
        const gone = last === undefined || last.type === 'element.deleted';
        touched.push({ branch, id, version: gone ? 0 : ((await tx.touchedAt(branch, id)) ?? 0) });
      }
      return {
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
        triggers: [...rule.triggers],
        approvers_required: rule.approvers_required,
        policy_digest: policyDigest({ permissions: from.permissions, policy }),
        data: { planned: true },
        warnings: [],
        nonce: this.id('nonce'),
        expires_at: new Date(this.now_ms + policy.approval_ttl_s * 1000).toISOString(),
        ...fields,
      };
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

  /** Submits what needs a person; the approval's id. */
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
      readonly decided_ms?: number;
      readonly plan_digest?: string;
      readonly keys?: KeyPair;
    } = {},
  ): Promise<DecideReply> {
    const { verdict = 'approve', reason = null, decided_ms = this.now_ms } = changes;
    const record = await this.transact((tx) => tx.approval(approval_id));
    const decided_at = new Date(decided_ms).toISOString();
    const said = { verdict, reason, decided_at, approver: by.record.name };
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

  /** Registers an approver; from the second on `by` signs. */
  async addApprover(who: Person, by: Person | null = null): Promise<RegistryReply> {
    const signed = by === null ? null : await this.signed('approver', who.record, by);
    return this.registry({ change: 'approver', record: who.record, signed });
  }

  async signed(
    kind: 'agent' | 'approver' | 'workspace',
    record: AgentRecord | ApproverRecord | WorkspaceRecord,
    by: Person,
  ): Promise<{ readonly approver: string; readonly signature: string }> {
    const name = 'name' in record ? record.name : 'workspace';
    const revision = await this.transact((tx) => registryRevision(tx, kind, name));
    const approver = by.record.name;
    const statement = { workspace_id: 'ws-1', kind, name, record, revision, approver };
    return { approver, signature: signRegistryChange(by.keys.privateKey, statement) };
  }

  /** The report of one reading. Where it names faults, threads that read two entries each must find the same. */
  async verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    const reader = openSqliteReader(this.path);
    try {
      const report = await verifyLedger(reader, options);
      if (report.ok) return report;
      const entries = reader.auditHead()?.seq ?? 0;
      const parallel = { store: this.path, entries, threads: 1, span: 2 };
      deepStrictEqual(await verifyLedger(reader, { ...options, parallel }), report);
      return report;
    } finally {
      reader.close();
    }
  }

  /** Edits the file as an attacker with write access would, with every trigger dropped. */
  attack(work: (db: DatabaseSync) => void): void {
    const db = new DatabaseSync(this.path);
    const triggers = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
    work(db);
    db.close();
  }
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

function principalOf(record: AgentRecord, session_id = 'session-1'): Principal {
  return {
    kind: record.kind,
    name: record.name,
    user_id: record.user_id,
    agent_id: record.kind === 'agent' ? record.agent_id : null,
    session_id,
  };
}

const wall = (id: string): PlannedEvent['payload'] => ({
  element: { id, kind: 'wall', params: { name: id } },
});

export const created = (id: string): PlannedEvent => ({
  type: 'element.created',
  aggregate_id: id,
  payload: wall(id),
});
export const deleted = (id: string, cascade_of: string | null = null): PlannedEvent => ({
  type: 'element.deleted',
  aggregate_id: id,
  payload: { ...wall(id), cascade_of },
});
export const modified = (id: string, height: number): PlannedEvent => ({
  type: 'element.modified',
  aggregate_id: id,
  payload: { updates: { height }, previous: { height: 1 } },
});

/** The refusal's name, or the status. */
export function outcome(reply: SubmitReply | DecideReply | RegistryReply): string {
  return reply.status === 'refused' ? reply.refusal.name : reply.status;
}
