/** @module space-view: the 3D view: made once, and then kept equal to the state. */
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { theme } from '../app/theme.ts';
import type { CameraState, SceneEvents, SceneView } from '../scene/scene-view.ts';
import { announce, select } from '../state/actions.ts';
import { reload } from '../state/loader.ts';
import { model } from '../state/model.ts';
import { titleOfId, whereabouts } from '../state/naming.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import { Behind, Hover, hovered, Measurement, pictures } from './overlays.tsx';

/** The picture, and what lies over it. */
export function SpaceView(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: element } = host;
    if (element === null) return undefined;
    let end: (() => void) | null = null;
    let isEnded = false;
    const start = async (): Promise<void> => {
      const view = await makeView(element);
      if (isEnded) {
        view?.dispose();
        return;
      }
      if (view !== null) end = follow(view);
      store.aspect.value = element.clientWidth / Math.max(1, element.clientHeight);
      store.view.value = view;
      store.hasSpace.value = view !== null;
    };
    void start();
    return () => {
      isEnded = true;
      end?.();
      store.view.peek()?.dispose();
      store.view.value = null;
    };
  }, []);
  return (
    <div class="space">
      <div
        ref={host}
        class="space-host"
        role="application"
        aria-label={STRINGS.space.label}
        aria-describedby="space-keys"
        tabIndex={0}
        onPointerLeave={() => (hovered.value = null)}
      />
      <p id="space-keys" class="visually-hidden">
        {STRINGS.space.keys}
      </p>
      <Hover />
      <Behind />
      <Measurement />
    </div>
  );
}

let fromView: CameraState | null = null;

const EVENTS: Partial<SceneEvents> = {
  onPick: (picked, { isAdded }) => {
    if (picked === null) {
      if (!isAdded) select([]);
      return;
    }
    select([picked.id], { isAdded });
    const row = model.rows.get(picked.id);
    if (row === undefined) return;
    announce(`${titleOfId(picked.id)}, ${whereabouts(row)}`, { isShown: false });
  },
  onHover: (picked) => (hovered.value = picked?.id ?? null),
  onCamera: (camera) => {
    fromView = camera;
    store.camera.value = camera;
  },
  onMeasured: (measured) => (store.measured.value = measured),
  onDrawn: () => (pictures.value += 1),
  onReload: () => void reload(),
};

/** Makes the picture; null if the browser cannot draw it. The code for it is loaded only here. */
async function makeView(element: HTMLElement): Promise<SceneView | null> {
  try {
    const { makeSceneView } = await import('../scene/make-scene-view.ts');
    return makeSceneView(element, EVENTS);
  } catch {
    return null;
  }
}

/** Gives the picture each change of the state, until the returned function is called. */
function follow(view: SceneView): () => void {
  const ends = [
    effect(() => view.set({ hidden: store.hidden.value })),
    effect(() => view.set({ isolated: store.isolated.value })),
    effect(() => view.set({ selected: store.selection.value })),
    effect(() => view.set({ xray: store.xray.value })),
    effect(() => view.set({ spaces: store.spaces.value })),
    effect(() => view.set({ explode: store.explode.value })),
    effect(() => view.set({ colours: store.colours.value })),
    effect(() => view.set({ section: store.section.value })),
    effect(() => {
      const { value: camera } = store.camera;
      if (camera !== null && camera !== fromView) view.set({ camera });
    }),
    effect(() => view.appearance(theme.value === 'auto' ? null : theme.value === 'dark')),
    effect(() => view.navigate(store.isWalking.value ? 'walk' : 'orbit')),
    effect(() => {
      const isMeasuring = store.tool.value === 'measure';
      view.measure(isMeasuring);
      if (!isMeasuring) store.measured.value = null;
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
