/** @module space: a pending change in 3D, before and after, with the picture of the page. */
import { batch } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { BoxNumbers } from '../../../servers/view/protocol/scene.ts';
import { CompareTool } from '../panels/changes/compare-tool.tsx';
import type { SceneView } from '../scene/scene-view.ts';
import { SpaceView } from '../space/space-view.tsx';
import { comparison, keepCompared } from '../state/comparison.ts';
import { takeRows } from '../state/model.ts';
import { headerOf } from '../state/part-header.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';
import type { BothSides } from './host.ts';

/** The picture, and how both sides are shown in it. */
export function Space({ sides }: { readonly sides: BothSides }): JSX.Element {
  const { value: view } = store.view;
  useEffect(() => keepCompared(), []);
  useEffect(() => {
    if (view !== null) batch(() => show(sides, view));
  }, [sides, view]);
  if (store.hasSpace.value === false) return <p class="quiet">{STRINGS.space.none}</p>;
  return (
    <>
      <div class="preview-space">
        <SpaceView />
      </div>
      <CompareTool />
    </>
  );
}

/** Gives the picture both sides. */
function show({ changes, before, after }: BothSides, view: SceneView): void {
  const headers = [headerOf(before), headerOf(after)];
  const boxes = headers.flatMap(({ columns }) => columns.box);
  const { theme } = document.documentElement.dataset;
  view.appearance(theme === undefined ? null : theme === 'dark');
  if (boxes.length > 0) view.expect(around(boxes));
  view.addPart(after);
  for (const header of headers) takeRows(header);
  comparison.before.value = before;
  comparison.answer.value = changes;
  store.loading.value = { kind: 'ready' };
}

function around(boxes: readonly BoxNumbers[]): BoxNumbers {
  const low = (axis: 0 | 1 | 2): number => Math.min(...boxes.map((box) => box[axis]));
  const high = (axis: 3 | 4 | 5): number => Math.max(...boxes.map((box) => box[axis]));
  return [low(0), low(1), low(2), high(3), high(4), high(5)];
}
