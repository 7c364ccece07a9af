/** @module directory: registered principals and the policy, as they stand on the ledger right now. */
import { createHash } from 'node:crypto';

import type { LedgerReader } from '../../kernel/ledger/ledger.ts';
import { AgentRecord, WorkspaceRecord } from '../../schemas/governance.ts';
import type { Asked } from '../tool/domain.ts';

/** What the gate reads of the registry. */
export interface Directory {
  workspace(): WorkspaceRecord;
  /** The record of an agent or human by name; undefined when there is none. */
  agent(name: string): AgentRecord | undefined;
  /** The active record that owns this bearer token. */
  byToken(token: string): AgentRecord | undefined;
}

/** A directory that can be brought level with the ledger. */
export interface RefreshedDirectory extends Directory {
  /** Reads again when anything was committed since, by what the reader says now or said when it was `asked`. */
  refresh(asked?: Asked): Promise<void>;
}

type Registered = {
  /** The rows as read: while they are the same, nothing is parsed again. */
  readonly text: string;
  readonly workspace: WorkspaceRecord;
  readonly agents: ReadonlyMap<string, AgentRecord>;
};

/** SHA-256 of a bearer token, as it stands in the registry; the token itself is never stored. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(`plumbline-token\n${token}`).digest('hex');
}

/** A directory over a ledger reader; it reads again whenever another connection has committed. */
export async function openDirectory(reader: LedgerReader): Promise<RefreshedDirectory> {
  let seen = reader.changeCounter();
  let current = await load(reader, null);
  return {
    workspace: () => current.workspace,
    agent: (name) => current.agents.get(name),
    byToken: (token) => {
      const hash = tokenHash(token);
      for (const record of current.agents.values())
        if (record.token_hash === hash && record.status === 'active') return record;
      return undefined;
    },
    refresh: async (asked) => {
      const now = asked?.of === reader ? asked.counter : reader.changeCounter();
      if (now === seen) return;
      current = await load(reader, current);
      seen = now;
    },
  };
}

async function load(reader: LedgerReader, before: Registered | null): Promise<Registered> {
  const [own] = await reader.registryAll('workspace');
  if (own === undefined)
    throw new Error('the workspace has no record of itself: run `plumbline init`');
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
