/** @module workspace: the page of a signed-in person: bars, docks and views. */
import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { IconButton } from '../components/icon-button.tsx';
import { Icon } from '../components/icon.tsx';
import { Resizer } from '../components/resizer.tsx';
import { shown } from '../components/shown.ts';
import { keepPendingCount } from '../panels/approvals/pending-count.ts';
import { dockOf, panelOf, PANELS } from '../panels/panels.ts';
import { closeDock } from '../state/actions.ts';
import { keepCompared } from '../state/comparison.ts';
import { keepLabels } from '../state/labels.ts';
import { keepLive } from '../state/live.ts';
import { keepLoaded } from '../state/loader.ts';
import { model } from '../state/model.ts';
import { momentWords, titleOfId } from '../state/naming.ts';
import { type Dock, store } from '../state/store.ts';
import { keepAddress } from '../state/sync-address.ts';
import { STRINGS } from '../strings.ts';
import { keepLayout, layout, RANGES } from './layout.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { isInSight, listenToKeys, togglePanel } from './shortcuts.ts';
import { Stage } from './stage.tsx';
import { TopBar } from './top-bar.tsx';

/** Everything. */
export function Workspace(): JSX.Element {
  useEffect(() => {
    const ends = [
      keepAddress(dockOf),
      keepLoaded(),
      keepCompared(),
      keepLabels(),
      keepPendingCount(),
      keepLive(),
      keepLayout(),
      keepTitle(),
      listenToKeys(),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const hasFront = panelOf(store.docks.value[store.front.value]) !== null;
  return (
    <div class={hasFront ? 'workspace has-front' : 'workspace'}>
      <a class="skip" href="#stage" onClick={skipToStage}>
        {STRINGS.skip}
      </a>
      <TopBar />
      <Rail />
      <DockArea dock="left" />
      <div class="middle">
        <Stage />
        <DockArea dock="bottom" />
      </div>
      <DockArea dock="right" />
      <p class="visually-hidden" role="status" aria-live="polite">
        {store.notice.value}
      </p>
      {store.toast.value === '' ? null : (
        <p class="toast" aria-hidden="true">
          {store.toast.value}
        </p>
      )}
      <ShortcutsDialog />
    </div>
  );
}

/** Names the tab by what it shows. */
function keepTitle(): () => void {
  const stop = effect(() => {
    const { value: moment } = store.moment;
    const [id, ...more] = store.selection.value;
    // The name arrives with the model.
    void model.version.value;
    const place = 'plan' in moment ? momentWords(moment) : shown(moment.branch);
    const parts = id === undefined || more.length > 0 ? [place] : [titleOfId(id), place];
    document.title = [...parts, STRINGS.title].join(' · ');
  });
  return () => {
    stop();
    document.title = STRINGS.title;
  };
}

/** The buttons of all panels. */
function Rail(): JSX.Element {
  return (
    <nav class="rail" aria-label={STRINGS.panels.label}>
      {PANELS.map((panel) => {
        const { id, label, icon, shortcut, badge } = panel;
        const count = badge?.value ?? 0;
        return (
          <button
            key={id}
            type="button"
            id={`rail-${id}`}
            class="rail-button"
            aria-pressed={isInSight(panel)}
            aria-keyshortcuts={shortcut}
            title={`${label} (${shortcut.toUpperCase()})`}
            onClick={() => togglePanel(panel)}
          >
            <Icon name={icon} />
            <span class="rail-label">{label}</span>
            {count === 0 ? null : <span class="badge">{count}</span>}
          </button>
        );
      })}
      <span class="rail-space" />
      <button
        type="button"
        class="rail-button"
        aria-keyshortcuts="?"
        title={`${STRINGS.shortcuts.title} (?)`}
        onClick={() => (store.dialog.value = 'shortcuts')}
      >
        <Icon name="keyboard" />
        <span class="rail-label">{STRINGS.shortcuts.short}</span>
      </button>
    </nav>
  );
}

function DockArea({ dock }: { readonly dock: Dock }): JSX.Element | null {
  const panel = panelOf(store.docks.value[dock]);
  if (panel === null) return null;
  const size = layout[dock].value;
  const Component = panel.component;
  return (
    <aside
      class={`dock dock-${dock}${store.front.value === dock ? ' is-front' : ''}`}
      aria-label={panel.label}
      tabIndex={-1}
      style={{ '--size': `${size}px` }}
      key={panel.id}
    >
      <header class="dock-head">
        <h2>{panel.label}</h2>
        <IconButton
          icon="close"
          label={STRINGS.docks.close(panel.label)}
          onClick={() => {
            closeDock(dock);
            document.getElementById(`rail-${panel.id}`)?.focus();
          }}
        />
      </header>
      <Component />
      <Resizer
        label={STRINGS.docks.resize(panel.label)}
        direction={dock === 'bottom' ? 'horizontal' : 'vertical'}
        size={size}
        range={RANGES[dock]}
        sign={dock === 'left' ? 1 : -1}
        onSize={(next) => (layout[dock].value = next)}
      />
    </aside>
  );
}

/** The fragment of the address is the state of the page; the link must not change it. */
function skipToStage(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('stage')?.focus();
}
