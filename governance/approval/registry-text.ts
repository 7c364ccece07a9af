/** @module registry-text: the exact text an approver signs to let a registry change happen. */
import type { KeyObject } from 'node:crypto';

import { canonicalJson } from '../../kernel/canonical/json.ts';
import { signText, verifyText } from '../../kernel/canonical/signature.ts';
import type { RegistryKind } from '../../kernel/ledger/ledger.ts';

const CONTEXT = 'registry/v2';
/** The purpose in older logs, whose statements have no challenge. It is verified, and no longer signed or accepted. */
const CONTEXT_V1 = 'registry/v1';

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

/** The canonical text of a registry change. */
function registryText(statement: RegistryStatement): string {
  const { workspace_id, kind, name, record, revision, approver, challenge } = statement;
  return canonicalJson({
    of: contextOf(statement),
    ...(challenge === undefined ? {} : { challenge }),
    workspace_id,
    kind,
    name,
    record,
    revision,
    approver,
  });
}

function contextOf({ challenge }: RegistryStatement): string {
  return challenge === undefined ? CONTEXT_V1 : CONTEXT;
}

/** Signs a registry change with an approver's Ed25519 key: base64. */
export function signRegistryChange(
  privateKey: KeyObject,
  statement: RegistryStatement & { readonly challenge: string },
): string {
  return signText(privateKey, registryText(statement), CONTEXT);
}

/** Whether the signature is that of `publicKey` over exactly this change; false too for what has no canonical form. */
export function verifyRegistryChange(
  publicKey: string,
  statement: RegistryStatement,
  signature: string,
): boolean {
  return verifyText(publicKey, registryText(statement), signature, contextOf(statement));
}
