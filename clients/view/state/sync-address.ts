/** @module sync-address: keeps the address and the state equal, both ways. */
import { batch, effect } from '@preact/signals';

import { type Address, addressOf, fragmentOf, isSameMoment } from './address.ts';
import { type Dock, DOCKS, store } from './store.ts';

/** Time without a movement after which the camera is written to the address, ms. */
const CAMERA_MS = 300;

/** The state of the page as an address. */
export function currentAddress(): Address {
  return {
    moment: store.moment.value,
    compared: store.compared.value,
    selection: [...store.selection.value],
    panels: DOCKS.map((dock) => store.docks.value[dock]).filter((id) => id !== null),
    storey: store.storey.value,
    camera: store.camera.value,
    section: store.section.value,
    hidden: [...store.hidden.value],
    isolated: store.isolated.value === null ? null : [...store.isolated.value],
    xray: store.xray.value,
    spaces: store.spaces.value,
    explode: store.explode.value,
    colouring: store.colouring.value,
    run: store.run.value,
    run_from: store.runFrom.value,
    finding: store.finding.value,
  };
}

/** The address of the state that is shown, for a link. */
export function currentLink(): string {
  return `${location.origin}${location.pathname}#${fragmentOf(currentAddress())}`;
}

/** Whether an address of this host opens on this machine only. */
export function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** The dock of a panel; null for an unknown one. */
export type DockOf = (panel: string) => Dock | null;

/** Shows the state of an address. `dockOf`: without it, the panels stay as they are. */
export function showAddress(address: Address, dockOf: DockOf | null = null): void {
  batch(() => {
    if (!isSameMoment(address.moment, store.moment.value)) store.moment.value = address.moment;
    if (!isSameMoment(address.compared, store.compared.value)) {
      store.compared.value = address.compared;
    }
    store.selection.value = new Set(address.selection);
    if (address.panels !== null && dockOf !== null) {
      store.docks.value = docksOf(address.panels, dockOf);
    } else if (address.selection.length > 0) {
      store.docks.value = { ...store.docks.value, right: 'element' };
    }
    if (address.storey !== null) store.storey.value = address.storey;
    if (address.camera !== null) store.camera.value = address.camera;
    store.section.value = address.section;
    store.hidden.value = new Set(address.hidden);
    store.isolated.value = address.isolated === null ? null : new Set(address.isolated);
    store.xray.value = address.xray;
    store.spaces.value = address.spaces;
    store.explode.value = address.explode;
    store.colouring.value = address.colouring;
    store.run.value = address.run;
    store.runFrom.value = address.run_from;
    store.finding.value = address.finding;
  });
}

/** Shows the address of the page, and then writes each change to it, until the returned function is called. */
export function keepAddress(dockOf: DockOf): () => void {
  const own = location.hash;
  if (own.length > 1) showAddress(addressOf(own), dockOf);
  let step: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isShowing = false;
  const stopSteps = effect(() => {
    const text = stepText();
    if (step === text) return;
    const isFirst = step === null;
    step = text;
    if (!isShowing) write(!isFirst);
  });
  const stopRest = effect(() => {
    fragmentOf(currentAddress());
    clearTimeout(timer);
    timer = setTimeout(() => write(false), CAMERA_MS);
  });
  const onMove = (): void => {
    clearTimeout(timer);
    isShowing = true;
    showAddress(addressOf(location.hash), dockOf);
    step = stepText();
    isShowing = false;
  };
  globalThis.addEventListener('popstate', onMove);
  return () => {
    stopSteps();
    stopRest();
    clearTimeout(timer);
    globalThis.removeEventListener('popstate', onMove);
  };
}

/** Writes the state to the address. `isStep`: as a new step of Back and Forward. */
function write(isStep: boolean): void {
  const fragment = `#${fragmentOf(currentAddress())}`;
  if (fragment === location.hash) return;
  if (isStep) history.pushState(null, '', fragment);
  else history.replaceState(null, '', fragment);
}

/** The part of the state whose changes are steps of Back and Forward; the rest changes the current step. */
function stepText(): string {
  const { moment, compared, selection, panels, run } = currentAddress();
  return JSON.stringify([moment, compared, selection, panels, run]);
}

function docksOf(panels: readonly string[], dockOf: DockOf): Record<Dock, string | null> {
  const docks: Record<Dock, string | null> = { left: null, right: null, bottom: null };
  for (const id of panels) {
    const dock = dockOf(id);
    if (dock !== null) docks[dock] = id;
  }
  return docks;
}
