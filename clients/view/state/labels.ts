/** @module labels: what elements without a name are called by the rooms next to them; asked for when the model is loaded. */
import { effect } from '@preact/signals';

import type { Moment } from '../../../servers/view/protocol/moment.ts';
import { ask } from '../api/ask.ts';
import { momentText } from './address.ts';
import { comparison } from './comparison.ts';
import { takeLabels } from './model.ts';
import { store } from './store.ts';

/** Time without a change after which labels are asked for, ms. */
const PAUSE_MS = 600;
/** Storeys with more elements have no labels: the hub would answer nothing else for seconds. */
const ELEMENTS_MAX = 3000;

/** Keeps the labels of the moment that is shown, and of what a comparison deletes, until the returned function is called. */
export function keepLabels(): () => void {
  let running = new AbortController();
  /** The storeys whose labels have arrived, which a commit may have changed since. */
  let known: Wanted[] = [];
  let index = store.index.peek();
  const stop = effect(() => {
    void store.revision.value;
    const { value: storey } = store.storey;
    // A moment that is loaded begins without labels
    if (store.index.value !== index) known = [];
    index = store.index.value;
    // After a commit, only the storey of the plan is asked for again: each takes the hub some time.
    const asked = newOf(wanted(), known, storey);
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (asked.length === 0) return;
    const begin = async (): Promise<void> => {
      for (const one of asked) {
        if (!(await load(one, signal))) return;
        known.push(one);
      }
    };
    const timer = setTimeout(() => void begin(), PAUSE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
  return () => {
    stop();
    running.abort();
  };
}

/** A storey of a moment. */
export type Wanted = { readonly at: Moment; readonly level_id: string };

/** The storeys whose labels are shown. */
function wanted(): readonly Wanted[] {
  if (store.loading.value.kind !== 'ready') return [];
  const { value: compared } = store.compared;
  const rows = compared === null ? [] : (comparison.answer.value?.rows ?? []);
  const gone = rows.flatMap(({ change, level_id }) => (change === 'deleted' ? [level_id] : []));
  const storeys = (store.index.value?.storeys ?? []).filter(
    ({ level_id, elements }) => level_id !== null && elements <= ELEMENTS_MAX,
  );
  const known = new Set(storeys.map(({ level_id }) => level_id));
  const earlier = [...new Set(gone)].filter((level_id) => known.has(level_id));
  const at = store.moment.value;
  return [
    ...earlier.flatMap((level_id) => wantedAt(compared, level_id)),
    ...storeys.flatMap(({ level_id }) => wantedAt(at, level_id)),
  ];
}

function wantedAt(at: Moment | null, level_id: string | null): readonly Wanted[] {
  return at === null || level_id === null ? [] : [{ at, level_id }];
}

/** What is asked for: storeys whose labels are not known, first that of the plan, which is asked for again. */
export function newOf(
  all: readonly Wanted[],
  known: readonly Wanted[],
  storey: string | null,
): readonly Wanted[] {
  const keyOf = ({ at, level_id }: Wanted): string => `${momentText(at)} ${level_id}`;
  const keys = new Set(known.map(keyOf));
  const shown = all.filter(({ level_id }) => level_id === storey);
  const rest = all.filter((one) => one.level_id !== storey && !keys.has(keyOf(one)));
  return [...shown, ...rest];
}

/** Loads the labels of a storey. Returns whether they have arrived. */
async function load(one: Wanted, signal: AbortSignal): Promise<boolean> {
  try {
    const { labels } = await ask('labels', one, signal);
    if (signal.aborted) return false;
    takeLabels(labels);
    return true;
  } catch {
    // Without labels, elements are called by their kind and the end of their id
    return false;
  }
}
