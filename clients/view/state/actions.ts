/** @module actions: what a person does with the page. Panels change the state only through these functions. */
import { batch } from '@preact/signals';

import type { Moment } from '../../../servers/view/protocol/moment.ts';
import { shown } from '../components/shown.ts';
import type { SceneView } from '../scene/scene-view.ts';
import { STRINGS } from '../strings.ts';
import { isSameMoment } from './address.ts';
import { model } from './model.ts';
import { endSeeThrough, seeThroughTo, uncover } from './reveal.ts';
import { type Dock, store } from './store.ts';

/** Selects elements. `isAdded`: adds them to the selection, or removes a selected one. `fly`: moves the camera there. */
export function select(
  ids: readonly string[],
  { isAdded = false, fly = false }: { readonly isAdded?: boolean; readonly fly?: boolean } = {},
): void {
  const before = store.selection.value;
  const chosen = new Set(isAdded ? before : []);
  for (const id of ids) {
    if (isAdded && before.has(id)) chosen.delete(id);
    else chosen.add(id);
  }
  batch(() => {
    store.selection.value = chosen;
    const [first] = ids;
    if (first !== undefined) showStoreyOf(first);
    const { right } = store.docks.value;
    if (chosen.size > 0 && (right !== 'element' || !isWorkedThrough())) {
      openPanel('element', 'right');
    }
  });
  if (chosen.size === 0) endSeeThrough();
  if (fly && chosen.size > 0) flyTo([...chosen]);
}

/** Whether the front panel is a list whose entries a person goes through: on a narrow page it stays in sight. */
function isWorkedThrough(): boolean {
  const { docks, front } = store;
  return ['findings', 'changes', 'approvals'].includes(docks.value[front.value] ?? '');
}

/** Moves the camera to elements and makes them visible: what hides them ends, and the rest is seen through if it covers them. */
export function flyTo(ids: readonly string[]): void {
  const known = ids.filter((id) => model.rows.has(id));
  if (known.length === 0) return;
  const { value: view } = store.view;
  endSeeThrough();
  uncover(known);
  if (view === null) return;
  view.fit(known);
  void seeThrough(known, view);
}

async function seeThrough(ids: readonly string[], view: SceneView): Promise<void> {
  if (await seeThroughTo(ids, view)) announce(STRINGS.space.seenThrough);
}

/**
 * Shows another moment. The selection stays: elements without this moment are reported by their panel. The comparison with the
 * state before a plan ends with the plan.
 */
export function showMoment(moment: Moment): void {
  batch(() => {
    const { value: compared } = store.compared;
    if (!isSameMoment(moment, store.moment.value)) store.moment.value = moment;
    if (!('plan' in moment) && compared !== null && 'plan' in compared) store.compared.value = null;
  });
}

/** Compares the moment that is shown with an earlier one; null ends it. */
export function compareWith(moment: Moment | null): void {
  if (!isSameMoment(moment, store.compared.value)) store.compared.value = moment;
}

/** Opens a panel in its dock, and in front of the other docks on a narrow page. */
export function openPanel(id: string, dock: Dock): void {
  batch(() => {
    store.docks.value = { ...store.docks.value, [dock]: id };
    store.front.value = dock;
  });
}

/** Closes a dock. */
export function closeDock(dock: Dock): void {
  store.docks.value = { ...store.docks.value, [dock]: null };
}

/** Hides elements, or shows those that are hidden. */
export function setHidden(ids: Iterable<string>, isHidden: boolean): void {
  const hidden = new Set(store.hidden.value);
  for (const id of ids) {
    if (isHidden) hidden.add(id);
    else hidden.delete(id);
  }
  store.hidden.value = hidden;
}

/**
 * Hides everything but these elements, and moves the camera to them; null shows the rest again. `isFramed` false: the camera
 * stays.
 */
export function isolate(ids: Iterable<string> | null, { isFramed = true } = {}): void {
  const isolated = ids === null ? null : new Set(ids);
  batch(() => {
    store.isolated.value = isolated;
    // Rooms alone would be an empty picture.
    if (isolated !== null && isolated.size > 0 && [...isolated].every(isRoom)) {
      store.spaces.value = true;
    }
  });
  if (isolated !== null && isFramed) flyTo([...isolated]);
}

/** Switches rooms on or off, and says what that does. */
export function toggleSpaces(): void {
  store.spaces.value = !store.spaces.value;
  const rooms = [...model.rows.values()].filter(({ kind }) => kind === 'room').length;
  announce(STRINGS.tools.spacesNow(store.spaces.value, rooms));
}

function isRoom(id: string): boolean {
  return model.rows.get(id)?.kind === 'room';
}

/** Whether the picture leaves out or fades parts of the model: by a cut, x-ray, or what is hidden or isolated. */
export function isReduced(): boolean {
  const { hidden, isolated, section, xray } = store;
  return (
    hidden.value.size > 0 || isolated.value !== null || section.value.kind !== 'none' || xray.value
  );
}

/** Shows every element as it is built: nothing is hidden, isolated, cut away, faded or drawn away from its storey. */
export function showAll(): void {
  batch(() => {
    store.hidden.value = new Set();
    store.isolated.value = null;
    store.section.value = { kind: 'none' };
    store.xray.value = false;
    store.explode.value = 0;
  });
}

/** Time for which a sentence is shown, ms. */
const TOAST_MS = 4000;
let toastTimer: ReturnType<typeof setTimeout> | undefined;

/** Tells screen readers what has happened; shows it for some seconds, unless the page shows it anyway. */
export function announce(text: string, { isShown = true } = {}): void {
  const sentence = shown(text);
  store.notice.value = sentence;
  if (!isShown) return;
  store.toast.value = sentence;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (store.toast.value = ''), TOAST_MS);
}

function showStoreyOf(id: string): void {
  showStorey(model.rows.get(id)?.level ?? '');
}

/** Shows the plan of a level, unless it is no storey of the moment that is shown. */
export function showStorey(level: string): void {
  const isStorey = store.index.value?.storeys.some(({ level_id }) => level_id === level) ?? false;
  if (isStorey) store.storey.value = level;
}
