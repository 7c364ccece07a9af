/** @module preview-page: pages of a planned effect, short enough for a model, and the ids in them that do not exist yet. */
import { Buffer } from 'node:buffer';

import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { Loss } from '../../../schemas/governance.ts';
import type { Change, Effect, ElementResult } from '../../tool/domain.ts';

/** Most changes on one page, and entries of every other list: about 2,000 tokens with their parameters. */
const PAGE = 10;
/**
 * Most bytes of the entries on one page, unless it has only one of each list: with the rest of the answer they stay below
 * the 8 KB above which some hosts show no page of MCP Apps, also as text, whose quotation marks are escaped.
 */
const PAGE_BYTES = 5500;

type Data = Readonly<Record<string, unknown>>;

/** The answer of a tool about its plan. Present for a dry run; a pending approval shows the effect alone. */
type PlannedAnswer = {
  readonly data: Data;
  readonly events: readonly PlannedEvent[];
};

/** The page of a preview to show. */
type PageRequest = {
  /** From the previous page; undefined for the first. */
  readonly cursor?: string | undefined;
  /** branch_seq of the branch that was planned on: on another one the effect may differ. */
  readonly branch_seq: number;
  /** Present for a dry run, whose ids exist only after the call is repeated with `dry_run` false. */
  readonly planned?: PlannedAnswer;
};

/** One page of a preview. The gate adds whether the change needs an approval, which it alone can judge. */
export type PreviewPage = {
  /** The data of the tool: single values on the first page, and the part of its lists that this page shows. */
  readonly data: Data;
  readonly diff: Data;
  /** The losses of the page and their number; empty if there are none. */
  readonly losses: Data;
  /** Ids of the page that exist only after the call is executed. */
  readonly not_created: readonly string[];
  readonly warnings: readonly string[];
};

/**
 * Returns one page of a preview: all counts, and this page's entries of each list (changes, deletions first; results;
 * losses; lists in the data of the tool). All pages together contain every entry once. Single values of the tool's data
 * are on the first page. `not_created` names the ids of the page that do not exist yet.
 *
 * @throws INVALID_ARGUMENT for a malformed cursor
 */
export function previewPage<View>(
  {
    changes,
    regenerated,
    results: resultsOf,
  }: Pick<Effect<View>, 'changes' | 'regenerated' | 'results'>,
  losses: readonly Loss[],
  { cursor, branch_seq, planned }: PageRequest,
): PreviewPage {
  const all = resultsOf();
  const ordered = (['deleted', 'modified', 'created'] as const).flatMap((change) =>
    by(changes, change),
  );
  const before = cursor === undefined ? { from: 0, branch_seq } : pageStart(cursor);
  const lists = listsOf(planned?.data ?? {});
  const entries = [ordered, all, losses, ...lists.map(([, list]) => list)];
  const part = { from: before.from, next: before.from + entriesOn(entries, before.from) };
  const { next } = part;
  const totals = {
    changes: ordered.length,
    results: all.length,
    losses: losses.length,
    ...Object.fromEntries(lists.map(([name, list]) => [`data.${name}`, list.length])),
  };
  const next_cursor = Math.max(...Object.values(totals)) > next ? `d${next}.${branch_seq}` : null;
  const page = ordered.slice(before.from, next);
  const shown = (change: Change['change']): readonly unknown[] => by(page, change).map(withoutMark);
  const count = (change: Change['change']): number => by(ordered, change).length;
  const results = all.slice(before.from, next).map(briefly);
  const data = pageOfData(planned?.data ?? {}, part);
  const diff = {
    counts: { created: count('created'), modified: count('modified'), deleted: count('deleted') },
    created: shown('created'),
    modified: shown('modified'),
    deleted: shown('deleted'),
    regenerated: regenerated.length,
    ...(results.length === 0 ? {} : { results }),
    ...(all.length <= next - before.from ? {} : { results_total: all.length }),
    next_cursor,
  };
  const pageLosses = lossesOf(losses, part);
  const texts = { ...data, diff, ...pageLosses };
  return {
    data,
    diff,
    losses: pageLosses,
    not_created: planned === undefined ? [] : notCreated(texts, changes, planned.events),
    warnings: [
      ...(next_cursor === null ? [] : [cutWarning(totals, part, next_cursor)]),
      ...(before.branch_seq === branch_seq
        ? []
        : ['the model has changed since the previous page: changes may be missing or repeated']),
    ],
  };
}

