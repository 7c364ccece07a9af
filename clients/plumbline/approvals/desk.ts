/** @module desk: the place where approvals are read and decided: a workspace on this machine, or a hub. */
import type { KeyObject } from 'node:crypto';

import type {
  CommentReply,
  CommentRequest,
  DecideReply,
  DecideRequest,
} from '../../../governance/keeper/protocol/protocol.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import type { ReadingDesk } from '../../../servers/approvals/reading-desk.ts';
import type { TermSource } from '../sign-for-term.ts';

/** The reads and writes of the approval client. The caller disposes of it. */
export type Desk = AsyncDisposable &
  ReadingDesk & {
    /** Ids that begin or end with `part`, which has at least four characters. */
    readonly idsWith: (part: string) => Promise<readonly string[]>;
    /** The keeper's own copy; it is ended first if it can no longer be executed. */
    readonly approval: (approval_id: string) => Promise<ApprovalRecord | null>;
    /** The current term of the keeper to which decisions are sent. */
    readonly term: TermSource;
    readonly decide: (request: Omit<DecideRequest, 'via'>) => Promise<DecideReply>;
    readonly comment: (request: Omit<CommentRequest, 'via'>) => Promise<CommentReply>;
    /** Asks the keeper to end approvals that have expired or can no longer be executed. */
    readonly settle: (now: Date) => Promise<void>;
    /** Calls `changed` after each change until the returned function is called. */
    readonly onChanged: (
      changed: () => void,
      failed: (error: unknown) => void,
    ) => Promise<() => void>;
    /** Path of the key of an approver. */
    readonly keyFile: (name: string) => string;
    /** The approver of the desk with the unlocked key; null if each decision names its approver. */
    readonly signer: { readonly name: string; readonly key: KeyObject } | null;
  };
