/** @module directory: the registered principals and the policy, read from the ledger. */
import { createHash } from 'node:crypto';

import { LedgerError, type LedgerRead } from '../../kernel/ledger/ledger.ts';
import { AgentRecord, WorkspaceRecord } from '../../schemas/governance.ts';
import { oneAtATime } from '../tool/one-at-a-time.ts';

/** The part of the registry that the gate reads. */
export interface Directory {
  workspace(): WorkspaceRecord;
  /** The record of an agent or human by name; undefined for an unknown name. */
  agent(name: string): AgentRecord | undefined;
  /** The active record that owns this bearer token. */
  byToken(token: string): AgentRecord | undefined;
}

/** A directory that can catch up with the ledger. */
export interface RefreshedDirectory extends Directory {
  /** Reads the registry again. */
  refresh(): Promise<void>;
}

type Registered = {
  /** The rows as read, so that unchanged rows are not parsed again. */
  readonly text: string;
  readonly workspace: WorkspaceRecord;
  readonly agents: ReadonlyMap<string, AgentRecord>;
};

/** SHA-256 of a bearer token, as the registry stores it; the token itself is never stored. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(`plumbline-token\n${token}`).digest('hex');
}

/** A directory over a ledger reader. */
export async function openDirectory(reader: LedgerRead): Promise<RefreshedDirectory> {
  let current = await load(reader, null);
  return {
    workspace: () => current.workspace,
    agent: (name) => current.agents.get(name),
    byToken: (token) => {
      const hash = tokenHash(token);
      for (const record of current.agents.values()) {
        if (record.token_hash === hash && record.status === 'active') return record;
      }
      return undefined;
    },
    refresh: oneAtATime(async () => {
      current = await load(reader, current);
    }),
  };
}

async function load(reader: LedgerRead, before: Registered | null): Promise<Registered> {
  const [own] = await reader.registryAll('workspace');
  if (own === undefined) {
    throw new LedgerError(
      'NOT_A_WORKSPACE',
      'the workspace is incomplete: run `plumbline init` in its folder again',
    );
  }
  const rows = await reader.registryAll('agent');
  const text = [own, ...rows].map(({ record }) => record).join('\n');
  if (text === before?.text) return before;
  const agents = new Map<string, AgentRecord>();
  for (const { record } of rows) {
    const agent = AgentRecord.parse(JSON.parse(record));
    agents.set(agent.name, agent);
  }
  return { text, workspace: WorkspaceRecord.parse(JSON.parse(own.record)), agents };
}
