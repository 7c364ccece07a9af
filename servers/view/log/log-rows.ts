/** @module log rows: what happened on a branch as rows for a person, newest first. */
import { requestText } from '../../../governance/audit/entries/log-entry.ts';
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { LogRow } from '../protocol/log.ts';
import type { Author } from './audit-index.ts';
import { itemsBefore, type LogItem, type LogReader, NEWEST, type Place } from './log-items.ts';
import { countsOf, elementsOf, kindOf, textOf } from './operation-text.ts';
import { isUndone } from './operations.ts';
import { visibleText } from './visible-text.ts';

/** The name of an author. */
type AuthorName = Pick<LogRow, 'who' | 'is_agent'>;

/** Where rows are read, and the names of authors. */
export type RowSource = LogReader & { readonly nameOf: (author: Author) => AuthorName };

/** Rows, and the place before which the older ones are; null at the beginning of the log. */
export type RowPage = { readonly rows: readonly LogRow[]; readonly next: Place | null };

/** Number of events of operations after which a page is complete. */
const EVENTS_MAX = 20_000;

/**
 * Rows before a place, by default the newest. A page can have fewer than `limit` rows although older ones exist. Rows state no
 * number of the log to a person with a restricted READ.
 */
export async function rowsBefore(
  source: RowSource,
  { before = NEWEST, limit }: { readonly before?: Place | undefined; readonly limit: number },
): Promise<RowPage> {
  const rows: LogRow[] = [];
  let events = 0;
  for await (const item of itemsBefore(source, before)) {
    if (item.what === 'nothing') return { rows, next: item.after };
    rows.push(await rowOf(source, item));
    if (item.what === 'operation') events += item.operation.events.length;
    if (rows.length === limit || events >= EVENTS_MAX) return { rows, next: item.after };
  }
  return { rows, next: null };
}

const NO_COUNTS: LogRow['counts'] = { created: 0, modified: 0, deleted: 0 };

async function rowOf(
  source: RowSource,
  item: Exclude<LogItem, { readonly what: 'nothing' }>,
): Promise<LogRow> {
  if (item.what === 'operation') return await operationRow(source, item);
  const { entry } = item;
  const at = {
    event: null,
    seq: null,
    at: entry.at,
    counts: NO_COUNTS,
    elements: [],
    undone: false,
  };
  if (item.what === 'refusal') {
    const { error = 'FAULT', message = '', principal, tool = '', session_id = null } = entry;
    return {
      ...at,
      operation_id: nameOfEntry(item),
      who: visibleText(principal?.name ?? 'unknown'),
      is_agent: principal?.agent_id != null,
      session_id,
      tool: visibleText(tool),
      kind: 'refusal',
      text: visibleText(`${error}: ${message}`),
      reasoning: visibleOrNull(entry.reasoning),
      approval_id: requestText(entry.approval_id),
    };
  }
  const { plan } = item;
  const { approver = 'an approver', reason = null } = entry.decision ?? {};
  return {
    ...at,
    operation_id: nameOfEntry(item),
    who: visibleText(approver),
    is_agent: false,
    session_id: plan.session_id ?? null,
    tool: visibleText(plan.tool),
    kind: 'rejection',
    text: visibleText(`rejects a plan of ${source.nameOf(plan).who}`),
    reasoning: visibleOrNull(reason),
    approval_id: requestText(entry.approval_id),
  };
}

async function operationRow(
  { view, nameOf }: RowSource,
  { operation, entry }: Extract<LogItem, { readonly what: 'operation' }>,
): Promise<LogRow> {
  const { operation_id, events, last } = operation;
  return {
    operation_id,
    event: last.event_id,
    seq: view.position(last.seq),
    at: last.at,
    ...visibleAuthor(nameOf(last)),
    session_id: entry?.session_id ?? null,
    tool: entry?.tool === undefined ? null : visibleText(entry.tool),
    kind: kindOf(events),
    text: visibleText(textOf(events, view)),
    reasoning: visibleOrNull(last.reasoning),
    approval_id: last.approval_id,
    counts: countsOf(events),
    elements: elementsOf(events, view),
    undone: await isUndone(view, operation_id),
  };
}

/** A name for an entry that states no number of the log. */
function nameOfEntry({
  entry,
}: Extract<LogItem, { readonly what: 'refusal' | 'rejection' }>): string {
  const { seq: _seq, prev_hash: _hash, ...rest } = entry;
  return `entry-${sha256Hex(JSON.stringify(rest)).slice(0, 16)}`;
}

function visibleAuthor({ who, is_agent }: AuthorName): AuthorName {
  return { who: visibleText(who), is_agent };
}

function visibleOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : visibleText(text);
}
