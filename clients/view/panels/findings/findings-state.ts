/** @module findings-state: which run is shown, which of its findings are listed, and how one is shown in the views. */
import { batch, signal } from '@preact/signals';

import type {
  FindingRow,
  FindingSeverity,
  RunAnswer,
} from '../../../../servers/view/protocol/findings.ts';
import type { ColourGroup } from '../../../../servers/view/protocol/scene.ts';
import { shown } from '../../components/shown.ts';
import { announce, isolate, select } from '../../state/actions.ts';
import { cameraAround } from '../../state/loader.ts';
import { model } from '../../state/model.ts';
import { byName, kindWords, levelName, namedText } from '../../state/naming.ts';
import type { PlanMark } from '../../state/plan-marks.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { boxAround } from './finding-box.ts';

const { findings: words } = STRINGS;

/** Severities, the most severe one first. */
export const SEVERITIES: readonly FindingSeverity[] = ['error', 'warning', 'advisory'];

/** States of findings in a comparison. */
export const STATES: readonly FindingRow['state'][] = ['new', 'remains', 'resolved'];

/** By what findings are grouped. */
export type GroupedBy = 'rule' | 'level';

/** What the person has chosen; it stays while the panel is closed. */
export const chosen = {
  run_id: store.run,
  /** The run with which it is compared; null: the one before it. */
  compared_with: store.runFrom,
  /** Key of the finding that is shown in the views. */
  active: store.finding,
  severity: signal<FindingSeverity | null>(null),
  state: signal<FindingRow['state'] | null>(null),
  onlySelected: signal(false),
  by: signal<GroupedBy>('rule'),
  isColoured: signal(true),
  /** Whether everything but the elements of the finding is translucent, so that walls do not hide it. */
  isGhosted: signal(true),
} as const;

/** Opens a run, or with null the list of runs. */
export function openRun(run_id: string | null): void {
  endGhosts();
  batch(() => {
    chosen.run_id.value = run_id;
    chosen.compared_with.value = null;
    chosen.active.value = null;
    chosen.severity.value = null;
    chosen.state.value = null;
  });
}

/** Identifies a finding in a comparison of two runs. */
export function keyOf({ run_id, finding_id }: FindingRow): string {
  return `${run_id} ${finding_id}`;
}

