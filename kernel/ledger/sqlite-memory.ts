/** @module sqlite-memory: the few rows that every append reads and changes, cached for the length of one transaction. */
import type { AuditRow, BranchHead, RegistryRow } from './ledger.ts';
import type { Connection } from './sqlite-file.ts';
import type { SyncLedgerRead } from './sqlite-queries.ts';

type Remembered = Pick<
  SyncLedgerRead,
  'headSeq' | 'auditHead' | 'branchHead' | 'branches' | 'counter' | 'registry'
>;

/** Reads as the store does, from memory where the transaction has read or written before. */
export type TransactionMemory = Remembered & {
  /** Empties the memory; called at the start of each transaction. */
  readonly forget: () => void;
  /** Writes what has changed; called last before a transaction commits. */
  readonly writeBack: () => void;
  readonly movedHead: (seq: number) => void;
  readonly movedAudit: (row: AuditRow) => void;
  readonly movedBranch: (head: BranchHead) => void;
  readonly movedRegistry: (row: RegistryRow) => void;
  /** The counter's new value. */
  readonly addCounter: (name: string, by: number) => number;
};

/**
 * The memory of a connection's transactions.
 *
 * INVARIANT: a transaction begins with `BEGIN IMMEDIATE`, so nothing else writes while it lasts, and all that it writes
 * to these rows goes through here: what is cached is what the store would return. Counters and the ends of branches
 * move once per transaction instead of once per append, in the same commit.
 */
export function openMemory(connection: Connection, store: Remembered): TransactionMemory {
  const putCounter = connection.prepare(
    'INSERT INTO counters VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2',
  );
  const putHead = connection.prepare(
    'UPDATE branch_heads SET branch_seq = ?, status = ? WHERE branch = ?',
  );
  let head: number | undefined;
  let audit: AuditRow | null | undefined;
  const branches = new Map<string, BranchHead | null>();
  const counters = new Map<string, number>();
  const records = new Map<string, RegistryRow | null>();
  const dirtyBranches = new Set<string>();
  const dirtyCounters = new Set<string>();

  const counter = (name: string): number => known(counters, name, store.counter);
  const writeHeads = (): void => {
    for (const branch of dirtyBranches) {
      const moved = branches.get(branch);
      if (moved) putHead.run(moved.branch_seq, moved.status, branch);
    }
    dirtyBranches.clear();
  };
  return {
    headSeq: () => (head ??= store.headSeq()),
    auditHead: () => (audit === undefined ? (audit = store.auditHead()) : audit),
    branchHead: (branch) => known(branches, branch, store.branchHead),
    branches() {
      writeHeads();
      return store.branches();
    },
    counter,
    registry: (kind, name) => known(records, `${kind}/${name}`, () => store.registry(kind, name)),
    forget() {
      head = undefined;
      audit = undefined;
      for (const memory of [branches, counters, records, dirtyBranches, dirtyCounters]) {
        memory.clear();
      }
    },
    writeBack() {
      writeHeads();
      for (const name of dirtyCounters) putCounter.run(name, counter(name));
      dirtyCounters.clear();
    },
    movedHead(seq) {
      head = seq;
    },
    movedAudit(row) {
      audit = row;
    },
    movedBranch(moved) {
      branches.set(moved.branch, moved);
      dirtyBranches.add(moved.branch);
    },
    movedRegistry(row) {
      records.set(`${row.kind}/${row.name}`, row);
    },
    addCounter(name, by) {
      const value = counter(name) + by;
      counters.set(name, value);
      dirtyCounters.add(name);
      return value;
    },
  };
}

function known<T>(memory: Map<string, T>, key: string, load: (key: string) => T): T {
  const before = memory.get(key);
  if (before !== undefined) return before;
  const answer = load(key);
  memory.set(key, answer);
  return answer;
}
