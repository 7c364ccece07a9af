/** @module statement-text: the text, signature and check that all statements of approvers have in common. */
import type { KeyObject } from 'node:crypto';

import { canonicalJson } from '../../kernel/canonical/json.ts';
import { signText, verifyText } from '../../kernel/canonical/signature.ts';

/** What a signature is for; it is valid for no other statement. */
type Purpose = 'approval' | 'registry' | 'repair';

/** Binds a statement to the keeper's present term (`challengeAt`); missing in statements of older logs. */
type Challenged = { readonly challenge?: string | undefined };

/**
 * The purpose that is signed along. Version 1, of older logs, has no challenge: it is verified, and no longer signed or
 * accepted.
 */
function contextOf(purpose: Purpose, { challenge }: Challenged): string {
  return `${purpose}/${challenge === undefined ? 'v1' : 'v2'}`;
}

/** The canonical text of a statement. Fields that are not signed must be left out. */
export function statementText(purpose: Purpose, statement: Challenged & object): string {
  const { challenge, ...fields } = statement;
  return canonicalJson({
    of: contextOf(purpose, { challenge }),
    ...(challenge === undefined ? {} : { challenge }),
    ...fields,
  });
}

/** Signs a statement with an Ed25519 key: base64. */
export function signStatement(
  privateKey: KeyObject,
  purpose: Purpose,
  statement: Challenged & { readonly challenge: string },
): string {
  return signText(privateKey, statementText(purpose, statement), contextOf(purpose, statement));
}

/**
 * Whether a signature is that of a key over exactly this statement.
 *
 * @param publicKey 32 bytes in base64
 */
export function verifyStatement(
  publicKey: string,
  purpose: Purpose,
  statement: Challenged & object,
  signature: string,
): boolean {
  const text = statementText(purpose, statement);
  return verifyText(publicKey, text, signature, contextOf(purpose, statement));
}
