/** @module effect-text: an approval as lines for a person; all foreign text is made safe. */
import type { ApprovalRecord, PlanDocument } from '../../../schemas/governance.ts';
import { personOf } from '../commands/agent.ts';
import { fitted, printable, verbatim, wrapped } from '../printable.ts';
import type { Registry } from '../session.ts';
import type { Paint } from '../terminal.ts';
import type { Effect, EffectItem } from './effect.ts';
import {
  type EventLike,
  levelOf,
  type ModelState,
  type ShownElement,
  textParam,
} from './model-state.ts';

/** How lines are made. */
export type Look = { readonly width: number; readonly paint: Paint; readonly now: Date };

/** Everything that is shown of one approval. */
export type ShownApproval = {
  readonly record: ApprovalRecord;
  readonly plan: PlanDocument;
  readonly effect: Effect;
  readonly registry: Registry;
};

/** More changed elements than this are counted, not listed; `--json` has all. */
const ITEMS_MAX = 200;

/** All of an approval: who, why, what, where, until when. */
export function approvalLines(shown: ShownApproval, look: Look): readonly string[] {
  const { width, paint } = look;
  const [first = '', ...head] = folded(headLines(shown, look), width);
  const digest = `digest    sha256 ${shown.record.plan_digest} (matches the plan shown here)`;
  return [
    paint(first, 'strong'),
    ...head,
    '',
    ...reasoningLines(shown.plan, look),
    '',
    ...effectLines(shown, look),
    '',
    ...folded(scopeLines(shown.effect), width),
    ...warningLines(shown.plan, look),
    ...folded(decisionLines(shown.record), width),
    '',
    ...folded([digest], width),
  ];
}

const LABEL_WIDTH = 10;

/** Lines with a label, none wider than asked; what is folded stands below what is said, not below the label. */
function folded(lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) =>
    wrapped(line, width - LABEL_WIDTH).map((part, index) =>
      index === 0 ? part : `${' '.repeat(LABEL_WIDTH)}${part}`,
    ),
  );
}

function headLines({ record, plan, registry }: ShownApproval, { now }: Look): readonly string[] {
  const agent = registry.agents.find(({ agent_id }) => agent_id === plan.agent_id);
  const who = plan.agent_id === null ? 'a person' : `agent ${agent?.name ?? plan.agent_id}`;
  const status = record.status === 'pending' ? timeLeft(record.expires_at, now) : ended(record);
  return [
    `${printable(record.approval_id)}  ${record.status}, ${status}`,
    `asked by  ${printable(who)} for ${printable(personOf(registry, plan.user_id))}, session ${printable(plan.session_id)}`,
    `call      ${printable(`${plan.server}.${plan.tool}`)} on branch ${printable(plan.branch)}, asked ${printable(record.created_at)}`,
    `needs     ${plan.approvers_required} ${plan.approvers_required === 1 ? 'person' : 'people'}, because of ${printable(plan.triggers.join(', '))}`,
    `may sign  ${signersOf(plan, registry)}`,
  ];
}

function ended({ event_id, detail, updated_at }: ApprovalRecord): string {
  const what = event_id === null ? (detail ?? '') : `event ${event_id}`;
  return printable([updated_at, what].filter((part) => part !== '').join(', '));
}

/** Time until an instant in words, minutes and above; ISO 8601 after it. */
export function timeLeft(expires_at: string, now: Date): string {
  const seconds = Math.round((Date.parse(expires_at) - now.getTime()) / 1000);
  if (seconds <= 0) return `out of time since ${printable(expires_at)}`;
  const words =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7200
        ? `${Math.floor(seconds / 60)} min`
        : `${Math.floor(seconds / 3600)} h`;
  return `expires in ${words} (${printable(expires_at)})`;
}

function signersOf(plan: PlanDocument, registry: Registry): string {
  const active = registry.approvers.filter(({ status }) => status === 'active');
  const able = active.filter(({ user_id }) => user_id !== plan.user_id).map(({ name }) => name);
  const own = active.filter(({ user_id }) => user_id === plan.user_id).map(({ name }) => name);
  const not = own.length === 0 ? '' : ` (not ${own.join(', ')}: the request is theirs)`;
  return printable(
    able.length === 0
      ? `nobody yet: run plumbline approver add NAME${not}`
      : `${able.join(', ')}${not}`,
  );
}

/** Enough for the longest reasoning on a narrow terminal, unless it is made of short lines. */
const REASONING_LINES_MAX = 30;

