/** @module toolbar: the tools of the views. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { layout } from '../app/layout.ts';
import { copyText } from '../components/copy-button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { isolate, isReduced, setHidden, showAll, toggleSpaces } from '../state/actions.ts';
import { type Popover, store } from '../state/store.ts';
import { currentLink, isThisMachine } from '../state/sync-address.ts';
import { STRINGS } from '../strings.ts';
import { ColourTool } from './colour-tool.tsx';
import { saveScreenshot } from './screenshot.ts';
import { SectionTool } from './section-tool.tsx';
import { ExplodeTool, ViewsTool } from './view-tools.tsx';
import { ViewpointsTool } from './viewpoints-tool.tsx';

const { tools } = STRINGS;
/** Room for a tooltip, pixels. */
const TIP_PX = 200;

/** Buttons in groups; a popover opens below them. */
export function Toolbar(): JSX.Element {
  const hasSpace = store.view.value !== null;
  return (
    <div class="toolbar-area">
      <div
        class="toolbar"
        role="toolbar"
        aria-label={tools.label}
        onKeyDown={moveInToolbar}
        onFocusIn={showTip}
        onFocusOut={hideTip}
        onPointerDown={hideTip}
      >
        {hasSpace ? <SpaceTools /> : null}
        <VisibilityTools />
        <div class="tool-group">
          {hasSpace ? (
            <IconButton
              icon="camera"
              label={tools.screenshot}
              onClick={() => void saveScreenshot()}
            />
          ) : null}
          <PopoverButton popover="viewpoints" icon="bookmark" label={tools.viewpoints} keys="v" />
          <IconButton icon="link" label={tools.link} onClick={() => void copyLink()} />
          <IconButton
            icon="plan"
            label={tools.plan}
            keys="p"
            isPressed={layout.isPlanOpen.value}
            onClick={() => (layout.isPlanOpen.value = !layout.isPlanOpen.value)}
          />
        </div>
      </div>
      <OpenPopover />
      <Tip />
    </div>
  );
}

/** The tooltip of a button: its text, and its place from the left of the toolbar, pixels. */
const tip = signal<{ readonly text: string; readonly left: number } | null>(null);

function Tip(): JSX.Element | null {
  const { value: shown } = tip;
  if (shown === null || store.popover.value !== null) return null;
  return (
    <p class="tip" aria-hidden="true" style={{ left: `${shown.left}px` }}>
      {shown.text}
    </p>
  );
}

/** The browser shows the title of a button to a pointer, but not to the keyboard. */
function showTip({ target, currentTarget }: Event): void {
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return;
  const button = target.closest('button');
  if (button === null || !button.matches(':focus-visible')) return;
  const { left, width } = currentTarget.getBoundingClientRect();
  const at = button.getBoundingClientRect().left - left;
  tip.value = {
    text: button.dataset['tip'] ?? button.ariaLabel ?? '',
    left: Math.max(4, Math.min(at, width - TIP_PX)),
  };
}

function hideTip(): void {
  tip.value = null;
}

function SpaceTools(): JSX.Element {
  return (
    <>
      <div class="tool-group">
        <IconButton
          icon="orbit"
          label={tools.orbit}
          keys="o"
          isPressed={!store.isWalking.value}
          onClick={() => (store.isWalking.value = false)}
        />
        <IconButton
          icon="walk"
          label={tools.walk}
          keys="w"
          isPressed={store.isWalking.value}
          onClick={() => (store.isWalking.value = true)}
        />
        <IconButton icon="fit" label={tools.fit} keys="f" onClick={() => fitAll()} />
        <PopoverButton popover="views" icon="views" label={tools.views} />
      </div>
      <div class="tool-group">
        <PopoverButton popover="section" icon="section" label={tools.section} keys="s" />
        <PopoverButton popover="explode" icon="explode" label={tools.explode} keys="b" />
        <IconButton
          icon="xray"
          label={tools.xray}
          keys="x"
          isPressed={store.xray.value}
          onClick={() => (store.xray.value = !store.xray.value)}
        />
        <IconButton
          icon="spaces"
          label={tools.spaces}
          keys="r"
          isPressed={store.spaces.value}
          text={tools.spacesText}
          onClick={toggleSpaces}
        />
        <PopoverButton popover="colour" icon="colour" label={tools.colour} keys="k" />
        <IconButton
          icon="measure"
          label={tools.measure}
          keys="m"
          isPressed={store.tool.value === 'measure'}
          onClick={() => (store.tool.value = store.tool.value === 'measure' ? 'select' : 'measure')}
        />
      </div>
    </>
  );
}

