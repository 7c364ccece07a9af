/** @module effect-text: an approval as lines for a person; no part of the plan is omitted, and all untrusted text is escaped. */
import { countsOf } from '../../governance/approval/counts.ts';
import type { NumberedComment } from '../../governance/audit/remarks/comments.ts';
import { personName } from '../../governance/control/person-names.ts';
import type { People } from '../../governance/control/wire.ts';
import { compareText } from '../../kernel/base/canonical/deep-equal.ts';
import {
  hangingLines,
  printable,
  verbatim,
  wrapLines,
  wrapParagraphs,
} from '../../kernel/base/text/printable.ts';
import type { ImportRecord, ImportReverted, PlannedEvent } from '../../schemas/events.ts';
import type { ApprovalRecord, PlanDocument } from '../../schemas/governance.ts';
import { checkTexts } from './check-text.ts';
import { drawnName } from './effect-item.ts';
import type { Effect, LostItems } from './effect.ts';
import { elementText } from './element-text.ts';
import { importScorecardLines } from './import-scorecard.ts';
import { itemLines, type Look } from './item-lines.ts';
import { lossTexts, shortName } from './loss-text.ts';
import { rejectedWords, type RejectedBefore } from './rejected-before.ts';
import { remarkLines } from './remark-lines.ts';
import { resultTexts } from './result-text.ts';
import { topicNames, topicTexts } from './topic-text.ts';
import { triggerWords } from './trigger-words.ts';

/** Everything shown to a person about one approval. */
export type ApprovalDetails = {
  readonly record: ApprovalRecord;
  readonly plan: PlanDocument;
  readonly effect: Effect;
  readonly registry: People;
  /** The oldest first. */
  readonly comments: readonly NumberedComment[];
  /** Recent rejections whose changes are in this plan. */
  readonly rejected: readonly RejectedBefore[];
};

/** The whole approval: earlier rejections, requester, reasoning, effect, extent, expiry. */
export function approvalLines(shown: ApprovalDetails, look: Look): readonly string[] {
  const { width, paint, now } = look;
  const { record, plan, effect, rejected, comments } = shown;
  const rejections = rejected.flatMap((one) =>
    labelledLines('note', rejectedWords(one, now), width),
  );
  const [first = '', ...head] = foldLines(headLines(shown, look), width);
  const [reasoning, rest] = reasoningLines(plan, look);
  const digest = `digest    sha256 ${record.plan_digest} (matches the plan shown here)`;
  return [
    ...rejections.map((line) => paint(line, 'deleted')),
    paint(first, 'strong'),
    ...head,
    '',
    ...reasoning,
    '',
    ...noteLines(effect, look),
    ...lossLines(shown, look),
    ...effectLines(shown, look),
    ...importScorecardLines(effect.scorecards, width),
    ...rest,
    '',
    ...foldLines(scopeLines(effect), width),
    ...checkTexts(plan.checks ?? {}).flatMap((text) => labelledLines('check', text, width)),
    ...plan.warnings.flatMap((warning) => labelledLines('warning', warning, width)),
    ...remarkLines(record.decisions, comments, { nameOf: nameIn(effect), width }),
    '',
    ...foldLines([digest], width),
  ];
}

const LABEL_WIDTH = 10;

/** Labelled lines folded at `width`; continuation lines are aligned with the text, not with the label. */
function foldLines(lines: readonly string[], width: number): readonly string[] {
  return lines.flatMap((line) =>
    wrapLines(line, width - LABEL_WIDTH).map((part, index) =>
      index === 0 ? part : `${' '.repeat(LABEL_WIDTH)}${part}`,
    ),
  );
}

function headLines({ record, plan, registry }: ApprovalDetails, { now }: Look): readonly string[] {
  const agent = registry.agents.find(({ agent_id }) => agent_id === plan.agent_id);
  const who = plan.agent_id === null ? 'a person' : `agent ${agent?.name ?? plan.agent_id}`;
  const status =
    record.status === 'pending' ? timeLeft(record.expires_at, now) : outcomeText(record);
  return [
    `${printable(record.approval_id)}  ${record.status}, ${status}`,
    `requester ${printable(who)} for ${printable(personName(registry, plan.user_id))}, session ${printable(plan.session_id)}`,
    `call      ${printable(`${plan.server}.${plan.tool}`)} on branch ${printable(plan.branch)}, at ${printable(record.created_at)}`,
    `needs     ${plan.approvers_required} ${plan.approvers_required === 1 ? 'person' : 'people'}, because ${printable(triggerWords(plan.triggers))}`,
    `may sign  ${signersOf(plan, registry)}`,
  ];
}