function reasoningLines({ reasoning }: PlanDocument, { width, paint }: Look): readonly string[] {
  if (reasoning === null) return ['reasoning none was given'];
  // Blank lines say nothing, and many of them would push the effect out of sight.
  const lines = wrapped(reasoning, width - 2).filter((line) => line.trim() !== '');
  const more = lines.length - REASONING_LINES_MAX;
  return [
    `reasoning ${paint('written by the requester, not verified', 'faint')}`,
    ...lines.slice(0, REASONING_LINES_MAX).map((line) => `| ${line}`),
    ...(more > 0 ? [`| … and ${more} more lines; --json has all`] : []),
  ];
}

const SIGN = { created: '+', modified: '~', deleted: '-' } as const;

/** The diff: created, modified and deleted elements, what goes along under what takes it along. */
function effectLines({ effect, plan }: ShownApproval, look: Look): readonly string[] {
  const { items, others } = effect;
  const count = (change: EffectItem['change']): number =>
    items.filter((item) => item.change === change).length;
  const along = items.filter(
    (item) => item.change === 'deleted' && item.cascade_of !== null,
  ).length;
  const head = `effect    ${count('created')} created, ${count('modified')} modified, ${count('deleted')} deleted${along === 0 ? '' : ` (${along} of them along with others)`}`;
  const ordered = underTheirCause(worstFirst(items));
  const shown = ordered.slice(0, ITEMS_MAX).flatMap((entry) => itemLines(entry, effect, look));
  const rest = ordered.length - ITEMS_MAX;
  return [
    look.paint(head, 'strong'),
    ...shown,
    ...(rest > 0 ? [`  … and ${rest} more; --json has all`] : []),
    ...others.flatMap((event) =>
      event.type === 'run.permitted' ? runLines(plan, look) : [otherLine(event, look)],
    ),
  ];
}

type Placed = { readonly item: EffectItem; readonly depth: number };

function otherLine({ type, aggregate_id, payload }: EventLike, { width }: Look): string {
  return fitted(`  * ${type} ${aggregate_id} ${JSON.stringify(payload)}`, width);
}

/** More lines than this of one argument are counted, not shown. */
const ARGUMENT_LINES_MAX = 1000;

/** A run that is let happen once, with everything that it is given. */
function runLines(
  { server, tool, input }: PlanDocument,
  { width, paint }: Look,
): readonly string[] {
  const head = `  * ${server}.${tool} runs once, when the requester repeats this call, with`;
  const given = Object.entries(input).flatMap(([name, value]) => argumentLines(name, value, width));
  return [paint(fitted(head, width), 'created'), ...given];
}

function argumentLines(name: string, value: unknown, width: number): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const lines = verbatim(text, width - 6);
  const shown = lines.slice(0, ARGUMENT_LINES_MAX).map((line) => `    | ${line}`);
  const more = lines.length - shown.length;
  const rest = more > 0 ? [`    … and ${more} more lines; --json has all`] : [];
  return [fitted(`    ${name}:`, width), ...shown, ...rest];
}

/** What destroys comes first, so that nothing harmless can push it out of what is shown. */
function worstFirst(items: readonly EffectItem[]): readonly EffectItem[] {
  const rank = { deleted: 0, modified: 1, created: 2 };
  return items.toSorted((a, b) => rank[a.change] - rank[b.change]);
}

