/** @module tree-panel: all elements by storey, kind, type or group. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';

import { EmptyNotice, ProblemNotice } from '../../components/problem-notice.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { model } from '../../state/model.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import {
  type Arrangement,
  ARRANGEMENTS,
  branchesOf,
  elementKey,
  pathTo,
  rowsOf,
} from './tree-rows.ts';
import { TreeView } from './tree-view.tsx';

/** The panel. */
export function TreePanel(): JSX.Element {
  const arrangement = useSignal<Arrangement>('storey');
  const open = useSignal<ReadonlySet<string> | null>(null);
  const active = useSignal<string | null>(null);
  const isGroups = arrangement.value === 'group';
  const groups = useAnswer('groups', isGroups ? { at: store.moment.value } : null);
  const { value: version } = model.version;
  const branches = useMemo(
    () => branchesOf(arrangement.value, groups.answer?.groups ?? []),
    [version, arrangement.value, groups.answer, store.index.value],
  );
  const opened =
    open.value ??
    startOf(
      arrangement.value,
      branches.map(({ key }) => key),
    );
  const rows = useMemo(() => rowsOf(branches, opened), [branches, opened]);
  const selection = store.selection.value;
  useEffect(() => {
    const [id] = selection;
    if (id === undefined || selection.size > 1) return;
    // An element can be in several groups: the row that was clicked stays the active one.
    const isActive = active.value?.endsWith(`\n${id}`) === true;
    if (isActive && rows.some(({ key }) => key === active.value)) return;
    const path = pathTo(branches, id);
    const parent = path.at(-1);
    if (parent === undefined) return;
    open.value = new Set([...opened, ...path]);
    active.value = elementKey(parent, id);
  }, [selection, arrangement.value, branches.length]);
  return (
    <div class="panel-body tree-panel">
      <div class="panel-tools">
        <label class="field">
          <span>{STRINGS.tree.arrangedBy}</span>
          <select
            value={arrangement.value}
            onChange={({ currentTarget }) => {
              arrangement.value =
                ARRANGEMENTS.find((one) => one === currentTarget.value) ?? 'storey';
              open.value = null;
              active.value = null;
            }}
          >
            {ARRANGEMENTS.map((one) => (
              <option key={one} value={one}>
                {STRINGS.tree.arrangements[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {groups.problem === null ? null : <ProblemNotice problem={groups.problem} />}
      {rows.length === 0 ? (
        <EmptyNotice
          title={isGroups ? STRINGS.tree.noGroups : STRINGS.tree.nothing(store.loading.value.kind)}
        />
      ) : (
        <TreeView
          rows={rows}
          active={active.value}
          onActive={(key) => (active.value = key)}
          onOpen={(key, isOpen) => {
            const next = new Set(opened);
            if (isOpen) next.add(key);
            else next.delete(key);
            open.value = next;
          }}
        />
      )}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();
/** Storeys start open, so that the kinds on each of them can be seen; a tall building starts closed. */
const OPEN_MAX = 4;
let start: readonly [string, ReadonlySet<string>] = ['', NONE];

function startOf(arrangement: Arrangement, keys: readonly string[]): ReadonlySet<string> {
  if (arrangement !== 'storey' || keys.length > OPEN_MAX) return NONE;
  const text = keys.join('\n');
  if (start[0] !== text) start = [text, new Set(keys)];
  return start[1];
}
