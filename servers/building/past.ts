/** @module past: the views of an earlier moment of a branch, whole and as a restricted caller sees it. */
import type { Model } from '../../kernel/building/model/model.ts';
import { BranchView, type Surroundings } from '../../kernel/building/view/branch-view.ts';
import {
  type EventSource,
  historyOf,
  topicEventsOf,
  liesOn,
  type Line,
  operationOf,
} from '../../kernel/building/view/event-source.ts';
import { importedFileIn } from '../../kernel/building/view/imported-file.ts';
import { laterSight } from '../../kernel/building/view/past/later-sight.ts';
import type { SeenLogs } from '../../kernel/building/view/past/seen-logs.ts';
import { branchAt, type Timelines } from '../../kernel/building/view/past/timelines.ts';
import { RestrictedView } from '../../kernel/building/view/restricted-view.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { Sight } from '../../schemas/sight.ts';
import { drawingOn } from './drawn-on.ts';

/** Where earlier moments are read from. */
export type PastSources = {
  readonly events: EventSource;
  readonly model: Model;
  readonly timelines: Timelines;
  readonly seen: SeenLogs;
  /** The surroundings of current views. */
  readonly around: Surroundings;
  /** A branch with its ancestors; empty for a branch that never existed. */
  readonly lineOf: (branch: string) => Line;
};

/**
 * The whole branch as it was after ledger event `seq`; null if no branch ever had the name. Its history, imports and drawings
 * end there. Other branches are as they are now, and it cannot be merged.
 *
 * Refuses INVALID_ARGUMENT unless `seq` is an integer from 0 to that of the last event.
 */
export async function pastView(
  sources: PastSources,
  branch: string,
  seq: number,
): Promise<BranchView | null> {
  const { model, timelines } = sources;
  if (!Number.isInteger(seq) || seq < 0 || seq > model.lastSeq) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `seq was \`${seq}\`; expected an integer from 0 to ${model.lastSeq}`,
      'name a moment of the log',
    );
  }
  const state = await timelines.at(model, branch, seq);
  if (state === null) return null;
  return new BranchView(model.pastView(branch, state, seq), surroundingsAt(sources, seq));
}

/**
 * A moment as a caller with this sight sees it: what the scope shows at that moment, without what it hides now and what it hid
 * when it was deleted. Null if no branch ever had the name.
 *
 * Refuses INVALID_ARGUMENT as `pastView`, and for a moment before the fork if the caller may not read the parent.
 */
export async function pastSeenView(
  sources: PastSources,
  { branch, seq }: { readonly branch: string; readonly seq: number },
  sight: Sight,
): Promise<{ readonly whole: BranchView; readonly view: BuildingView } | null> {
  const { model, lineOf } = sources;
  const last = model.lastSeq;
  const whole = await pastView(sources, branch, seq);
  const now = await pastView(sources, branch, last);
  if (whole === null || now === null) return null;
  if (!sight.branch(branchAt(model, branch, seq)?.name ?? branch)) {
    throw new Refusal(
      'INVALID_ARGUMENT',
      `you may not see branch \`${branch}\` before it was created`,
      'name a moment after its creation',
    );
  }
  const at = async (moment: number): Promise<BranchView> =>
    (await pastView(sources, branch, moment)) ?? now;
  const later = await laterSight({ past: whole, now, at }, sight);
  const present = { whole: now, last, line: lineOf(branch) };
  const reading = sources.seen.reading(present, sight, seq);
  return { whole, view: new RestrictedView(whole, sight, { later, ...reading }) };
}

/**
 * Ledger seq of the last event of the operation of an event on its branch, after which the model is consistent; null if the
 * view does not have the event or hides it.
 */
export async function momentOfEvent(
  events: Pick<EventSource, 'eventById' | 'eventsOfOperation'>,
  view: Pick<BuildingView, 'includes' | 'seq'>,
  event_id: string,
): Promise<number | null> {
  const event = await events.eventById(event_id);
  if (event === null || event.type === 'name.given') return null;
  if (view instanceof RestrictedView) await view.judge([event]);
  if (!view.includes(event)) return null;
  const operation = await events.eventsOfOperation(event.operation_id);
  const own = operation.filter(({ branch, seq }) => branch === event.branch && seq <= view.seq);
  return Math.max(event.seq, ...own.map(({ seq }) => seq));
}

/** The surroundings of a view that ends at ledger event `seq`. */
function surroundingsAt({ events, around, lineOf }: PastSources, seq: number): Surroundings {
  const lineAt = (branch: string): Line =>
    new Map([...lineOf(branch)].map(([name, until]) => [name, Math.min(until, seq)] as const));
  return {
    ...around,
    mergeBase: () => null,
    includes: (branch, event) => liesOn(lineAt(branch), event),
    operationOf: async (id) => {
      const operation = await operationOf(events, id);
      const isLater = operation?.some((event) => event.seq > seq) === true;
      return operation === null || isLater ? null : await around.operationOf(id);
    },
    history: async (branch, query) =>
      await historyOf(events, { line: lineAt(branch), last: seq }, query),
    topicEvents: (branch) => topicEventsOf(events, lineAt(branch), seq),
    drawing: async (branch, id) => await drawingOn({ events, lineOf: lineAt }, branch, id),
    importedFile: async (branch, import_id) => {
      const found = await importedFileIn(events, import_id, lineAt(branch));
      return found === null || found.event.seq > seq ? null : found;
    },
  };
}
