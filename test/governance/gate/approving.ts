/** @module approving: test actions through a gate as an agent, and with an approver's key as the person. */
import type { KeyObject } from 'node:crypto';
import { dirname } from 'node:path';

import type * as z from 'zod';

import { connectionOf, principalOf } from '../../../governance/access/principal.ts';
import { signComment } from '../../../governance/approval/comment.ts';
import { signDecision } from '../../../governance/approval/decision.ts';
import { signRepair } from '../../../governance/approval/repair-text.ts';
import { challengeAt } from '../../../governance/approval/term-challenge.ts';
import { eventDigest } from '../../../governance/audit/event-digest.ts';
import type { RepairReply } from '../../../governance/keeper/protocol/protocol.ts';
import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { generateKeyPair } from '../../../kernel/base/canonical/signature.ts';
import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import type { EventRecord } from '../../../schemas/events.ts';
import {
  type Mark,
  PlanDocument,
  type Principal,
  WorkspaceRecord,
} from '../../../schemas/governance.ts';
import { AgentPermissions } from '../../../schemas/permissions.ts';
import type { Harness } from './harness.ts';

type Call<T> = (tool: string, args: Readonly<Record<string, unknown>>) => Promise<T>;

/** Actions of one agent. */
export type Voice = {
  readonly principal: Principal;
  /** Calls a tool with a reason. */
  readonly ask: Call<EnvelopeBody>;
  /** Commits; throws if the call is refused or pending. */
  readonly done: Call<EnvelopeBody>;
  /** Calls a tool that needs approval; returns the approval id. */
  readonly held: Call<string>;
};

/** The default agent behind the gate, other agents, and a person with a key. */
export type Approving = Voice & {
  /** Another agent of the owner. */
  readonly other: (name: string) => Voice;
  /** Replaces the permissions of another agent by these, which are no wider. */
  readonly narrowed: (name: string, permissions: AgentPermissions) => Promise<void>;
  /** Signs; returns the status of the approval after it, or the name of the refusal. */
  readonly decide: (
    approval_id: string,
    verdict?: 'approve' | 'reject',
    marks?: Mark[],
  ) => Promise<string>;
  /** Signs a comment on a pending approval; returns `commented`, or the name of the refusal. */
  readonly comment: (approval_id: string, text: string, marks?: Mark[]) => Promise<string>;
  /** Their private key. */
  readonly key: KeyObject;
  /** Signs that an event of the log is voided, for the keeper's present term by default. */
  readonly repair: (event: EventRecord, challenge?: string) => Promise<RepairReply>;
};

/** Registers agents with these permissions, then an approver, and returns their actions. */
export async function approving(
  harness: Harness,
  others: Readonly<Record<string, z.input<typeof AgentPermissions>>> = {},
): Promise<Approving> {
  const { keeper, agent } = harness;
  const { socket } = workspacePaths(dirname(dirname(harness.store)));
  const challenged = async (): Promise<string> => challengeAt(await keeper.termNonce(), socket);
  for (const [name, permissions] of Object.entries(others)) {
    const record = { ...agent, name, agent_id: `agent-${name}` };
    await keeper.registry({
      change: 'agent',
      record: { ...record, permissions: AgentPermissions.parse(permissions) },
      signed: null,
    });
  }
  const { privateKey, publicKey } = generateKeyPair();
  const approver = 'alice';
  await keeper.registry({
    change: 'approver',
    record: { name: approver, user_id: 'user-alice', public_key: publicKey, status: 'active' },
    signed: null,
  });
  return {
    ...voiceOf(harness, harness.principal),
    other: (name) => {
      const record = { ...agent, name, agent_id: `agent-${name}` };
      return voiceOf(harness, principalOf(record, `ses_${name}`));
    },
    narrowed: async (name, permissions) => {
      const record = { ...agent, name, agent_id: `agent-${name}`, permissions };
      const reply = await keeper.registry({ change: 'agent', record, signed: null });
      if (reply.status !== 'done') throw new Error(JSON.stringify(reply));
    },
    decide: async (approval_id, verdict = 'approve', marks) => {
      // Read from the store: the keeper would report a stale approval before anything is signed.
      const waiting = harness.reader.approval(approval_id);
      if (waiting === null) throw new Error(`no approval ${approval_id}`);
      const { workspace_id } = PlanDocument.parse(JSON.parse(waiting.plan));
      const decided_at = new Date().toISOString();
      const challenge = await challenged();
      const marked = marks === undefined ? {} : { marks };
      const said = { approver, verdict, reason: 'a test', ...marked, decided_at, challenge };
      const { plan_digest } = waiting;
      const statement = { ...said, workspace_id, approval_id, plan_digest };
      const signature = signDecision(privateKey, statement);
      const reply = await keeper.decide({ approval_id, decision: { ...said, signature } });
      return reply.status === 'refused' ? reply.refusal.name : reply.status;
    },
    comment: async (approval_id, text, marks) => {
      const waiting = harness.reader.approval(approval_id);
      if (waiting === null) throw new Error(`no approval ${approval_id}`);
      const { workspace_id } = PlanDocument.parse(JSON.parse(waiting.plan));
      const commented_at = new Date().toISOString();
      const marked = marks === undefined ? {} : { marks };
      const said = { approver, text, ...marked, commented_at, challenge: await challenged() };
      const { plan_digest } = waiting;
      const statement = { ...said, workspace_id, approval_id, plan_digest };
      const signature = signComment(privateKey, statement);
      const reply = await keeper.comment({ approval_id, comment: { ...said, signature } });
      return reply.status === 'refused' ? reply.refusal.name : reply.status;
    },
    key: privateKey,
    repair: async (event, given) => {
      const { workspace_id } = WorkspaceRecord.parse(
        JSON.parse(harness.reader.registryAll('workspace')[0]?.record ?? ''),
      );
      const { seq, event_id } = event;
      const event_digest = eventDigest(event);
      const decided_at = new Date().toISOString();
      const challenge = given ?? (await challenged());
      const said = { approver, reason: 'a test', decided_at, challenge };
      const statement = { ...said, workspace_id, seq, event_id, event_digest };
      const signature = signRepair(privateKey, statement);
      return keeper.repair({ ...said, seq, event_digest, signature });
    },
  };
}

function voiceOf(harness: Harness, principal: Principal): Voice {
  const ask: Voice['ask'] = async (tool, args) => {
    const { envelope } = await harness.gate.call(connectionOf(principal), {
      tool,
      arguments: { reasoning: 'a test', ...args },
      signal: new AbortController().signal,
      progress: () => {},
    });
    return envelope;
  };
  const commit: Voice['ask'] = (tool, args) => ask(tool, { dry_run: false, ...args });
  return {
    principal,
    ask,
    done: async (tool, args) => {
      const envelope = await commit(tool, args);
      if (!envelope.success) throw new Error(`${tool}: ${JSON.stringify(envelope.error)}`);
      return envelope;
    },
    held: async (tool, args) => {
      const { approval_id, error } = await commit(tool, args);
      if (approval_id === undefined) throw new Error(`${tool}: ${JSON.stringify(error)}`);
      return approval_id;
    },
  };
}
