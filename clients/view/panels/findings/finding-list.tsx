/** @module finding-list: findings in groups; the arrow keys show the next and the previous one. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import type { FindingRow } from '../../../../servers/view/protocol/findings.ts';
import { STRINGS } from '../../strings.ts';
import { FindingItem } from './finding-item.tsx';
import { chosen, type FindingGroup, groupsOf, keyOf, showFinding } from './findings-state.ts';

const { findings: words } = STRINGS;
/** Findings that are listed at first, and with each press of the button. */
const STEP = 200;

/** `hasStates`: whether the run is compared with another one. */
export function FindingList({
  findings,
  branch,
  hasStates,
  ofFile,
}: {
  readonly findings: readonly FindingRow[];
  readonly branch: string;
  readonly hasStates: boolean;
  /** Whether the run checked a file. */
  readonly ofFile: boolean;
}): JSX.Element {
  const most = useSignal(STEP);
  const groups = firstOf(groupsOf(findings, chosen.by.value), most.value);
  const rows = groups.flatMap((group) => group.findings);
  return (
    <div class="finding-groups" onKeyDown={(event) => onKeyDown(event, rows)}>
      {groups.map((group) => (
        <section key={group.title} class="finding-group">
          <h4>
            {group.title} <span class="count">{STRINGS.common.number(group.findings.length)}</span>
          </h4>
          <ul class="change-list">
            {group.findings.map((finding) => (
              <FindingItem
                key={keyOf(finding)}
                finding={finding}
                branch={branch}
                hasStates={hasStates}
                ofFile={ofFile}
              />
            ))}
          </ul>
        </section>
      ))}
      {findings.length <= most.value ? null : (
        <button type="button" class="button" onClick={() => (most.value += STEP)}>
          {words.more(findings.length - most.value)}
        </button>
      )}
    </div>
  );
}

/** The groups up to a number of findings. */
function firstOf(groups: readonly FindingGroup[], most: number): readonly FindingGroup[] {
  const first: FindingGroup[] = [];
  let left = most;
  for (const { title, findings } of groups) {
    if (left <= 0) break;
    first.push({ title, findings: findings.slice(0, left) });
    left -= findings.length;
  }
  return first;
}

function onKeyDown(event: KeyboardEvent, rows: readonly FindingRow[]): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return;
  const at = rows.findIndex((row) => keyOf(row) === chosen.active.value);
  const next = rows[at + step];
  event.preventDefault();
  if (next === undefined) return;
  showFinding(next);
  const list = event.currentTarget;
  if (!(list instanceof HTMLElement)) return;
  // The row is rendered in the next microtask.
  setTimeout(() => list.querySelector<HTMLElement>('.finding-button[aria-current]')?.focus());
}
