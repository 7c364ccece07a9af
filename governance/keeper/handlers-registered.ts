/** @module handlers-registered: records of the registry, believed only where the audit chain says the same. */
import type * as z from 'zod';

import { canonicalJson } from '../../kernel/canonical/json.ts';
import type { LedgerRead, RegistryKind, RegistryRow } from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';
import { AgentRecord, ApproverRecord, WorkspaceRecord } from '../../schemas/governance.ts';
import { policyDigest } from '../approval/plan-digest.ts';
import { readGoverning, WORKSPACE_NAME } from '../audit/governing.ts';
import { bodyAt, pointer } from './handlers-context.ts';

/** Reads one kind of record. Refuses UNKNOWN_PRINCIPAL when a row differs from the chain. */
interface KindReader<Record> {
  readonly one: (read: LedgerRead, name: string) => Promise<Record | null>;
  readonly all: (read: LedgerRead) => Promise<readonly Record[]>;
}

/** Reads the registry; what it has checked once it knows by its text. */
export interface RegisteredReader {
  /** Refuses NO such workspace with STORE_UNAVAILABLE. */
  readonly workspace: (read: LedgerRead) => Promise<WorkspaceRecord>;
  readonly agents: KindReader<AgentRecord>;
  readonly approvers: KindReader<ApproverRecord>;
  /** Digest of the rules that plans of this agent are judged by. */
  readonly policyDigest: (agent: AgentRecord, workspace: WorkspaceRecord) => string;
}

/** A reader with an empty memory. */
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

/** Audit seq of the entry that set a record, 0 when there is none: what the next signed change of it must name. */
export async function registryRevision(
  read: LedgerRead,
  kind: RegistryKind,
  name: string,
): Promise<number> {
  return read.counter(pointer.registry(kind, name));
}

function kindReader<S extends z.ZodType>(kind: RegistryKind, shape: S): KindReader<z.output<S>> {
  // INVARIANT: what is remembered was equal to the chain; it is used only for a row of the very same text.
  const known = new Map<string, { readonly text: string; readonly record: z.output<S> }>();
  const believed = async (read: LedgerRead, row: RegistryRow): Promise<z.output<S>> => {
    const before = known.get(row.name);
    if (before?.text === row.record) return before.record;
    if (!(await isOnChain(read, row))) throw tampered(row);
    const record = shape.parse(JSON.parse(row.record));
    known.set(row.name, { text: row.record, record });
    return record;
  };
  return {
    one: async (read, name) => {
      const row = await read.registry(kind, name);
      return row === null ? null : believed(read, row);
    },
    all: async (read) => {
      const records: z.output<S>[] = [];
      // One after the other: a store may have one connection.
      for (const row of await read.registryAll(kind)) records.push(await believed(read, row));
      return records;
    },
  };
}

async function isOnChain(read: LedgerRead, row: RegistryRow): Promise<boolean> {
  const body = await bodyAt(read, pointer.registry(row.kind, row.name));
  const entry = body === null ? null : readGoverning(body);
  if (entry?.step !== 'founded' && entry?.step !== 'changed') return false;
  const registered = entry.step === 'founded' ? entry.records : [entry.registered];
  return registered.some(
    ({ kind, name, record }) =>
      kind === row.kind && name === row.name && canonicalJson(record) === row.record,
  );
}

function tampered({ kind, name }: RegistryRow): Refusal {
  return new Refusal(
    'UNKNOWN_PRINCIPAL',
    `the ${kind} record \`${name}\` is not what the audit chain says it is`,
    'run `plumbline audit verify`; someone has edited the store',
    { kind, name },
  );
}
