/** @module registry-state: replays the registry from the governing entries, and checks revision and signature of each change. */
import type * as z from 'zod';

import { publicKeyFault } from '../../kernel/base/canonical/public-key.ts';
import {
  type AgentRecord,
  type ApproverRecord,
  type Registered,
  WORKSPACE_NAME,
  type WorkspaceRecord,
} from '../../schemas/governance.ts';
import { signatureFault, signatureNeed } from '../approval/registry-rule.ts';
import type { RegistryEntry } from './governing.ts';
import type { Report } from './verify-report.ts';

/** The records after an entry. */
export interface RegistryState {
  /** Records by `kind/name`. */
  readonly registered: ReadonlyMap<string, Registered>;
  /** Sets a record as the entry `seq` wrote it, unchecked. */
  readonly put: (record: Registered, seq: number) => void;
  /** Sets the record of a registry entry; reports a record that does not follow the last one or lacks a signature. */
  readonly change: (entry: z.output<typeof RegistryEntry>) => void;
  readonly workspace: () => WorkspaceRecord | null;
  readonly agent: (name: string) => AgentRecord | null;
  readonly approver: (name: string) => ApproverRecord | null;
}

/** Key of a record among `registered`. */
export function registeredKey(of: { readonly kind: string; readonly name: string }): string {
  return `${of.kind}/${of.name}`;
}

/** A registry with no record. */
export function openRegistryState(report: Report): RegistryState {
  const registered = new Map<string, Registered>();
  const revisions = new Map<string, number>();

  const put = (record: Registered, seq: number): void => {
    registered.set(registeredKey(record), record);
    revisions.set(registeredKey(record), seq);
  };
  const workspace = (): WorkspaceRecord | null => {
    const found = registered.get(registeredKey({ kind: 'workspace', name: WORKSPACE_NAME }));
    return found?.kind === 'workspace' ? found.record : null;
  };
  return {
    registered,
    put,
    workspace,
    agent: (name) => {
      const found = registered.get(registeredKey({ kind: 'agent', name }));
      return found?.kind === 'agent' ? found.record : null;
    },
    approver: (name) => {
      const found = registered.get(registeredKey({ kind: 'approver', name }));
      return found?.kind === 'approver' ? found.record : null;
    },
    change: (entry) => {
      const { seq, registered: record, revision } = entry;
      const key = registeredKey(record);
      if (revision !== (revisions.get(key) ?? 0)) {
        report('registry_mismatch', seq, `\`${key}\` does not follow its last record`);
      }
      const because = missingSignature(registered, workspace()?.workspace_id ?? '', entry);
      if (because !== null) {
        report(
          'registry_signature',
          seq,
          `the change of \`${key}\` has no valid signature (${because})`,
        );
      }
      const fault = record.kind === 'approver' ? publicKeyFault(record.record.public_key) : null;
      if (fault !== null) {
        report('registry_signature', seq, `the public key of \`${key}\` is unusable: ${fault}`);
      }
      put(record, seq);
    },
  };
}

/** Why the signature of a change is insufficient, by the records before it; null if it is valid or not needed. */
function missingSignature(
  registered: ReadonlyMap<string, Registered>,
  workspace_id: string,
  { registered: record, revision, signed }: z.output<typeof RegistryEntry>,
): string | null {
  const approvers = [...registered.values()].flatMap((other) =>
    other.kind === 'approver' && other.record.status === 'active' ? [other.record] : [],
  );
  const { needed, notBy } = signatureNeed(registered.get(registeredKey(record)) ?? null, record);
  if (!needed || approvers.length === 0) return null;
  const about = { workspace_id, registered: record, revision, notBy };
  return signatureFault(approvers, signed, about)?.because ?? null;
}
