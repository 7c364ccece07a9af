/** @module session: who looks, at which workspace, and what the page may show. */

export type SessionAnswer = {
  readonly person: string;
  /** Whether nothing is hidden from this person. */
  readonly whole: boolean;
  readonly workspace: string;
  readonly branches: readonly {
    readonly name: string;
    readonly parent: string | null;
    readonly status: 'open' | 'discarded';
  }[];
  /** Time of the server. */
  readonly now: string;
};

/** Marks of what the person sees. Equal marks mean that nothing has changed for them; they have no other meaning. */
export type NoticeAnswer = {
  readonly branches: Readonly<Record<string, string>>;
  readonly approvals: string;
};

/** A message of the stream of changes; one line of JSON each. */
export type LiveMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'model'; readonly branch: string }
  | { readonly kind: 'approvals' }
  | { readonly kind: 'signed_out' };

/** A refusal, in the words of the terminal. */
export type PageRefusal = {
  readonly error: {
    readonly name: string;
    readonly message: string;
    /** The next step. */
    readonly hint: string;
  };
};
