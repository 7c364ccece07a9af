/** @module labels: what elements without a name are called by the rooms next to them; asked for when the model is loaded. */
import { effect } from '@preact/signals';

import type { Moment } from '../../../servers/view/protocol/moment.ts';
import { ask } from '../api/ask.ts';
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
  const stop = effect(() => {
    void store.revision.value;
    const asked = wanted();
    running.abort();
    running = new AbortController();
    const { signal } = running;
    if (asked.length === 0) return;
    const timer = setTimeout(() => void load(asked, signal), PAUSE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
  return () => {
    stop();
    running.abort();
  };
}

type Wanted = { readonly at: Moment; readonly level_id: string };

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

/** One storey after another: other questions come in between. */
async function load(asked: readonly Wanted[], signal: AbortSignal): Promise<void> {
  try {
    for (const one of asked) {
      const { labels } = await ask('labels', one, signal);
      if (signal.aborted) return;
      takeLabels(labels);
    }
  } catch {
    // Without labels, elements are called by their kind and the end of their id
  }
}
