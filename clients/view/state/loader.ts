/** @module loader: loads the moment that is shown, storey by storey, and keeps it up to date. */
import { batch, effect } from '@preact/signals';

import type { Moment } from '../../../servers/view/protocol/moment.ts';
import type { SceneIndex, SceneStorey } from '../../../servers/view/protocol/scene.ts';
import { ask, askBytes, HubError } from '../api/ask.ts';
import type { CameraState } from '../scene/scene-view.ts';
import { STRINGS } from '../strings.ts';
import { momentText } from './address.ts';
import { clearRows, model, takeRows } from './model.ts';
import { headerOf } from './part-header.ts';
import { type Problem, store } from './store.ts';

/** Number of parts that are requested at a time: one is drawn while the next one arrives. */
const PARALLEL = 2;

/** What a failure means to a person. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HubError) return { message: error.message, hint: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  return { message, hint: STRINGS.reloadPage };
}

/** Loads each moment that is shown until the returned function is called. Starts when it is known whether there is a 3D view. */
export function keepLoaded(): () => void {
  let running = new AbortController();
  let shown: string | null = null;
  const stop = effect(() => {
    const { value: moment } = store.moment;
    if (store.hasSpace.value === null || store.isSignedOut.value) return;
    const text = momentText(moment);
    if (text === shown) return;
    shown = text;
    running.abort();
    running = new AbortController();
    void load(moment, running.signal);
  });
  return () => {
    stop();
    running.abort();
  };
}

/** Loads the moment again. */
export async function reload(): Promise<void> {
  await load(store.moment.peek(), new AbortController().signal);
}

async function load(moment: Moment, signal: AbortSignal): Promise<void> {
  const key = momentText(moment);
  const isStale = (): boolean => signal.aborted || momentText(store.moment.peek()) !== key;
  store.loading.value = { kind: 'loading', done: 0, total: 0 };
  const hasNoCamera = store.camera.peek() === null;
  try {
    const index = await ask('scene', { at: moment }, signal);
    if (isStale()) return;
    begin(index, key);
    await loadParts(moment, index, { signal, isStale });
    if (isStale()) return;
    store.loading.value = { kind: 'ready' };
    if (hasNoCamera) frame();
    await updates.follow();
  } catch (error) {
    if (!isStale()) fail(error);
  }
}

/** The first picture shows everything; that of a link to an element without a camera, the element. */
function frame(): void {
  const known = [...store.selection.peek()].filter((id) => model.rows.has(id));
  if (known.length > 0) store.view.peek()?.fit(known);
  else if (store.camera.peek() === firstCamera) store.view.peek()?.fit(null, 'corner');
}

/** The camera before everything was loaded, unless a person has moved it. */
let firstCamera: CameraState | null = null;

function begin(index: SceneIndex, key: string): void {
  batch(() => {
    clearRows();
    store.view.value?.clear();
    if (index.box !== null) store.view.value?.expect(index.box);
    store.index.value = index;
    store.at.value = index.at;
    store.loaded.value = key;
    const isKnown = index.storeys.some(({ level_id }) => level_id === store.storey.value);
    if (!isKnown) store.storey.value = groundOf(index)?.level_id ?? null;
    store.loading.value = { kind: 'loading', done: 0, total: index.elements };
    if (store.camera.value === null && index.box !== null) {
      firstCamera = cameraAround(index.box, store.aspect.peek());
      store.camera.value = firstCamera;
    }
  });
}

/** The storey whose plan is shown first: the first one at or above the ground, if it has elements. */
function groundOf({ storeys }: SceneIndex): SceneStorey | undefined {
  const levels = storeys.filter(({ level_id }) => level_id !== null);
  return (
    levels.find(({ elevation_mm, elements }) => (elevation_mm ?? 0) >= -500 && elements > 0) ??
    levels[0]
  );
}