function outcomeText({ event_id, detail, updated_at }: ApprovalRecord): string {
  const what = event_id === null ? (detail ?? '') : `event ${event_id}`;
  return printable([updated_at, what].filter((part) => part !== '').join(', '));
}

/** The time until an expiry in words, followed by the expiry in ISO 8601. */
function timeLeft(expires_at: string, now: Date): string {
  const seconds = Math.round((Date.parse(expires_at) - now.getTime()) / 1000);
  if (seconds <= 0) return `expired at ${printable(expires_at)}`;
  const words =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7200
        ? `${Math.floor(seconds / 60)} min`
        : `${Math.floor(seconds / 3600)} h`;
  return `expires in ${words} (${printable(expires_at)})`;
}

function signersOf(plan: PlanDocument, registry: People): string {
  const active = registry.approvers.filter(({ status }) => status === 'active');
  const able = active.filter(({ user_id }) => user_id !== plan.user_id).map(({ name }) => name);
  const own = active.filter(({ user_id }) => user_id === plan.user_id).map(({ name }) => name);
  const not =
    own.length === 0 ? '' : ` (not ${own.join(', ')}, who is responsible for the request)`;
  return printable(
    able.length === 0
      ? `nobody: run \`plumbline approver add NAME\`${not}`
      : `${able.join(', ')}${not}`,
  );
}

/** A longer reasoning is printed below the effect, so that it cannot push the effect out of sight. */
const REASONING_LINES_MAX = 30;

/** The lines before the effect, and those after it. */
function reasoningLines(
  { reasoning }: PlanDocument,
  { width, paint }: Look,
): readonly [readonly string[], readonly string[]] {
  if (reasoning === null) return [['reasoning none given'], []];
  const unverified = paint('written by the requester, not verified', 'faint');
  const lines = wrapParagraphs(reasoning, width - 2).map((line) => `| ${line}`);
  if (lines.length <= REASONING_LINES_MAX) return [[`reasoning ${unverified}`, ...lines], []];
  const below = paint(`${lines.length} lines, below the effect`, 'faint');
  return [[`reasoning ${below}`], ['', `reasoning ${unverified}`, ...lines]];
}

/** The diff: created, modified and deleted elements, each dependant below the element with which it is deleted. */
function effectLines({ effect, plan }: ApprovalDetails, look: Look): readonly string[] {
  const { items, others, carried, results, given_up, before } = effect;
  const { cascaded, carried: indirect, ...planned } = countsOf(plan);
  const { created, modified, deleted } = effect.revised ?? planned;
  const head = [
    created + modified + deleted + indirect === 0
      ? 'effect    no element is created, modified or deleted'
      : `effect    ${created} created, ${modified} modified, ${deleted} deleted`,
    cascaded === 0 ? '' : ` (${cascaded} of them as dependants)`,
    indirect === 0 ? '' : `, ${indirect} more also ${indirect === 1 ? 'changes' : 'change'}`,
    '; lengths in mm',
  ];
  const grave = others.filter((event) => !isMinor(event) && event.type !== 'name.given');
  const listed = (events: readonly PlannedEvent[]): readonly string[] =>
    events.flatMap((event) =>
      event.type === 'run.permitted' ? runLines(plan, look) : otherLines(event, look),
    );
  const deletions = items.filter(({ change }) => change === 'deleted');
  return [
    ...hangingLines(head.join(''), '', look.width).map((line) => look.paint(line, 'strong')),
    ...itemLines(deletions, effect, look),
    ...listed(grave),
    ...given_up.flatMap((lost) => lostLines(lost, look)),
    ...itemLines(
      items.filter(({ change }) => change !== 'deleted'),
      effect,
      look,
    ),
    ...carried.flatMap((element) =>
      hangingLines(`> also changes: ${elementText(element, before)}`, '  ', look.width).map(
        (line) => look.paint(line, 'modified'),
      ),
    ),
    ...resultTexts(results).flatMap((text) => hangingLines(`= ${text}`, '  ', look.width)),
    ...listed(others.filter(isMinor)),
    ...nameLines(others, look),
  ];
}

function isMinor({ type }: PlannedEvent): boolean {
  return !type.startsWith('branch.') && !type.startsWith('run.') && type !== 'name.given';
}

/** Names of elements for later calls of the requester; they change nothing in the model. */
function nameLines(events: readonly PlannedEvent[], { width }: Look): readonly string[] {
  const names = events.flatMap((event) => (event.type === 'name.given' ? [event.payload] : []));
  if (names.length === 0) return [];
  const texts = names.map(({ name, elements }) => {
    return elements.length === 1 ? `$${name}` : `$${name} (${elements.length})`;
  });
  return hangingLines(`* names for later calls of the requester: ${texts.join(', ')}`, '  ', width);
}

