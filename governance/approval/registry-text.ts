/** @module registry-text: the exact text an approver signs to let a registry change happen. */
import type { KeyObject } from 'node:crypto';

import type { RegistryKind } from '../../kernel/ledger/ledger.ts';
import { signStatement, verifyStatement } from './statement-text.ts';

/** A change of the registry as it is signed. */
export type RegistryStatement = {
  readonly workspace_id: string;
  readonly kind: RegistryKind;
  /** Name of the agent or approver; `workspace` for the workspace. */
  readonly name: string;
  /** The whole record as it will be. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Audit seq of the entry that set the record before this one, 0 for a new one: a signature serves once. */
  readonly revision: number;
  /** Registered name of the approver who signs. */
  readonly approver: string;
  /** Binds it to the keeper's present term (`challengeAt`); left out in changes of older logs. */
  readonly challenge?: string | undefined;
};

/** What is signed: exactly these fields. */
function signedFields({
  workspace_id,
  kind,
  name,
  record,
  revision,
  approver,
  challenge,
}: RegistryStatement): RegistryStatement {
  return { workspace_id, kind, name, record, revision, approver, challenge };
}

/** Signs a registry change with an approver's Ed25519 key: base64. */
export function signRegistryChange(
  privateKey: KeyObject,
  statement: RegistryStatement & { readonly challenge: string },
): string {
  const { challenge } = statement;
  return signStatement(privateKey, 'registry', { ...signedFields(statement), challenge });
}

/** Whether the signature is that of `publicKey` over exactly this change; false too for what has no canonical form. */
export function verifyRegistryChange(
  publicKey: string,
  statement: RegistryStatement,
  signature: string,
): boolean {
  return verifyStatement(publicKey, 'registry', signedFields(statement), signature);
}
