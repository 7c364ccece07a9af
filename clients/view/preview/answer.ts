/** @module answer: the answer of a tool as the preview shows it. It comes from a host, so nothing about it is assumed. */
import { type Fields, fieldsOf, listIn, numberIn, textIn, textsIn } from './fields.ts';
import { type PreviewRow, rowsOf } from './rows.ts';

/** One answer, or several pages of one. */
export type Preview = {
  readonly state: 'pending' | 'planned' | 'done' | 'refused';
  /** Why the call was refused, and the next step; empty if it was not. */
  readonly message: string;
  readonly hint: string;
  readonly approval: PendingApproval | null;
  /** Whether the change would need an approval; null if the answer does not say. */
  readonly needed: NeededApproval | null;
  /** Numbers of all changes; null for an answer without changes. */
  readonly counts: Counts | null;
  readonly rows: readonly PreviewRow[];
  /** Cursor of the next page; null after the last one. */
  readonly next: string | null;
  readonly losses: readonly string[];
  readonly warnings: readonly string[];
};

export type Counts = {
  readonly created: number;
  readonly modified: number;
  readonly deleted: number;
};

/** An open approval. `expires_at` is empty if it is unknown. */
export type PendingApproval = { readonly id: string; readonly expires_at: string };

export type NeededApproval = { readonly because: readonly string[]; readonly approvers: number };

/** Reads the structured content of a result; null if it is not an answer of a server of this program. */
export function previewOf(content: unknown): Preview | null {
  const envelope = fieldsOf(content);
  if (typeof envelope['success'] !== 'boolean') return null;
  const error = fieldsOf(envelope['error']);
  const data = { ...fieldsOf(error['data']), ...fieldsOf(envelope['data']) };
  const approval = approvalOf(envelope, data);
  const hasDiff = typeof data['diff'] === 'object' && data['diff'] !== null;
  const diff = fieldsOf(data['diff']);
  const next = textIn(diff, 'next_cursor');
  return {
    state: stateOf(envelope, approval, hasDiff),
    message: approval === null ? textIn(error, 'message') : '',
    hint: approval === null ? textIn(error, 'hint') : '',
    approval,
    needed: neededOf(data),
    counts: hasDiff ? countsOf(diff) : null,
    rows: rowsOf(diff),
    next: next === '' ? null : next,
    losses: listIn(fieldsOf(data['approval']), 'losses').map((loss) => JSON.stringify(loss)),
    // The warning about the cut is for models: the page asks for further rows itself.
    warnings: textsIn(envelope, 'warnings').filter(
      (text) => next === '' || !text.includes(`\`${next}\``),
    ),
  };
}

/** The pages up to this one as one answer. Further pages repeat neither the counts nor the approval. */
export function joined(first: Preview, more: Preview): Preview {
  const known = new Set(first.rows.map(({ id }) => id));
  return {
    ...first,
    rows: [...first.rows, ...more.rows.filter(({ id }) => !known.has(id))],
    next: more.next,
    losses: [...first.losses, ...more.losses],
    warnings: [...new Set([...first.warnings, ...more.warnings])],
  };
}

function stateOf(
  envelope: Fields,
  approval: PendingApproval | null,
  hasDiff: boolean,
): Preview['state'] {
  if (approval !== null) return 'pending';
  if (envelope['success'] !== true) return 'refused';
  return envelope['dry_run'] === true || hasDiff ? 'planned' : 'done';
}

function approvalOf(envelope: Fields, data: Fields): PendingApproval | null {
  if (fieldsOf(envelope['error'])['name'] !== 'APPROVAL_PENDING') return null;
  const id = textIn(envelope, 'approval_id') || textIn(data, 'approval_id');
  return id === '' ? null : { id, expires_at: textIn(data, 'expires_at') };
}

function neededOf(data: Fields): NeededApproval | null {
  const approval = fieldsOf(data['approval']);
  return approval['needed'] === true
    ? { because: textsIn(approval, 'because'), approvers: numberIn(approval, 'approvers_required') }
    : null;
}

function countsOf(diff: Fields): Counts {
  const counts = fieldsOf(diff['counts']);
  return {
    created: numberIn(counts, 'created'),
    modified: numberIn(counts, 'modified'),
    deleted: numberIn(counts, 'deleted'),
  };
}
