/** @module bell: rings when an approval begins to wait. */
import type { ApprovalStatus } from '../../../schemas/governance.ts';

/** What a terminal rings at. */
const BEL = '\u0007';

/** Where it rings: nowhere but on a terminal. */
type Stream = { readonly isTTY?: boolean; write(text: string): unknown };

type Standing = { readonly approval_id: string; readonly status: ApprovalStatus };

/** Rings once for each list in which something waits that did not before; the first list is what was there already. */
export function openBell(stream: Stream): (rows: readonly Standing[]) => void {
  let waiting: ReadonlySet<string> | null = null;
  return (rows) => {
    const before = waiting;
    const pending = rows.filter(({ status }) => status === 'pending');
    waiting = new Set(pending.map(({ approval_id }) => approval_id));
    if (before === null || stream.isTTY !== true) return;
    if (pending.some(({ approval_id }) => !before.has(approval_id))) stream.write(BEL);
  };
}
