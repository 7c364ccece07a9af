/** @module sqlite-memory: caches, for one transaction, the few rows that every append reads and changes. */
import type { AuditRow, BranchHead, RegistryRow } from './ledger.ts';
import type { Connection } from './sqlite-file.ts';
import type { SyncLedgerRead } from './sqlite-queries.ts';

/** The cached reads. */
type Remembered = Pick<
  SyncLedgerRead,
  'headSeq' | 'auditHead' | 'branchHead' | 'branches' | 'counter' | 'registry'
>;

/** Reads like those of the store; rows that the transaction has read or written before come from memory. */
export type TransactionMemory = Remembered & {
  /** Empties the memory; called at the start of each transaction. */
  readonly forget: () => void;
  /** Writes the changed rows; called last before a transaction commits. */
  readonly writeBack: () => void;
  /** The following four record a change of a row in memory. */
  readonly movedHead: (seq: number) => void;
  readonly movedAudit: (row: AuditRow) => void;
  readonly movedBranch: (head: BranchHead) => void;
  readonly movedRegistry: (row: RegistryRow) => void;
  /** Adds to a counter and returns its new value. */
  readonly addCounter: (name: string, by: number) => number;
};

/**
 * Opens the memory for the transactions of a connection.
 *
 * INVARIANT: a transaction begins with `BEGIN IMMEDIATE`, so nothing else writes until it ends, and all its writes to
 * these rows go through this memory: it contains what the store would return. Counters and branch heads are written
 * once per transaction instead of once per append, in the same commit.
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
