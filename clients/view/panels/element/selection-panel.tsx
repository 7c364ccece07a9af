/** @module selection-panel: several selected elements. */
import type { JSX } from 'preact';

import { IconButton } from '../../components/icon-button.tsx';
import { useWindow, WindowRows } from '../../components/virtual-rows.tsx';
import { flyTo, isolate, select, setHidden } from '../../state/actions.ts';
import { model } from '../../state/model.ts';
import { kindWords, titleOfId } from '../../state/naming.ts';
import { STRINGS } from '../../strings.ts';

const HEIGHT = 26;

/** Counts by kind, and the elements. */
export function SelectionPanel({ ids }: { readonly ids: readonly string[] }): JSX.Element {
  const window = useWindow(ids.length, HEIGHT);
  const counts = new Map<string, number>();
  for (const id of ids) {
    const kind = model.rows.get(id)?.kind ?? '';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return (
    <div class="panel-body">
      <div class="element-head">
        <h3>{STRINGS.element.many(ids.length)}</h3>
        <div class="actions">
          <IconButton icon="target" label={STRINGS.element.zoom} onClick={() => flyTo(ids)} />
          <IconButton icon="isolate" label={STRINGS.element.isolate} onClick={() => isolate(ids)} />
          <IconButton
            icon="eye"
            label={STRINGS.element.hide}
            onClick={() => setHidden(ids, true)}
          />
        </div>
        <dl class="values">
          {[...counts].map(([kind, count]) => (
            <div class="value" key={kind}>
              <dt>{kind === '' ? STRINGS.element.unknown : kindWords(kind)}</dt>
              <dd>{STRINGS.common.number(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div
        ref={window.ref}
        class="scroll"
        role="group"
        tabIndex={0}
        aria-label={STRINGS.element.selected}
      >
        <WindowRows
          count={ids.length}
          height={HEIGHT}
          window={window}
          row={(index) => {
            const id = ids[index] ?? '';
            return (
              <div class="plain-row" key={id}>
                <button type="button" class="link" onClick={() => select([id], { fly: true })}>
                  {titleOfId(id)}
                </button>
              </div>
            );
          }}
        />
      </div>
    </div>
  );
}
