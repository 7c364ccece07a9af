/** @module log steps: the positions of a slider over a branch: operations, sessions or days. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { leavesModel, type StoredEvent } from '../../../schemas/events.ts';
import type { LogStep, StepsAnswer } from '../protocol/log.ts';
import { itemsBefore, NEWEST } from './log-items.ts';
import type { RowSource } from './log-rows.ts';
import { textOf } from './operation-text.ts';
import { operationsBefore } from './operations.ts';
import { visibleText } from './visible-text.ts';

/** An operation as a position. `event` is its last event. */
export type Mark = Pick<LogStep, 'event' | 'seq' | 'at'> & {
  readonly who: string;
  readonly session_id: string | null;
};

/** Maximum number of steps, and of operations and events that are read for them. */
const STEPS_MAX = 2000;
const [OPERATIONS_MAX, EVENTS_MAX] = [20_000, 200_000];
/** Number of events that are read at once. */
const WINDOW = 2000;

/** Groups consecutive marks, newest first, into steps, oldest first; a group ends with its newest operation. */
function groupsOf(
  marks: Iterable<Mark>,
  keyOf: (mark: Mark) => string,
  labelOf: (mark: Mark) => string,
): readonly LogStep[] {
  const steps: { step: LogStep; key: string }[] = [];
  for (const mark of marks) {
    const key = keyOf(mark);
    const current = steps.at(-1);
    if (current?.key === key) {
      current.step = { ...current.step, operations: current.step.operations + 1 };
      continue;
    }
    const { event, seq, at } = mark;
    steps.push({ key, step: { event, seq, at, label: labelOf(mark), operations: 1 } });
  }
  return steps.map(({ step }) => step).toReversed();
}

/** One step for each day (UTC) with operations; `marks` newest first, steps oldest first. */
export function daysOf(marks: Iterable<Mark>): readonly LogStep[] {
  const dayOf = ({ at }: Mark): string => at.slice(0, 10);
  return groupsOf(marks, dayOf, dayOf);
}

/**
 * One step for consecutive operations of one session; where sessions are not known, of one author. `marks` newest first, steps
 * oldest first.
 */
export function sessionsOf(marks: Iterable<Mark>): readonly LogStep[] {
  const key = ({ session_id, who }: Mark): string => JSON.stringify([session_id, who]);
  return groupsOf(marks, key, ({ who }) => who);
}

type StepSource = RowSource & { readonly reader: Pick<LedgerRead, 'eventTextsAfter'> };

/** The newest steps of a branch. Steps state no number of the log to a person with a restricted READ. */
export async function stepsOf(source: StepSource, by: StepsAnswer['by']): Promise<StepsAnswer> {
  if (by === 'day' && source.sees_all) return newest(by, await allDays(source));
  const { marks, cut } = by === 'event' ? await eventMarks(source) : await operationMarks(source);
  if (by === 'event') return { by, steps: marks.map(stepOf).toReversed(), cut };
  const steps = by === 'day' ? daysOf(marks) : sessionsOf(marks);
  return { ...newest(by, steps), cut: cut || steps.length > STEPS_MAX };
}

function newest(by: StepsAnswer['by'], steps: readonly LogStep[]): StepsAnswer {
  return { by, steps: steps.slice(-STEPS_MAX), cut: steps.length > STEPS_MAX };
}

type Marks<M extends Mark = Mark> = { readonly marks: readonly M[]; readonly cut: boolean };

/** Operations with what they did. */
async function eventMarks(source: StepSource): Promise<Marks<Mark & { readonly text: string }>> {
  const marks: (Mark & { readonly text: string })[] = [];
  let events = 0;
  for await (const operation of operationsBefore(source.view, Infinity)) {
    if (marks.length === STEPS_MAX || events >= EVENTS_MAX) return { marks, cut: true };
    events += operation.events.length;
    // Between two records of runs there is nothing to see
    if (operation.events.every(leavesModel)) continue;
    const text = visibleText(textOf(operation.events, source.view));
    marks.push({ ...markOf(source, operation.last, null), text });
  }
  return { marks, cut: false };
}

/** Operations with their sessions, as far as the person may know them. */
async function operationMarks(source: StepSource): Promise<Marks> {
  const marks: Mark[] = [];
  let events = 0;
  for await (const item of itemsBefore(source, NEWEST)) {
    if (item.what !== 'operation') continue;
    if (marks.length === OPERATIONS_MAX || events >= EVENTS_MAX) return { marks, cut: true };
    events += item.operation.events.length;
    marks.push(markOf(source, item.operation.last, item.entry?.session_id ?? null));
  }
  return { marks, cut: false };
}

function markOf({ view, nameOf }: StepSource, last: StoredEvent, session_id: string | null): Mark {
  const { event_id, seq, at } = last;
  const who = visibleText(nameOf(last).who);
  return { event: event_id, seq: view.position(seq), at, who, session_id };
}

function stepOf({ event, seq, at, who, text = who }: Mark & { readonly text?: string }): LogStep {
  return { event, seq, at, label: text, operations: 1 };
}

/** The time of an event in its stored text, whose members are sorted: no text before it can contain this unescaped. */
const AT = /"at":"([^"]{1,40})"/u;

/** All days of a branch, counted in the stored texts of its events, because parsing takes most of the time. */
async function allDays({ view, reader }: StepSource): Promise<readonly LogStep[]> {
  const line = lineOf(view);
  const days: LogStep[] = [];
  let operation: string | null = null;
  for (let end = view.seq; end > 0; end -= WINDOW) {
    const from = Math.max(0, end - WINDOW);
    const texts = await reader.eventTextsAfter(from, end - from);
    for (const { seq, event_id, operation_id, branch, body } of texts.toReversed()) {
      if (seq > (line.get(branch) ?? 0) || operation_id === operation) continue;
      operation = operation_id;
      const at = AT.exec(body)?.[1] ?? '';
      const label = at.slice(0, 10);
      const current = days.at(-1);
      if (current?.label === label) {
        days[days.length - 1] = { ...current, operations: current.operations + 1 };
      } else {
        days.push({ event: event_id, seq, at, label, operations: 1 });
      }
    }
    await nextTurn();
  }
  return days.toReversed();
}

/** The branch of a view and its ancestors, each with the last ledger seq that belongs to the branch. */
function lineOf(view: StepSource['view']): ReadonlyMap<string, number> {
  const branches = new Map(view.branches().map((branch) => [branch.name, branch]));
  const line = new Map<string, number>();
  let until = Infinity;
  for (let at = branches.get(view.branch); at !== undefined;) {
    line.set(at.name, until);
    until = Math.min(until, at.from_seq);
    at = at.parent === null ? undefined : branches.get(at.parent);
  }
  return line;
}
