/** @module shortcuts: every key of the page, in one table, which the dialog shows. */
import { signal } from '@preact/signals';

import type { Panel } from '../panels/panel.ts';
import { PANELS } from '../panels/panels.ts';
import { fitAll, togglePopover } from '../space/toolbar.tsx';
import { DIRECTIONS, lookFrom } from '../space/view-tools.tsx';
import {
  closeDock,
  flyTo,
  isolate,
  openPanel,
  select,
  setHidden,
  showAll,
  toggleSpaces,
} from '../state/actions.ts';
import { remember, remembered } from '../state/remembered.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { layout } from './layout.ts';

/** A key and what it does. */
export type Shortcut = {
  readonly key: string;
  readonly label: string;
  readonly group: 'panels' | 'view' | 'selection' | 'page';
  readonly run: () => void;
};

const { tools, shortcuts: words } = STRINGS;

/** Whether a panel is open and in sight. */
export function isInSight({ id, dock }: Panel): boolean {
  const isOpen = store.docks.value[dock] === id;
  return isOpen && (!layout.isNarrow.value || store.front.value === dock);
}

/** Opens a panel, or closes it if it is in sight. */
export function togglePanel(panel: Panel): void {
  if (isInSight(panel)) closeDock(panel.dock);
  else openPanel(panel.id, panel.dock);
}

/** Opens a panel and moves the focus into it; closes it if the focus is there. */
function togglePanelByKey(panel: Panel): void {
  const dockOf = (): HTMLElement | null => document.querySelector(`.dock-${panel.dock}`);
  if (isInSight(panel) && dockOf()?.contains(document.activeElement) === true) {
    closeDock(panel.dock);
    return;
  }
  const isOpen = store.docks.value[panel.dock] === panel.id;
  openPanel(panel.id, panel.dock);
  const focus = (): void => {
    const inside =
      dockOf()?.querySelector<HTMLElement>('.panel-body :is([tabindex="0"], input)') ?? dockOf();
    inside?.focus();
  };
  // A new panel is rendered in the next microtask.
  if (isOpen) focus();
  else setTimeout(focus);
}

export const SHORTCUTS: readonly Shortcut[] = [
  ...PANELS.map((panel): Shortcut => ({
    key: panel.shortcut,
    label: panel.label,
    group: 'panels',
    run: () => togglePanelByKey(panel),
  })),
  { key: 'p', label: tools.plan, group: 'panels', run: () => toggle(layout.isPlanOpen) },
  { key: 'f', label: tools.fit, group: 'view', run: fitAll },
  ...DIRECTIONS.map(([direction, key]): Shortcut => ({
    key,
    label: STRINGS.views[direction],
    group: 'view',
    run: () => lookFrom(direction),
  })),
  { key: 'o', label: tools.orbit, group: 'view', run: () => (store.isWalking.value = false) },
  { key: 'w', label: tools.walk, group: 'view', run: () => (store.isWalking.value = true) },
  { key: 's', label: tools.section, group: 'view', run: () => togglePopover('section') },
  { key: 'b', label: tools.explode, group: 'view', run: () => togglePopover('explode') },
  { key: 'x', label: tools.xray, group: 'view', run: () => toggle(store.xray) },
  { key: 'r', label: tools.spaces, group: 'view', run: toggleSpaces },
  { key: 'k', label: tools.colour, group: 'view', run: () => togglePopover('colour') },
  {
    key: 'm',
    label: tools.measure,
    group: 'view',
    run: () => (store.tool.value = store.tool.value === 'measure' ? 'select' : 'measure'),
  },
  { key: 'v', label: tools.viewpoints, group: 'view', run: () => togglePopover('viewpoints') },
  { key: ',', label: words.storeyBelow, group: 'view', run: () => stepStorey(-1) },
  { key: '.', label: words.storeyAbove, group: 'view', run: () => stepStorey(1) },
  {
    key: 'z',
    label: words.zoom,
    group: 'selection',
    run: () => flyTo([...store.selection.value]),
  },
  {
    key: 'h',
    label: tools.hide,
    group: 'selection',
    run: () => setHidden(store.selection.value, true),
  },
  { key: 'i', label: tools.isolate, group: 'selection', run: isolateSelection },
  { key: 'u', label: tools.showAll, group: 'selection', run: showAll },
  { key: 'Escape', label: words.escape, group: 'selection', run: escape },
  { key: '?', label: words.title, group: 'page', run: () => (store.dialog.value = 'shortcuts') },
];

/** Whether single keys do something; people who speak to their computer switch them off. */
export const areKeysOn = signal(remembered('keys') !== false);

/** Runs shortcuts until the returned function is called. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (store.dialog.value !== null || isTyping(event)) return;
  if (!areKeysOn.value && event.key !== 'Escape') return;
  const shortcut = SHORTCUTS.find(({ key }) => key === event.key);
  if (shortcut === undefined) return;
  event.preventDefault();
  shortcut.run();
}

/** Switches single keys on or off, and keeps that. */
export function setKeysOn(isOn: boolean): void {
  areKeysOn.value = isOn;
  remember('keys', isOn);
}

/** Whether a key belongs to the field that has the focus. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox'].includes(target.type);
  if (target instanceof HTMLSelectElement) return key !== 'Escape';
  return target instanceof HTMLTextAreaElement;
}

function toggle(isOn: { value: boolean }): void {
  isOn.value = !isOn.value;
}

function isolateSelection(): void {
  const { value: selection } = store.selection;
  if (selection.size > 0) isolate(selection);
}

/** Closes what is open: first a popover, then the measuring, then the selection. */
function escape(): void {
  if (store.popover.value !== null) store.popover.value = null;
  else if (store.tool.value === 'measure') store.tool.value = 'select';
  else select([]);
}

function stepStorey(by: number): void {
  const levels = store.index.value?.storeys.filter(({ level_id }) => level_id !== null) ?? [];
  const at = levels.findIndex(({ level_id }) => level_id === store.storey.value);
  const next = levels[at + by];
  if (next !== undefined) store.storey.value = next.level_id;
}
