/** @module model: the elements of the moment that is shown, without their shapes. */
import { signal } from '@preact/signals';

import type { PlaceLabel } from '../../../servers/view/protocol/element.ts';
import type { BoxNumbers, PartHeader, TextColumn } from '../../../servers/view/protocol/scene.ts';

/** An element; `level`, `type`: empty without one. */
export type ElementRow = {
  readonly id: string;
  /** Empty without a name. */
  readonly name: string;
  readonly kind: string;
  readonly category: string;
  readonly level: string;
  readonly type: string;
  readonly box: BoxNumbers;
};

/** Elements by id. `version` grows with each change; read it to be rendered again. */
export const model = {
  rows: new Map<string, ElementRow>(),
  /** What elements without a name are called, without their kind, by id; also some that only a compared moment has. */
  labels: new Map<string, string>(),
  version: signal(0),
} as const;

/** Adds or replaces the elements of a part, and removes those that it lists as removed. */
export function takeRows({ columns, removed }: PartHeader): void {
  const { id, name, kind, category, level, type, box } = columns;
  for (const [row, one] of id.entries()) {
    model.rows.set(one, {
      id: one,
      name: name[row] ?? '',
      kind: textAt(kind, row),
      category: textAt(category, row),
      level: textAt(level, row),
      type: textAt(type, row),
      box: box[row] ?? [0, 0, 0, 0, 0, 0],
    });
  }
  for (const one of removed ?? []) model.rows.delete(one);
  report();
}

/** Adds labels of elements without a name. */
export function takeLabels(labels: readonly PlaceLabel[]): void {
  const changed = labels.filter(({ id, text }) => model.labels.get(id) !== text);
  for (const { id, text } of changed) model.labels.set(id, text);
  if (changed.length > 0) report();
}

/** Forgets all elements. */
export function clearRows(): void {
  model.rows.clear();
  model.labels.clear();
  report();
}

/** Least time between two versions, ms: the tree of a large model takes a part of it to compute, and parts arrive faster. */
const PAUSE_MS = 400;
let reported = -PAUSE_MS;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Makes a new version: now, or after the pause for all changes until then. */
function report(): void {
  const wait = reported + PAUSE_MS - performance.now();
  if (timer !== null) return;
  timer = setTimeout(
    () => {
      timer = null;
      reported = performance.now();
      model.version.value += 1;
    },
    Math.max(0, wait),
  );
}

function textAt({ texts, rows }: TextColumn, row: number): string {
  return texts[rows[row] ?? -1] ?? '';
}
