/** @module statement-text: the text, signature and check of the statements that approvers sign. */
import type { KeyObject } from 'node:crypto';

import { CanonicalJsonError, canonicalJson } from '../../kernel/base/canonical/json.ts';
import { signText, verifyText } from '../../kernel/base/canonical/signature.ts';

/** The purpose of a signature; it is valid for no other kind of statement. */
type Purpose = 'approval' | 'comment' | 'registry' | 'repair';

/** Binds a statement to the keeper's present term (`challengeAt`); absent from statements in older logs. */
type Challenged = { readonly challenge?: string | undefined };

/** How a field is part of a text: always, or only if the statement has it. */
type Field = true | 'optional';

/** One kind of statement. Only its listed fields are part of the text. */
export type StatementForm<S extends Challenged> = {
  /** The canonical text. */
  readonly text: (statement: S) => string;
  /** Signs a statement with an Ed25519 key: base64. */
  readonly sign: (privateKey: KeyObject, statement: S & { readonly challenge: string }) => string;
  /**
   * Whether a signature is that of a key (32 bytes in base64) over exactly this statement; false for a statement without
   * a canonical form. Never throws.
   */
  readonly verify: (publicKey: string, statement: S, signature: string) => boolean;
};

/**
 * The signed context. Version 1, of older logs, has no challenge: it is still verified, but no longer signed or accepted.
 */
function contextOf(purpose: Purpose, { challenge }: Challenged): string {
  return `${purpose}/${challenge === undefined ? 'v1' : 'v2'}`;
}

/** The kind of statement with these fields, all of which are signed. An absent optional field is not part of the text. */
export function statementForm<S extends Challenged>(
  purpose: Purpose,
  fields: Readonly<Record<keyof Required<S>, Field>>,
): StatementForm<S> {
  const text = (statement: S): string => {
    const signed = Object.entries<Field>(fields).flatMap(([name, field]) => {
      const value: unknown = Reflect.get(statement, name);
      return field === 'optional' && value === undefined ? [] : [[name, value] as const];
    });
    return canonicalJson({ of: contextOf(purpose, statement), ...Object.fromEntries(signed) });
  };
  return {
    text,
    sign: (privateKey, statement) =>
      signText(privateKey, text(statement), contextOf(purpose, statement)),
    verify: (publicKey, statement, signature) => {
      try {
        return verifyText(publicKey, text(statement), signature, contextOf(purpose, statement));
      } catch (error) {
        if (error instanceof CanonicalJsonError) return false;
        throw error;
      }
    },
  };
}