/** The entries of each list on a page: from one, up to but without another. */
type Part = { readonly from: number; readonly next: number };

/** The number of entries of each list on the page that begins at an entry: at least one, at most `PAGE`. */
function entriesOn(lists: readonly (readonly unknown[])[], from: number): number {
  let bytes = 0;
  for (let count = 0; count < PAGE; count += 1) {
    const entries = lists.flatMap((list) => list.slice(from + count, from + count + 1));
    bytes += Buffer.byteLength(JSON.stringify(entries));
    if (count > 0 && bytes > PAGE_BYTES) return count;
  }
  return PAGE;
}

/** The lists in the data of a tool, by name. */
function listsOf(data: Data): readonly (readonly [name: string, list: readonly unknown[]])[] {
  return Object.entries(data).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value] as const] : [],
  );
}

/**
 * The data of a tool on the page that begins at an entry: all of it on the first page, the remaining list entries on
 * others.
 */
function pageOfData(data: Data, { from, next }: Part): Data {
  const lists = listsOf(data).flatMap(([name, list]) =>
    from > 0 && from >= list.length ? [] : [[name, list.slice(from, next)] as const],
  );
  return { ...(from === 0 ? data : {}), ...Object.fromEntries(lists) };
}

/** Warns which entries are shown of the lists that are longer than a page. */
function cutWarning(
  totals: Readonly<Record<string, number>>,
  { from, next }: Part,
  next_cursor: string,
): string {
  const shown = Object.entries(totals).flatMap(([name, total]) =>
    total <= next - from || from >= total
      ? []
      : [`${name} ${from + 1} to ${Math.min(next, total)} of ${total}`],
  );
  return `the preview is cut: it shows ${shown.join(', ')}; call preview_operation with this tool, these arguments and cursor \`${next_cursor}\` for the next page`;
}

/** Ids in the data that exist only after the call is executed: of created elements, views, sheets and branches. */
function notCreated(
  data: Data,
  changes: readonly Change[],
  events: readonly PlannedEvent[],
): readonly string[] {
  const created = new Set([
    ...by(changes, 'created').map(({ id }) => id),
    ...events.flatMap(({ type, aggregate_id }) =>
      type.endsWith('.created') ? [aggregate_id] : [],
    ),
  ]);
  return [...new Set(textsIn(data))].filter((text) => created.has(text));
}

/** Every text in a value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const inside of Object.values(value)) yield* textsIn(inside);
}

/** A result without an empty name. */
function briefly({ name, ...row }: ElementResult): Data {
  return name === null ? row : { ...row, name };
}

/** The losses of a page and their number; empty if there are none. */
function lossesOf(losses: readonly Loss[], { from, next }: Part): Data {
  return losses.length === 0 ? {} : { losses: losses.slice(from, next), loss_count: losses.length };
}

function by(changes: readonly Change[], change: Change['change']): readonly Change[] {
  return changes.filter((one) => one.change === change);
}

function pageStart(cursor: string): { readonly from: number; readonly branch_seq: number } {
  const [, from, branch_seq] = /^d(\d{1,9})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (from !== undefined && branch_seq !== undefined) {
    return { from: Number(from), branch_seq: Number(branch_seq) };
  }
  throw new Refusal(
    'INVALID_ARGUMENT',
    `\`${cursor}\` is not a cursor`,
    'use diff.next_cursor of the previous page, or no cursor for the first page',
  );
}

function withoutMark({ change: _change, ...rest }: Change): Data {
  return rest;
}
