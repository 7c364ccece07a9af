/** @module workspace: the page of a signed-in person: bars, docks and views. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { IconButton } from '../components/icon-button.tsx';
import { Icon } from '../components/icon.tsx';
import { Resizer } from '../components/resizer.tsx';
import { dockOf, panelOf, PANELS } from '../panels/panels.ts';
import { closeDock } from '../state/actions.ts';
import { keepCompared } from '../state/comparison.ts';
import { keepLive } from '../state/live.ts';
import { keepLoaded } from '../state/loader.ts';
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
      keepLive(),
      keepLayout(),
      listenToKeys(),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const docks = store.docks.value;
  const isOpen = (dock: Dock): boolean => panelOf(docks[dock]) !== null;
  const hasFront = isOpen(store.front.value);
  return (
    <div class={hasFront ? 'workspace has-front' : 'workspace'}>
      <a class="skip" href="#stage" onClick={skipToStage}>
        {STRINGS.skip}
      </a>
      <TopBar />
      <Rail />
      {isOpen('left') ? (
        <>
          <DockArea dock="left" />
          <Resizer
            label={STRINGS.docks.resize(STRINGS.docks.left)}
            direction="vertical"
            size={layout.left.value}
            range={RANGES.left}
            sign={1}
            onSize={(size) => (layout.left.value = size)}
          />
        </>
      ) : null}
      <div class="middle">
        <Stage />
        {isOpen('bottom') ? (
          <>
            <Resizer
              label={STRINGS.docks.resize(STRINGS.docks.bottom)}
              direction="horizontal"
              size={layout.bottom.value}
              range={RANGES.bottom}
              sign={-1}
              onSize={(size) => (layout.bottom.value = size)}
            />
            <DockArea dock="bottom" />
          </>
        ) : null}
      </div>
      {isOpen('right') ? (
        <>
          <Resizer
            label={STRINGS.docks.resize(STRINGS.docks.right)}
            direction="vertical"
            size={layout.right.value}
            range={RANGES.right}
            sign={-1}
            onSize={(size) => (layout.right.value = size)}
          />
          <DockArea dock="right" />
        </>
      ) : null}
      <p class="visually-hidden" role="status" aria-live="polite">
        {store.notice.value}
      </p>
      <ShortcutsDialog />
    </div>
  );
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
      style={{ '--size': `${size}px` }}
      key={panel.id}
    >
      <header class="dock-head">
        <h2>{panel.label}</h2>
        <IconButton
          icon="close"
          label={STRINGS.docks.close(panel.label)}
          onClick={() => closeDock(dock)}
        />
      </header>
      <Component />
    </aside>
  );
}

/** The fragment of the address is the state of the page; the link must not change it. */
function skipToStage(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('stage')?.focus();
}