function VisibilityTools(): JSX.Element {
  const { size } = store.selection.value;
  const isPart = isReduced() || store.explode.value !== 0;
  return (
    <div class="tool-group">
      <IconButton
        icon="isolate"
        label={tools.isolate}
        keys="i"
        isDisabled={size === 0}
        onClick={() => isolate(store.selection.value)}
      />
      <IconButton
        icon="hidden"
        label={tools.hide}
        keys="h"
        isDisabled={size === 0}
        onClick={() => setHidden(store.selection.value, true)}
      />
      <IconButton
        icon="eye"
        label={tools.showAll}
        text={tools.showAllText}
        keys="u"
        isText={isPart}
        isDisabled={!isPart}
        onClick={showAll}
      />
    </div>
  );
}

/** Copies a link, and says whether a colleague can open it. */
async function copyLink(): Promise<void> {
  const isLocal = isThisMachine(location.hostname);
  await copyText(currentLink(), isLocal ? tools.localLinkName : tools.linkName);
}

/** Shows everything that is loaded. */
export function fitAll(): void {
  store.view.value?.fit(null);
}

/** Opens a popover of the toolbar, or closes it. */
export function togglePopover(popover: Popover): void {
  store.popover.value = store.popover.value === popover ? null : popover;
}

function PopoverButton({
  popover,
  ...rest
}: {
  readonly popover: NonNullable<Popover>;
  readonly icon: 'section' | 'colour' | 'bookmark' | 'views' | 'explode';
  readonly label: string;
  readonly keys?: string;
}): JSX.Element {
  const isPressed = isInUse(popover);
  return (
    <IconButton
      {...rest}
      {...(isPressed === null ? {} : { isPressed })}
      expanded={store.popover.value === popover}
      onClick={() => togglePopover(popover)}
    />
  );
}

/** Whether a tool changes the picture, also while its popover is closed; null for a tool that changes nothing lasting. */
function isInUse(popover: NonNullable<Popover>): boolean | null {
  if (popover === 'section') return store.section.value.kind !== 'none';
  if (popover === 'explode') return store.explode.value !== 0;
  return popover === 'colour' ? store.colouring.value !== null : null;
}

const POPOVERS: Readonly<Record<NonNullable<Popover>, () => JSX.Element>> = {
  section: SectionTool,
  colour: ColourTool,
  viewpoints: ViewpointsTool,
  views: ViewsTool,
  explode: ExplodeTool,
};

function OpenPopover(): JSX.Element | null {
  const { value: popover } = store.popover;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (popover === null) return undefined;
    const { activeElement: before } = document;
    ref.current?.querySelector<HTMLElement>('.popover-body :is(input, select, button)')?.focus();
    // Without this, the next key would start at the top of the page.
    return () => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, [popover]);
  if (popover === null) return null;
  const Tool = POPOVERS[popover];
  return (
    <div
      ref={ref}
      class="popover"
      role="group"
      aria-label={tools[popover]}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        togglePopover(null);
      }}
    >
      <header class="popover-head">
        <h2>{tools[popover]}</h2>
        <IconButton icon="close" label={STRINGS.common.close} onClick={() => togglePopover(null)} />
      </header>
      <div class="popover-body">
        <Tool />
      </div>
    </div>
  );
}

/** The arrow keys move between the buttons. */
function moveInToolbar(event: KeyboardEvent): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const { currentTarget, target } = event;
  if (step === undefined || !(currentTarget instanceof HTMLElement)) return;
  const buttons = [...currentTarget.querySelectorAll('button')].filter((one) => !one.disabled);
  const at = buttons.findIndex((one) => one === target);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
