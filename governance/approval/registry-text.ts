/** @module registry-text: the statement that an approver signs to allow a registry change. */
import type { RegistryKind } from '../../kernel/ledger/ledger.ts';
import { statementForm } from './statement-text.ts';

/** A change of the registry as it is signed. */
export type RegistryStatement = {
  readonly workspace_id: string;
  readonly kind: RegistryKind;
  /** Name of the agent or approver; `workspace` for the workspace. */
  readonly name: string;
  /** The whole new record. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Audit seq of the entry that set the record before this one, 0 for a new one, so that a signature is valid only once. */
  readonly revision: number;
  /** Registered name of the approver who signs. */
  readonly approver: string;
  /** Binds it to the keeper's present term (`challengeAt`); absent from changes in older logs. */
  readonly challenge?: string | undefined;
};

const REGISTRY_CHANGE = statementForm<RegistryStatement>('registry', {
  workspace_id: true,
  kind: true,
  name: true,
  record: true,
  revision: true,
  approver: true,
  challenge: 'optional',
});

/** The signature of a registry change by an approver, and its check. */
export const { sign: signRegistryChange, verify: verifyRegistryChange } = REGISTRY_CHANGE;