function otherLines(event: PlannedEvent, look: Look): readonly string[] {
  const { type, aggregate_id, payload } = event;
  const stored = `* ${type} ${aggregate_id} ${JSON.stringify(payload)}`;
  const said =
    type === 'model.imported'
      ? [importText(event.payload)]
      : type === 'import.reverted'
        ? [undoneText(event.payload)]
        : topicTexts(event);
  return [...said, stored].flatMap((text) => hangingLines(text, '  ', look.width));
}

/** What an import creates; the keeper has compared these numbers with the manifest. */
export function importText(record: ImportRecord): string {
  const { name, file, manifest, counts, reference, supersedes } = record;
  const as = reference ? ' as a reference, of which nothing may change' : '';
  const what = `${manifest.elements} elements of ${printable(name)} (${file.schema}, ${file.bytes} bytes)${as}: ${countsText(counts)}`;
  return supersedes === null
    ? `+ imports ${what}`
    : `~ replaces the import ${printable(supersedes.import_id)} by ${what}`;
}

/** What the undo of an import deletes or restores; the keeper has compared these numbers with the manifest, too. */
export function undoneText({ import_id, manifest, counts, restores }: ImportReverted): string {
  if (restores !== undefined) {
    return `~ undoes the revision ${printable(import_id)}, and restores the import ${printable(restores.import_id)} of ${restores.manifest.elements} elements`;
  }
  return `- undoes the import ${printable(import_id)} of ${manifest.elements} elements: ${countsText(counts)}`;
}

function countsText(counts: ImportRecord['counts']): string {
  const parts = Object.entries(counts)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([category, count]) => `${count} ${printable(category)}`);
  return parts.join(', ') || 'none';
}

/** The content lost with a discarded branch: what was created, changed or deleted on it but not on its parent. */
function lostLines(lost: LostItems, look: Look): readonly string[] {
  const { branch, parent, items } = lost;
  const count = (change: string): number => items.filter((item) => item.change === change).length;
  const head =
    items.length === 0
      ? `nothing is lost with it: ${parent} has everything that is on ${branch}`
      : `lost with it, because ${parent} does not have it: ${count('created')} created, ${count('modified')} modified, ${count('deleted')} deleted on ${branch}`;
  return [
    ...hangingLines(head, '    ', look.width).map((line) => look.paint(line, 'strong')),
    ...itemLines(items, lost, { ...look, width: look.width - 4 }).map((line) => `    ${line}`),
  ];
}

/** The lines of a run that is permitted once, with all its arguments. */
function runLines(
  { server, tool, input }: PlanDocument,
  { width, paint }: Look,
): readonly string[] {
  const head = `* ${server}.${tool} runs once, when the requester repeats this call, with`;
  return [
    ...hangingLines(head, '  ', width).map((line) => paint(line, 'created')),
    ...Object.entries(input).flatMap(([name, value]) => argumentLines(name, value, width)),
  ];
}

function argumentLines(name: string, value: unknown, width: number): readonly string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const lines = verbatim(text, width - 6).map((line) => `    | ${line}`);
  return [...hangingLines(`${name}:`, '    ', width), ...lines];
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

/** Notes on the whole effect that the person must read before signing. */
function noteLines({ notes }: Effect, { width, paint }: Look): readonly string[] {
  const lines = notes.flatMap((note) => labelledLines('note', note, width));
  return lines.length === 0 ? [] : [...lines.map((line) => paint(line, 'strong')), ''];
}

/** Losses of remaining elements: they are the reason for the approval, and the new values alone do not show them. */
function lossLines({ plan, effect }: ApprovalDetails, { width, paint }: Look): readonly string[] {
  const topics = topicNames(plan.events);
  const nameOf = (id: string): string =>
    topics.get(id) ?? shortName(effect.before.model.element(id), id);
  const params = new Map(
    effect.items.map((item) => [item.element.id, item.change === 'modified' ? item.params : []]),
  );
  const shownOf = (id: string, parameter: string): unknown =>
    params.get(id)?.find(({ name }) => name === drawnName(parameter))?.from;
  const lines = lossTexts(plan.losses ?? [], { nameOf, shownOf }).flatMap((text) =>
    labelledLines('loss', text, width),
  );
  return lines.length === 0 ? [] : [...lines.map((line) => paint(line, 'deleted')), ''];
}

function labelledLines(label: string, text: string, width: number): readonly string[] {
  return wrapLines(text, width - LABEL_WIDTH).map(
    (line, index) => `${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`,
  );
}

/** The names of elements that exist before or after the plan. */
function nameIn({ before, after }: Effect): (id: string) => string {
  return (id) => shortName(after.model.element(id) ?? before.model.element(id), id);
}