async function loadParts(
  moment: Moment,
  { storeys }: SceneIndex,
  { signal, isStale }: { readonly signal: AbortSignal; readonly isStale: () => boolean },
): Promise<void> {
  const queue = inOrder(storeys).flatMap(({ level_id, parts }) =>
    Array.from({ length: parts }, (_, part) => ({ level_id, part })),
  );
  const shapes = store.view.value !== null;
  const next = async (): Promise<void> => {
    for (let asked = queue.shift(); asked !== undefined; asked = queue.shift()) {
      const part = await askBytes('part', { at: moment, shapes, ...asked }, signal);
      if (isStale()) return;
      batch(() => {
        takeRows(headerOf(part));
        if (shapes) store.view.value?.addPart(part);
        const { value: loading } = store.loading;
        if (loading.kind === 'loading') {
          store.loading.value = { ...loading, done: model.rows.size };
        }
      });
      // Gives the browser time for input and a frame.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
}

/** The storey of the plan first, then the others from below; what is on no level comes last. */
function inOrder(storeys: readonly SceneStorey[]): readonly SceneStorey[] {
  return storeys.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ level_id }: SceneStorey): number {
  if (level_id === null) return 2;
  return level_id === store.storey.peek() ? 0 : 1;
}

function fail(error: unknown): void {
  if (error instanceof HubError && error.isSignedOut) store.isSignedOut.value = true;
  else store.loading.value = { kind: 'failed', problem: problemOf(error) };
}

/** A view of a whole box from its corner at the south-east. `aspect`: width of the picture by its height. */
export function cameraAround([ax, ay, az, bx, by, bz]: SceneBox, aspect: number): CameraState {
  const fov = 45;
  const narrow = Math.atan(Math.tan((fov * Math.PI) / 360) * Math.min(1, aspect));
  const target = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2] as const;
  const radius = Math.max(1, Math.hypot(bx - ax, by - ay, bz - az) / 2);
  const distance = radius / Math.sin(narrow);
  const [x, y, z] = [0.55, -0.68, 0.485];
  return {
    position: [target[0] + x * distance, target[1] + y * distance, target[2] + z * distance],
    target,
    fov,
    height: radius * 2,
  };
}
type SceneBox = NonNullable<SceneIndex['box']>;

/** Follows the branch that is shown: one question at a time, and one more if something has changed meanwhile. */
class Updates {
  #isAsking = false;
  #isAskedAgain = false;
  /** Whether the branch has changed since a plan was loaded, which is shown on the present of its branch. */
  #isPlanOld = false;

  /** The model may have changed. */
  async followModel(): Promise<void> {
    this.#isPlanOld = true;
    await this.follow();
  }

  /** Something may have changed. */
  async follow(): Promise<void> {
    this.#isAskedAgain = true;
    if (this.#isAsking || store.loading.peek().kind !== 'ready') return;
    this.#isAsking = true;
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        await this.#update();
      }
    } finally {
      this.#isAsking = false;
    }
  }

  async #update(): Promise<void> {
    const moment = store.moment.peek();
    const at = store.at.peek();
    const isPlanOld = this.#isPlanOld && 'plan' in moment;
    this.#isPlanOld = false;
    if (at === null || !isPresent(moment)) {
      store.revision.value += 1;
      if (isPlanOld) await reload();
      return;
    }
    const part = await askBytes('delta', { mark: at.mark });
    if (momentText(store.moment.peek()) !== momentText(moment)) return;
    const header = headerOf(part);
    if (header.reload === true) {
      store.revision.value += 1;
      await reload();
      return;
    }
    const { id } = header.columns;
    const isChanged = id.length > 0 || (header.removed?.length ?? 0) > 0;
    batch(() => {
      store.at.value = header.at;
      if (isChanged) {
        store.view.value?.applyDelta(part);
        takeRows(header);
      }
      store.revision.value += 1;
    });
  }
}

/** Whether a moment is the present of a branch, which changes. */
export function isPresent(moment: Moment): boolean {
  return !('plan' in moment) && moment.seq === undefined && moment.event === undefined;
}

const updates = new Updates();

/** Brings the scene up to date. Answers of panels are asked for again by `store.revision`. */
export async function followModel(): Promise<void> {
  try {
    await updates.followModel();
  } catch (error) {
    if (error instanceof HubError && error.isSignedOut) store.isSignedOut.value = true;
    else if (!(error instanceof HubError)) throw error;
    else if (isForgotten(error)) await reload();
  }
}

/** Whether the hub no longer knows the state that was shown. */
function isForgotten(error: HubError): boolean {
  return error.status === 422;
}