/** The sentence of a finding, with names of elements instead of their ids. */
export function sentenceOf({ text }: FindingRow): string {
  const named = namedText(text);
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** The findings that the chosen filters list, the most severe ones first. */
export function listedOf({ findings }: RunAnswer): readonly FindingRow[] {
  const { severity, state, onlySelected } = chosen;
  const { value: selection } = store.selection;
  return findings
    .filter(
      (one) =>
        (severity.value === null || one.severity === severity.value) &&
        (state.value === null || one.state === state.value) &&
        (!onlySelected.value || one.element_ids.some((id) => selection.has(id))),
    )
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Resolved findings come after all others. */
function rankOf({ severity, state }: FindingRow): number {
  return SEVERITIES.indexOf(severity) + (state === 'resolved' ? SEVERITIES.length : 0);
}

/** Findings with the same rule or level. */
export type FindingGroup = { readonly title: string; readonly findings: readonly FindingRow[] };

/** The groups of sorted findings: the one with the most severe finding first, then the largest one. */
export function groupsOf(findings: readonly FindingRow[], by: GroupedBy): readonly FindingGroup[] {
  const titleFor = by === 'rule' ? ruleTitle : levelTitle;
  const first = (group: FindingGroup): number => {
    const [one] = group.findings;
    return one === undefined ? 0 : rankOf(one);
  };
  return [...Map.groupBy(findings, titleFor)]
    .map(([title, members]) => ({ title, findings: members }))
    .toSorted(
      (one, other) =>
        first(one) - first(other) ||
        other.findings.length - one.findings.length ||
        byName(one.title, other.title),
    );
}

function ruleTitle({ rule, title }: FindingRow): string {
  return title === null ? kindWords(rule.replaceAll('.', ': ')) : shown(title);
}

function levelTitle({ level_id }: FindingRow): string {
  return levelName(level_id ?? '');
}

const COLOURS = { error: 0xd9483b, warning: 0xe8a13a, advisory: 0x4a8fd4 } as const;
const RESOLVED = 0x3fa66b;

/** Colours of the elements of these findings: each by its most severe one. */
export function coloursOf(findings: readonly FindingRow[]): readonly ColourGroup[] {
  const taken = new Set<string>();
  const group = (label: string, colour: number, own: readonly FindingRow[]): ColourGroup => {
    const ids = [...new Set(own.flatMap(({ element_ids }) => element_ids))].filter(
      (id) => !taken.has(id),
    );
    for (const id of ids) taken.add(id);
    return { label, colour, ids };
  };
  const open = findings.filter(({ state }) => state !== 'resolved');
  const groups = SEVERITIES.map((severity) =>
    group(
      words.severities[severity],
      COLOURS[severity],
      open.filter((one) => one.severity === severity),
    ),
  );
  const resolved = findings.filter(({ state }) => state === 'resolved');
  return [...groups, group(words.states.resolved, RESOLVED, resolved)].filter(
    ({ ids }) => ids.length > 0,
  );
}

/** Maximum number of marks in plans. */
const MARKS = 500;

/** The places of unresolved findings, as marks in the plans of their storeys; the one that is shown lies over the others. */
export function marksOf(findings: readonly FindingRow[]): readonly PlanMark[] {
  const marks = findings.flatMap((finding): readonly PlanMark[] => {
    const { at, level_id, severity, state } = finding;
    if (at === null || level_id === null || state === 'resolved') return [];
    const key = keyOf(finding);
    const [x, y] = at;
    const isActive = key === chosen.active.value;
    return [{ key, level_id, at: [x, y], sign: words.signs[severity], look: severity, isActive }];
  });
  const active = marks.filter(({ isActive }) => isActive);
  return [...marks.filter(({ isActive }) => !isActive).slice(0, MARKS), ...active];
}

/** Shows a finding in the views: selects its elements and moves the camera to it. */
export function showFinding(finding: FindingRow): void {
  const { element_ids, at } = finding;
  batch(() => {
    chosen.active.value = keyOf(finding);
    select(element_ids);
  });
  if (chosen.isGhosted.value) ghostAllBut(element_ids);
  announce(sentenceOf(finding));
  const box = boxAround(element_ids, at);
  if (box !== null) store.camera.value = cameraAround(box, store.aspect.peek());
}

/** Shows everything but the elements of the finding as ghosts, or ends it. */
export function setGhosted(isOn: boolean, findings: readonly FindingRow[]): void {
  chosen.isGhosted.value = isOn;
  if (isOn) keepGhosts(findings);
  else endGhosts();
}

/** Whether the rest is shown as ghosts, or would be with the next finding. */
export function isGhostedNow(): boolean {
  const { isGhosted, active } = chosen;
  if (!isGhosted.value || active.value === null) return isGhosted.value;
  return store.xray.value && store.isolated.value !== null;
}

/** Shows the rest as ghosts again, as the choice says, such as after a link or a return to the panel. */
export function keepGhosts(findings: readonly FindingRow[]): void {
  const active = findings.find((one) => keyOf(one) === chosen.active.peek());
  if (chosen.isGhosted.peek() && active !== undefined) ghostAllBut(active.element_ids);
}

/** Whether x-ray was on before this panel changed it; null if it has not. */
let xrayBefore: boolean | null = null;

function ghostAllBut(ids: readonly string[]): void {
  const drawn = ids.filter((id) => model.rows.has(id));
  if (drawn.length === 0) {
    endGhosts();
    return;
  }
  // A link has the ghosts of the finding that it shows; they end with it, too.
  const { value: isolated } = store.isolated;
  const isOwn = isolated !== null && drawn.every((id) => isolated.has(id));
  batch(() => {
    xrayBefore ??= store.xray.peek() && !isOwn;
    store.xray.value = true;
    isolate(drawn, { isFramed: false });
  });
}

/** Shows everything again as it was before the first finding was shown. */
export function endGhosts(): void {
  if (xrayBefore === null) return;
  const before = xrayBefore;
  xrayBefore = null;
  batch(() => {
    isolate(null);
    store.xray.value = before;
  });
}
