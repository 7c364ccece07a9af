/** @module tree-view: the rows of the tree, by pointer and by keyboard. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { Icon } from '../../components/icon.tsx';
import { useInSight, useWindow, WindowRows } from '../../components/virtual-rows.tsx';
import { flyTo, isolate, select, setHidden } from '../../state/actions.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import type { TreeRow } from './tree-rows.ts';

const HEIGHT = 26;

type TreeProps = {
  readonly rows: readonly TreeRow[];
  readonly active: string | null;
  readonly onActive: (key: string) => void;
  readonly onOpen: (key: string, isOpen: boolean) => void;
};

/** The tree. */
export function TreeView({ rows, active, onActive, onOpen }: TreeProps): JSX.Element {
  const window = useWindow(rows.length, HEIGHT);
  const at = rows.findIndex(({ key }) => key === active);
  // A clicked row is in sight; the rows must not move below the pointer.
  const clicked = useRef<string | null>(null);
  useInSight(window, clicked.current === active ? -1 : at);
  const { value: selection } = store.selection;
  const move = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    clicked.current = null;
    if (row !== undefined) onActive(row.key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!isHandled(event, { row, at, count: rows.length, move, onOpen, rows })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={window.ref}
      class="scroll tree"
      role="tree"
      tabIndex={0}
      aria-label={STRINGS.panels.tree}
      aria-multiselectable="true"
      aria-activedescendant={at < 0 ? undefined : `tree-row-${at}`}
      onFocus={() => {
        if (at < 0) move(0);
      }}
      onKeyDown={onKeyDown}
    >
      <WindowRows
        count={rows.length}
        height={HEIGHT}
        window={window}
        row={(index) => {
          const row = rows[index];
          return row === undefined ? (
            <div key={index} />
          ) : (
            <Row
              key={row.key}
              row={row}
              index={index}
              isActive={index === at}
              isSelected={row.is_element && row.ids.every((id) => selection.has(id))}
              isHidden={areHidden(row.ids)}
              onActive={(key) => {
                clicked.current = key;
                onActive(key);
              }}
              onOpen={onOpen}
            />
          );
        }}
      />
    </div>
  );
}

function Row({
  row,
  index,
  isActive,
  isSelected,
  isHidden,
  onActive,
  onOpen,
}: {
  readonly row: TreeRow;
  readonly index: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isHidden: boolean;
} & Pick<TreeProps, 'onActive' | 'onOpen'>): JSX.Element {
  const { key, label, depth, ids, is_element, is_open } = row;
  const classes = ['tree-row', isActive ? 'is-active' : '', isHidden ? 'is-hidden' : ''];
  return (
    <div
      id={`tree-row-${index}`}
      class={classes.join(' ')}
      role="treeitem"
      aria-level={depth}
      aria-setsize={row.siblings}
      aria-posinset={row.place}
      aria-selected={isSelected}
      aria-expanded={is_element ? undefined : is_open}
      style={{ paddingInlineStart: `${depth * 14 - 8}px` }}
      onClick={(event) => {
        onActive(key);
        if (is_element) select(ids, { isAdded: event.ctrlKey || event.metaKey || event.shiftKey });
        else onOpen(key, !is_open);
      }}
      onDblClick={() => flyTo(ids)}
    >
      <span class={is_open ? 'twisty is-open' : 'twisty'}>
        {is_element ? null : <Icon name="chevron" />}
      </span>
      <span class="tree-label" title={label}>
        {label}
      </span>
      {is_element ? null : (
        <span class="count">
          {STRINGS.common.number(ids.length)}
          <span class="visually-hidden"> {STRINGS.tree.elements}</span>
        </span>
      )}
      {isHidden ? <span class="visually-hidden">{STRINGS.tree.hidden}</span> : null}
      <RowActions label={label} ids={ids} isHidden={isHidden} />
    </div>
  );
}

/** The buttons are for pointers; keys do the same. */
function RowActions({
  label,
  ids,
  isHidden,
}: {
  readonly label: string;
  readonly ids: readonly string[];
  readonly isHidden: boolean;
}): JSX.Element {
  return (
    <span class="row-actions" aria-hidden="true">
      <button
        type="button"
        class="row-action"
        tabIndex={-1}
        aria-label={STRINGS.tree.isolate(label)}
        title={STRINGS.tree.isolate(label)}
        onClick={(event) => {
          event.stopPropagation();
          isolate(ids);
        }}
      >
        <Icon name="isolate" />
      </button>
      <button
        type="button"
        class="row-action eye"
        tabIndex={-1}
        aria-label={isHidden ? STRINGS.tree.show(label) : STRINGS.tree.hide(label)}
        title={isHidden ? STRINGS.tree.show(label) : STRINGS.tree.hide(label)}
        onClick={(event) => {
          event.stopPropagation();
          setHidden(ids, !isHidden);
        }}
      >
        <Icon name={isHidden ? 'hidden' : 'eye'} />
      </button>
    </span>
  );
}

/** Whether a key of the tree was pressed, after doing what it does. */
function isHandled(
  event: KeyboardEvent,
  {
    row,
    at,
    count,
    move,
    onOpen,
    rows,
  }: {
    readonly row: TreeRow | undefined;
    readonly at: number;
    readonly count: number;
    readonly move: (index: number) => void;
    readonly onOpen: TreeProps['onOpen'];
    readonly rows: readonly TreeRow[];
  },
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case 'ArrowDown':
      move(at + 1);
      return true;
    case 'ArrowUp':
      move(at - 1);
      return true;
    case 'PageDown':
      move(at + 15);
      return true;
    case 'PageUp':
      move(at - 15);
      return true;
    case 'Home':
      move(0);
      return true;
    case 'End':
      move(count - 1);
      return true;
    default:
      return row !== undefined && isHandledBy(event.key, { row, at, move, onOpen, rows });
  }
}

function isHandledBy(
  key: string,
  {
    row,
    at,
    move,
    onOpen,
    rows,
  }: {
    readonly row: TreeRow;
    readonly at: number;
    readonly move: (index: number) => void;
    readonly onOpen: TreeProps['onOpen'];
    readonly rows: readonly TreeRow[];
  },
): boolean {
  switch (key) {
    case 'ArrowRight':
      if (row.is_open) move(at + 1);
      else if (!row.is_element) onOpen(row.key, true);
      return true;
    case 'ArrowLeft':
      if (row.is_open) onOpen(row.key, false);
      else if (row.parent !== null) move(rows.findIndex((one) => one.key === row.parent));
      return true;
    case 'Enter':
      select(row.ids, { fly: true });
      return true;
    case ' ':
      select(row.ids, { isAdded: true });
      return true;
    case 'h':
      setHidden(row.ids, !areHidden(row.ids));
      return true;
    case 'i':
      isolate(row.ids);
      return true;
    default:
      return false;
  }
}

/** Whether none of the elements is drawn: each is hidden, or others are isolated. */
function areHidden(ids: readonly string[]): boolean {
  const { value: hidden } = store.hidden;
  const { value: isolated } = store.isolated;
  if (ids.length === 0 || (isolated === null && hidden.size < ids.length)) return false;
  return ids.every((id) => hidden.has(id) || isolated?.has(id) === false);
}
