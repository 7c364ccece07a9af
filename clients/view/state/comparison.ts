/** @module comparison: what differs between the compared moment and the one that is shown, as a list and in the picture. */
import { computed, effect, signal } from '@preact/signals';

import {
  type ChangeClass,
  changeClass,
  type ChangeRow,
  type ChangesAnswer,
} from '../../../servers/view/protocol/changes.ts';
import type { Moment } from '../../../servers/view/protocol/moment.ts';
import type { SceneIndex } from '../../../servers/view/protocol/scene.ts';
import { ask, askBytes } from '../api/ask.ts';
import type { ComparedScene } from '../scene/scene-view.ts';
import { momentText } from './address.ts';
import { cameraAround, problemOf } from './loader.ts';
import { headerOf } from './part-header.ts';
import { type Problem, store } from './store.ts';

/** The comparison. */
export const comparison = {
  answer: signal<ChangesAnswer | null>(null),
  problem: signal<Problem | null>(null),
  /** Shapes of changed elements at the earlier moment. */
  before: signal<ArrayBuffer | null>(null),
  mode: signal<ComparedScene['mode']>('ghost'),
  /** From earlier (0) to later (1). */
  at: signal(0.5),
  rest: signal<ComparedScene['rest']>('ghost'),
  /** Which of both moments the plan shows. */
  plan: signal<'before' | 'after'>('after'),
} as const;

/** The moment of the plan. */
export const planMoment = computed<Moment>(() => {
  const { value: compared } = store.compared;
  const isBefore = compared !== null && comparison.plan.value === 'before';
  return isBefore ? compared : store.moment.value;
});

/**
 * What the comparison deletes on a storey, and the moment that still has it; `from` is null if the plan misses none of it, as
 * that of the earlier moment.
 */
export function goneOn(level_id: string | null): {
  readonly from: Moment | null;
  readonly ids: readonly string[];
} {
  const { value: from } = store.compared;
  const { value: answer } = comparison.answer;
  const isLater = comparison.plan.value === 'after';
  const rows = isLater && level_id !== null ? (answer?.rows ?? []) : [];
  const ids = rows.flatMap((row) =>
    row.change === 'deleted' && row.level_id === level_id ? [row.id] : [],
  );
  return { from: ids.length === 0 ? null : from, ids };
}

/**
 * The storey whose plan shows changes: the one that is shown if it has a change that follows from no other one, else the one
 * of the first such change; null if no storey has one.
 */
export function storeyOfChanges(
  rows: readonly Pick<ChangeRow, 'level_id' | 'cause'>[],
  storeys: readonly (string | null)[],
  current: string | null,
): string | null {
  const own = rows.filter(({ cause }) => cause === null);
  const found = [...own, ...rows].flatMap(({ level_id }) =>
    level_id !== null && storeys.includes(level_id) ? [level_id] : [],
  );
  const isShown = own.some(({ level_id }) => level_id !== null && level_id === current);
  return isShown ? current : (found[0] ?? null);
}

/** Ids that the earlier shapes contain. */
export function idsBefore(): ReadonlySet<string> {
  const { value: before } = comparison.before;
  return new Set(before === null ? [] : headerOf(before).columns.id);
}

/** Compares each pair of moments until the returned function is called. */
export function keepCompared(): () => void {
  let running = new AbortController();
  let asked = '';
  const ends = [
    effect(() => {
      const { value: from } = store.compared;
      const { value: to } = store.moment;
      const key = from === null ? '' : `${momentText(from)} ${momentText(to)}`;
      // A commit may have changed both
      void store.revision.value;
      running.abort();
      running = new AbortController();
      if (key !== asked) clear();
      asked = key;
      const { value: index } = store.index;
      // Both moments are drawn relative to the origin of the scene that is shown
      if (from !== null && index !== null && store.loading.value.kind === 'ready') {
        void compare([from, to], index.origin_mm, running.signal);
      }
    }),
    effect(() => {
      const { value: view } = store.view;
      const { value: answer } = comparison.answer;
      const { value: before } = comparison.before;
      const isComplete = store.loading.value.kind === 'ready' && answer !== null && before !== null;
      if (view === null) return;
      if (!isComplete) {
        view.compare(null);
        return;
      }
      const { mode, at, rest } = comparison;
      view.compare({
        classes: changeClasses(answer),
        before,
        mode: mode.value,
        at: at.value,
        rest: rest.value,
      });
    }),
  ];
  return () => {
    running.abort();
    for (const end of ends) end();
  };
}

function clear(): void {
  comparison.answer.value = null;
  comparison.before.value = null;
  comparison.problem.value = null;
}

async function compare(
  [from, to]: readonly [Moment, Moment],
  origin: SceneIndex['origin_mm'],
  cancelled: AbortSignal,
): Promise<void> {
  const origin_mm: [number, number, number] = [...origin];
  try {
    const answer = await ask('changes', { from, to, origin_mm }, cancelled);
    const ids = answer.rows.filter(({ box_before }) => box_before !== null).map(({ id }) => id);
    const before = await askBytes('shapes', { at: from, ids, origin_mm }, cancelled);
    if (cancelled.aborted) return;
    const isFirst = comparison.answer.peek() === null;
    comparison.answer.value = answer;
    comparison.before.value = before;
    comparison.problem.value = null;
    if (!isFirst) return;
    flyToChanges(answer.rows);
    const storeys = (store.index.peek()?.storeys ?? []).map(({ level_id }) => level_id);
    const storey = storeyOfChanges(answer.rows, storeys, store.storey.peek());
    if (storey !== null) store.storey.value = storey;
  } catch (error) {
    if (cancelled.aborted) return;
    clear();
    comparison.problem.value = problemOf(error);
  }
}

const ROWS = new WeakMap<ChangesAnswer, ReadonlyMap<string, ChangeRow>>();

/** The change of an element in the comparison; undefined without one. */
export function comparedRow(id: string): ChangeRow | undefined {
  const { value: answer } = comparison.answer;
  if (answer === null) return undefined;
  const known = ROWS.get(answer) ?? new Map(answer.rows.map((row) => [row.id, row]));
  ROWS.set(answer, known);
  return known.get(id);
}

const CLASSES = new WeakMap<ChangesAnswer, ReadonlyMap<string, ChangeClass>>();

/** How each changed element is drawn; empty without a comparison. */
export function changeClasses(answer: ChangesAnswer | null): ReadonlyMap<string, ChangeClass> {
  if (answer === null) return new Map();
  const known =
    CLASSES.get(answer) ?? new Map(answer.rows.map((row) => [row.id, changeClass(row)]));
  CLASSES.set(answer, known);
  return known;
}

/** Moves the camera to changes, also to deleted elements. */
export function flyToChanges(rows: readonly ChangeRow[]): void {
  const boxes = rows.flatMap(({ box_before, box_after }) =>
    [box_before, box_after].filter((box) => box !== null),
  );
  if (boxes.length === 0) return;
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const box of boxes) {
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis] ?? Infinity, box[axis]);
      high[axis] = Math.max(high[axis] ?? -Infinity, box[axis + 3] ?? -Infinity);
    }
  }
  const [x = 0, y = 0, z = 0] = low;
  const [to_x = 0, to_y = 0, to_z = 0] = high;
  store.camera.value = cameraAround([x, y, z, to_x, to_y, to_z], store.aspect.peek());
}
