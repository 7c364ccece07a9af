/** @module preview: the diff of a planned effect in pages short enough for a model to read, what destroys first. */
import { inTurns } from '../../kernel/findings/steps.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { Loss } from '../../schemas/governance.ts';
import type { Pause } from '../../schemas/plan.ts';
import type { Change, Effect, ElementResult } from '../tool/domain.ts';

/** Changes on one page of a diff. */
const PAGE = 50;
/** Results beside them. */
const RESULTS = 25;

/** Where a page of a diff begins. */
type Place = {
  /** From the page before; undefined for the first. */
  readonly cursor?: string | undefined;
  /** branch_seq of the branch that was planned on: another one may lead to another diff. */
  readonly branch_seq: number;
  /** Whether what is shown waits for nobody: the ids of what it makes hold once the call is made in earnest. */
  readonly dry_run?: boolean;
};

/** What a dry run says of the ids that it shows. */
const PROVISIONAL = 'of a dry run: nothing has them until this call is made with dry_run false';

/** The part of a dry run's or pending approval's data that shows the effect, and what must be said of it. */
export type Preview = {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
};

/** What people are asked for, and what the effect takes of what stays, as far as the caller may see it. */
type Approval = {
  readonly triggers: readonly string[];
  readonly approvers_required: number;
  readonly losses: readonly Loss[];
};

/** What a diff is made of, its results measured. */
type Previewed<View> = Pick<Effect<View>, 'changes' | 'regenerated'> & {
  readonly results: readonly ElementResult[];
};

/** What a diff shows of an effect; measures take time. */
export async function previewedOf<View>(
  { changes, regenerated, results }: Effect<View>,
  pause: Pause,
): Promise<Previewed<View>> {
  return { changes, regenerated, results: await inTurns(results(), pause) };
}

/** One page of the diff with all its counts. Refuses INVALID_ARGUMENT for a cursor that is none. */
export function previewData<View>(
  { changes, regenerated, results: all }: Previewed<View>,
  approval: Approval,
  { cursor, branch_seq, dry_run = false }: Place,
): Preview {
  const ordered = (['deleted', 'modified', 'created'] as const).flatMap((change) =>
    by(changes, change),
  );
  const before = cursor === undefined ? { from: 0, branch_seq } : placeOf(cursor);
  const next = before.from + PAGE;
  const page = ordered.slice(before.from, next);
  const results = { from: (before.from / PAGE) * RESULTS, next: (next / PAGE) * RESULTS };
  const more = next < ordered.length || results.next < all.length;
  const next_cursor = more ? `d${next}.${branch_seq}` : null;
  const shown = (change: Change['change']): readonly unknown[] => by(page, change).map(withoutMark);
  const count = (change: Change['change']): number => by(ordered, change).length;
  return {
    data: {
      diff: {
        counts: {
          created: count('created'),
          modified: count('modified'),
          deleted: count('deleted'),
        },
        ...(dry_run && count('created') > 0 ? { ids: PROVISIONAL } : {}),
        created: shown('created'),
        modified: shown('modified'),
        deleted: shown('deleted'),
        regenerated: regenerated.length,
        ...(all.length === 0
          ? {}
          : { results: all.slice(results.from, results.next).map(briefly) }),
        ...(all.length <= RESULTS ? {} : { results_total: all.length }),
        next_cursor,
      },
      approval: {
        needed: approval.triggers.length > 0,
        because: approval.triggers,
        approvers_required: approval.triggers.length > 0 ? approval.approvers_required : 0,
        ...lossesOf(approval),
      },
    },
    warnings: [
      ...(next_cursor === null
        ? []
        : [
            `the diff is cut: it shows ${[...said('changes', before.from, next, ordered.length), ...said('results', results.from, results.next, all.length)].join(' and ')}; call preview_operation with this tool, these arguments and cursor \`${next_cursor}\` for the next ones`,
          ]),
      ...(before.branch_seq === branch_seq
        ? []
        : ['the model has changed since the page before: changes may be missing or repeated']),
    ],
  };
}

/** Which of them a page shows; nothing where it shows none. */
function said(what: string, from: number, next: number, total: number): readonly string[] {
  return from >= total ? [] : [`${what} ${from + 1} to ${Math.min(next, total)} of ${total}`];
}

/** A result without a name that is none. */
function briefly({ name, ...row }: ElementResult): Readonly<Record<string, unknown>> {
  return name === null ? row : { ...row, name };
}

/** The first losses and how many there are; nothing where there is none. */
function lossesOf({ losses }: Approval): Readonly<Record<string, unknown>> {
  return losses.length === 0 ? {} : { losses: losses.slice(0, PAGE), loss_count: losses.length };
}

function by(changes: readonly Change[], change: Change['change']): readonly Change[] {
  return changes.filter((one) => one.change === change);
}

function placeOf(cursor: string): { readonly from: number; readonly branch_seq: number } {
  const [, from, branch_seq] = /^d(\d{1,9})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (from !== undefined && branch_seq !== undefined) {
    // A page begins where the one before it ends.
    const page = Math.floor(Number(from) / PAGE);
    return { from: page * PAGE, branch_seq: Number(branch_seq) };
  }
  throw new Refusal(
    'INVALID_ARGUMENT',
    `\`${cursor}\` is not a cursor`,
    'give diff.next_cursor of the page before, or none for the first page',
  );
}

function withoutMark({ change: _change, ...rest }: Change): Readonly<Record<string, unknown>> {
  return rest;
}
