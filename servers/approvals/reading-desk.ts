/** @module reading-desk: the reads of which the words and pictures of an approval are made. */
import type { NumberedComment } from '../../governance/audit/remarks/comments.ts';
import type { ApprovalHead, People } from '../../governance/control/wire.ts';
import type { BranchReader } from '../../kernel/building/model/projection/branch-reader.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { ApprovalStatus } from '../../schemas/governance.ts';

/** An approval in a list, with its plan if the list contains it. */
export type ListedApproval = ApprovalHead & { readonly plan?: string };

/** The reads of which the words and pictures of an approval are made. */
export type ReadingDesk = BranchReader & {
  readonly people: () => Promise<People>;
  /** Approvals in a list, newest first. */
  readonly approvals: (
    status: ApprovalStatus | null,
    limit: number,
  ) => Promise<readonly ListedApproval[]>;
  /** Text of a plan as stored, not yet compared with its digest. */
  readonly planText: (approval: ListedApproval) => Promise<string>;
  /** The comments on an approval, the oldest first. */
  readonly comments: (approval_id: string) => Promise<readonly NumberedComment[]>;
  readonly eventsOfOperation: (operation_id: string) => Promise<readonly StoredEvent[]>;
};