/** Deleted elements stand below the one that takes them along. */
function underTheirCause(items: readonly EffectItem[]): readonly Placed[] {
  const children = new Map<string, EffectItem[]>();
  const roots: EffectItem[] = [];
  const ids = new Set(items.map(({ element }) => element.id));
  for (const item of items) {
    const cause = item.change === 'deleted' ? item.cascade_of : null;
    if (cause === null || cause === item.element.id || !ids.has(cause)) roots.push(item);
    else children.set(cause, [...(children.get(cause) ?? []), item]);
  }
  const placed: Placed[] = [];
  const open: Placed[] = roots.toReversed().map((item) => ({ item, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    placed.push(next);
    const below = children.get(next.item.element.id) ?? [];
    children.delete(next.item.element.id);
    for (const item of below.toReversed()) open.push({ item, depth: next.depth + 1 });
  }
  return placed;
}

function itemLines(
  { item, depth }: Placed,
  effect: Effect,
  { width, paint }: Look,
): readonly string[] {
  const { change, element } = item;
  const state = change === 'created' ? effect.after : effect.before;
  const indent = '  '.repeat(depth + 1);
  const along = depth > 0 ? 'with it ' : '';
  const line = `${indent}${SIGN[change]} ${along}${described(element, state)}`;
  const lines = [paint(fitted(line, width), change)];
  if (item.change !== 'modified') return lines;
  const params = item.params.flatMap((param) => paramLines(param, `${indent}    `, width));
  return [...lines, ...params.map((text) => paint(text, change))];
}

type Param = Extract<EffectItem, { readonly change: 'modified' }>['params'][number];

/** More lines than this of one new value are counted, not shown. */
const VALUE_LINES_MAX = 20;

/** Old and new value in one line where they fit; else the new one below, whole: it is what is signed. */
function paramLines({ name, from, to }: Param, indent: string, width: number): readonly string[] {
  const line = printable(`${indent}${name}: ${valueText(from)} → ${valueText(to)}`);
  if (Array.from(line).length <= width) return [line];
  const lines = verbatim(valueText(to), Math.max(20, width - indent.length - 4));
  const more = lines.length - VALUE_LINES_MAX;
  return [
    fitted(`${indent}${name}: ${valueText(from)}`, width),
    ...lines
      .slice(0, VALUE_LINES_MAX)
      .map((part, index) => `${indent}  ${index === 0 ? '→' : ' '} ${part}`),
    ...(more > 0 ? [`${indent}    … and ${more} more lines; --json has all`] : []),
  ];
}

function valueText(value: unknown): string {
  return value === undefined ? 'unset' : JSON.stringify(value);
}

/** Longest name in a line about an element: what it is and where it stands must stay in sight. */
const NAME_MAX = 40;

/** Kind, name, id, place and size of an element in a few words; not yet made safe. */
function described(element: ShownElement, state: ModelState): string {
  const name = textParam(element, 'name');
  const level_id = levelOf(state, element);
  const level = level_id === null || element.kind === 'level' ? undefined : state.get(level_id);
  const host = state.get(textParam(element, 'host_id') ?? '');
  const parts = [
    element.kind,
    name === null ? '' : `"${placeName(element)}"`,
    element.id,
    host === undefined ? '' : `in ${placeName(host)}`,
    level === undefined ? '' : `on ${placeName(level)}`,
    sizeText(element),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function placeName(element: ShownElement): string {
  return fitted(textParam(element, 'name') ?? element.id, NAME_MAX).replaceAll('"', "'");
}

const SIZES = ['width', 'height', 'thickness', 'offset', 'elevation'];

function sizeText({ params }: ShownElement): string {
  const known = SIZES.flatMap((name) => {
    const value = params[name];
    return typeof value === 'number' ? [`${name} ${value}`] : [];
  });
  return known.length === 0 ? '' : `(${known.join(', ')} mm)`;
}

function scopeLines({ scope }: Effect): readonly string[] {
  const levels = scope.levels.map(({ name }) => name).join(', ');
  const categories = Object.entries(scope.categories).map(([name, count]) => `${name} ${count}`);
  const { extent } = scope;
  const box =
    extent === null
      ? 'no place in plan'
      : `x ${extent.min.x} to ${extent.max.x} mm, y ${extent.min.y} to ${extent.max.y} mm`;
  return [
    `levels    ${printable(levels === '' ? 'none' : levels)}`,
    `kinds     ${printable(categories.length === 0 ? 'none' : categories.join(', '))}`,
    `extent    ${box}`,
  ];
}

function warningLines({ warnings }: PlanDocument, { width }: Look): readonly string[] {
  return warnings.flatMap((warning) =>
    wrapped(warning, width - 10).map(
      (line, index) => `${index === 0 ? 'warning ' : '        '}  ${line}`,
    ),
  );
}

function decisionLines({ decisions }: ApprovalRecord): readonly string[] {
  return decisions.map(({ approver, verdict, reason, decided_at }) =>
    printable(
      `decision  ${verdict} by ${approver}, ${decided_at}${reason === null ? '' : `: ${reason}`}`,
    ),
  );
}

/** One line that says what an approval is about. */
export function summaryLine({ record, plan }: Pick<ShownApproval, 'record' | 'plan'>): string {
  const count = (type: string): number => plan.events.filter((event) => event.type === type).length;
  const counts = [
    ['created', count('element.created') + count('level.created')],
    ['modified', count('element.modified')],
    ['deleted', count('element.deleted')],
  ] as const;
  const effect = counts
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${number} ${word}`);
  const what = effect.length === 0 ? (plan.events[0]?.type ?? 'nothing') : effect.join(', ');
  return printable(`${record.approval_id} ${plan.tool} on ${plan.branch}: ${what}`);
}
