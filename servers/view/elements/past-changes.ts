/** @module past-changes: what happened to an element, in words, and who did it. */
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { referringParams } from '../../../kernel/building/view/shown-references.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { namesOf } from '../answers/names.ts';
import type { Looking } from '../looking/looking.ts';
import type { PastChange } from '../protocol/element.ts';
import { nameOf } from '../shapes/part-bytes.ts';
import { movedText, valueOf } from './moved-text.ts';

/** Maximum number of listed changes. */
const MOST = 50;
/** Longest text of a value, characters, and number of parameters of one change. */
const [TEXT_CHARS, PARAMS_MAX] = [60, 6];

/** The changes of an element that the person sees, newest first. */
export async function pastChanges(
  element: Element,
  view: BuildingView,
  looking: Looking,
): Promise<{ readonly history: readonly PastChange[]; readonly more_history: boolean }> {
  const events = await view.history({ element_id: element.id, limit: MOST + 1 });
  const names = await namesOf(looking.reader);
  const history: PastChange[] = [];
  for (const event of events.slice(0, MOST)) {
    const { seq, at, reasoning, approval_id } = event;
    history.push({
      event: await lastEventOf(event, view),
      seq: view.position(seq),
      at,
      ...names(event),
      text: textOf(event, element, view),
      reasoning,
      approval_id,
      approved_by: await approversOf(event, view, looking),
    });
  }
  return { history, more_history: events.length > MOST };
}

/** Number of positions of the log that are searched for the end of an operation. */
const NEAR = 500;

/**
 * Id of the last event of the operation of an event that the person sees: the model after it is the model after the change, and
 * a step of the slider. Of an operation that they see only in part, the last one within the next positions of the log.
 */
async function lastEventOf(event: StoredEvent, view: BuildingView): Promise<string> {
  const { event_id, operation_id, branch, seq } = event;
  const operation = await view.operationOf(operation_id);
  const own = operation?.findLast((one) => one.branch === branch);
  if (own !== undefined) return own.event_id;
  const near = await view.history({ element_id: null, limit: NEAR, before: seq + NEAR });
  return near.find((one) => one.operation_id === operation_id)?.event_id ?? event_id;
}

/**
 * Names of the people who approved an operation; none for an operation that the person sees only in part: their number is
 * that of the whole operation.
 */
async function approversOf(
  { approval_id, operation_id }: StoredEvent,
  view: BuildingView,
  looking: Looking,
): Promise<readonly string[]> {
  if (approval_id === null || (await view.operationOf(operation_id)) === null) return [];
  const record = await looking.approval(approval_id);
  const decisions = record?.decisions ?? [];
  return decisions.flatMap(({ verdict, approver }) => (verdict === 'approve' ? [approver] : []));
}

/** Types of events in words, from the point of view of the element. */
const WORDS: Partial<Record<StoredEvent['type'], string>> = {
  'level.created': 'created',
  'element.created': 'created',
  'element.deleted': 'deleted',
  'element.hosted': 'placed in its host',
  'elements.joined': 'joined',
  'model.imported': 'imported',
  'import.matched': 'matched with the model',
  'import.reverted': 'import undone',
  'event.reverted': 'change undone',
};

function textOf(event: StoredEvent, element: Element, view: BuildingView): string {
  if (event.type === 'element.hosted' && event.payload.host_id === element.id) {
    const { hosted_id } = event.payload;
    return `${view.element(hosted_id)?.id ?? 'an element'} placed in it`;
  }
  if (event.type !== 'element.modified') return WORDS[event.type] ?? event.type;
  const { updates, previous } = event.payload;
  const moved = movedText(updates, previous);
  if (moved !== null) return `moved ${moved}`;
  const names = Object.keys(updates);
  const texts = names.slice(0, PARAMS_MAX).map((name) => {
    const [from, to] = [valueOf(previous, name), valueOf(updates, name)];
    return changeText(name, [from, to], { element, view });
  });
  const more = names.length - PARAMS_MAX;
  return [...texts, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

type At = { readonly element: Element; readonly view: BuildingView };

/** One changed parameter, such as `height 3000 → 2500 mm`; values that are not short are left out. */
function changeText(name: string, values: readonly unknown[], at: At): string {
  const label = name.replace(/_(?:ids?|deg|mm)$/u, '').replaceAll('_', ' ');
  const [from, to] = values.map((value) => shortText(name, value, at));
  return from === undefined || to === undefined
    ? label
    : `${label} ${from} → ${to}${unitOf(name, values, at)}`;
}

/** Undefined for a value that is not shown. */
function shortText(name: string, value: unknown, { element, view }: At): string | undefined {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return pointText(value);
  if (referringParams(element, view).includes(name) || /_ids?$/u.test(name)) {
    const other = view.element(value);
    return other === undefined ? undefined : (nameOf(other) ?? other.id);
  }
  return value.length <= TEXT_CHARS ? value : `${value.slice(0, TEXT_CHARS)}…`;
}

/** A point in the plan or in space, mm; undefined for another value. */
function pointText(value: unknown): string | undefined {
  const { x, y, z } = Object(value);
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  return typeof z === 'number' ? `(${x}, ${y}, ${z})` : `(${x}, ${y})`;
}

function unitOf(name: string, values: readonly unknown[], { element, view }: At): string {
  if (!values.some((value) => typeof value === 'number')) return '';
  const { plain_numbers } = view.kinds.of(element);
  if (!Object.hasOwn(plain_numbers, name)) return ' mm';
  return plain_numbers[name] === 'deg' ? '°' : '';
}
