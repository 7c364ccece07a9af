/** @module registered-reader: reads records of the registry, and checks that they equal the audit chain. */
import type * as z from 'zod';

import { canonicalJson } from '../../../../kernel/base/canonical/json.ts';
import type { LedgerRead, RegistryKind, RegistryRow } from '../../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import {
  AgentRecord,
  ApproverRecord,
  type Principal,
  WORKSPACE_NAME,
  WorkspaceRecord,
} from '../../../../schemas/governance.ts';
import { policyDigest } from '../../../approval/plan-digest.ts';
import { registryPointer } from '../../../approval/registry-revision.ts';
import { readGoverning } from '../../../audit/governing.ts';
import { bodyAt } from './counters.ts';

/** Reads one kind of record. Refuses UNKNOWN_PRINCIPAL when a row differs from the chain. */
interface KindReader<Record> {
  readonly one: (read: LedgerRead, name: string) => Promise<Record | null>;
  readonly all: (read: LedgerRead) => Promise<readonly Record[]>;
}

/** Reads the registry; a row with the same text as a checked one is not checked again. */
export interface RegisteredReader {
  /** Refuses STORE_UNAVAILABLE when there is no workspace. */
  readonly workspace: (read: LedgerRead) => Promise<WorkspaceRecord>;
  readonly agents: KindReader<AgentRecord>;
  readonly approvers: KindReader<ApproverRecord>;
  /** Digest of the rules for plans of this agent. */
  readonly policyDigest: (agent: AgentRecord, workspace: WorkspaceRecord) => string;
}

/** A reader with an empty cache. */
export function openRegisteredReader(): RegisteredReader {
  const workspaces = kindReader('workspace', WorkspaceRecord);
  const digests = new WeakMap<
    AgentRecord,
    { readonly of: WorkspaceRecord; readonly digest: string }
  >();
  return {
    workspace: async (read) => {
      const record = await workspaces.one(read, WORKSPACE_NAME);
      if (record !== null) return record;
      throw new Refusal('STORE_UNAVAILABLE', 'there is no workspace yet', 'run `plumbline init`');
    },
    agents: kindReader('agent', AgentRecord),
    approvers: kindReader('approver', ApproverRecord),
    policyDigest: (agent, workspace) => {
      const known = digests.get(agent);
      if (known?.of === workspace) return known.digest;
      const digest = policyDigest({ permissions: agent.permissions, policy: workspace.policy });
      digests.set(agent, { of: workspace, digest });
      return digest;
    },
  };
}

function kindReader<S extends z.ZodType>(kind: RegistryKind, shape: S): KindReader<z.output<S>> {
  // INVARIANT: a cached record was equal to the chain; it is used only for a row with exactly the same text.
  const cached = new Map<string, { readonly text: string; readonly record: z.output<S> }>();
  const checkedRecord = async (read: LedgerRead, row: RegistryRow): Promise<z.output<S>> => {
    const before = cached.get(row.name);
    if (before?.text === row.record) return before.record;
    if (!(await isOnChain(read, row))) throw tamperedRefusal(row);
    const record = shape.parse(JSON.parse(row.record));
    cached.set(row.name, { text: row.record, record });
    return record;
  };
  return {
    one: async (read, name) => {
      const row = await read.registry(kind, name);
      return row === null ? null : checkedRecord(read, row);
    },
    all: async (read) => {
      const records: z.output<S>[] = [];
      // In sequence, because a store may have only one connection.
      for (const row of await read.registryAll(kind)) records.push(await checkedRecord(read, row));
      return records;
    },
  };
}

async function isOnChain(read: LedgerRead, row: RegistryRow): Promise<boolean> {
  const body = await bodyAt(read, registryPointer(row.kind, row.name));
  const entry = body === null ? null : readGoverning(body);
  if (entry?.step !== 'founded' && entry?.step !== 'changed') return false;
  const registered = entry.step === 'founded' ? entry.records : [entry.registered];
  return registered.some(
    ({ kind, name, record }) =>
      kind === row.kind && name === row.name && canonicalJson(record) === row.record,
  );
}

function tamperedRefusal({ kind, name }: RegistryRow): Refusal {
  return new Refusal(
    'UNKNOWN_PRINCIPAL',
    `the ${kind} record \`${name}\` differs from the audit chain`,
    'run `plumbline audit verify`; someone has edited the store',
    { kind, name },
  );
}

/** The active record of a principal. Refuses UNKNOWN_PRINCIPAL. */
export async function activePrincipal(
  { agents }: RegisteredReader,
  read: LedgerRead,
  principal: Principal,
): Promise<AgentRecord> {
  const agent = await agents.one(read, principal.name);
  if (agent?.status === 'active' && isPrincipal(agent, principal)) return agent;
  throw new Refusal(
    'UNKNOWN_PRINCIPAL',
    `\`${principal.name}\` is not an active ${principal.kind} of this workspace`,
    'ask the operator to run `plumbline agent list`',
    { name: principal.name },
  );
}

function isPrincipal(agent: AgentRecord, principal: Principal): boolean {
  return (
    agent.kind === principal.kind &&
    agent.user_id === principal.user_id &&
    principal.agent_id === (agent.kind === 'agent' ? agent.agent_id : null)
  );
}

/** The active approver of this name. Refuses APPROVER_REQUIRED. */
export async function activeApprover(
  { approvers }: RegisteredReader,
  read: LedgerRead,
  name: string,
): Promise<ApproverRecord> {
  const approver = await approvers.one(read, name);
  if (approver?.status === 'active') return approver;
  throw new Refusal(
    'APPROVER_REQUIRED',
    `\`${name}\` is not an active approver`,
    'run `plumbline approver list`',
    { approver: name },
  );
}
