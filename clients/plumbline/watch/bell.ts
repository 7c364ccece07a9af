/** @module bell: rings the terminal bell for new pending approvals. */
import type { ApprovalStatus } from '../../../schemas/governance.ts';

/** The bell character. */
const BEL = '\u0007';

/** The output stream; the bell rings only on a terminal. */
type Stream = { readonly isTTY?: boolean; write(text: string): unknown };

type ApprovalState = { readonly approval_id: string; readonly status: ApprovalStatus };

/** Rings once for each list with new pending approvals; the first list counts as known. */
export function openBell(stream: Stream): (rows: readonly ApprovalState[]) => void {
  let known: ReadonlySet<string> | null = null;
  return (rows) => {
    const before = known;
    const pending = rows.filter(({ status }) => status === 'pending');
    known = new Set(pending.map(({ approval_id }) => approval_id));
    if (before === null || stream.isTTY !== true) return;
    if (pending.some(({ approval_id }) => !before.has(approval_id))) stream.write(BEL);
  };
}
