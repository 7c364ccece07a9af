/** @module registry-revision: the audit entry that set a registered record. */
import type { LedgerRead, RegistryKind } from '../../kernel/ledger/ledger.ts';

/** Counter in the ledger: the audit seq of the entry that set a record. */
export function registryPointer(kind: RegistryKind, name: string): string {
  return `registry:${kind}/${name}`;
}

/** Audit seq of the entry that set a record, 0 when there is none. The next signed change of the record must name it. */
export async function registryRevision(
  read: LedgerRead,
  kind: RegistryKind,
  name: string,
): Promise<number> {
  return read.counter(registryPointer(kind, name));
}
