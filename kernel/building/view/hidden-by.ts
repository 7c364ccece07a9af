/** @module hidden-by: why a caller with a restricted READ scope does not see an event of the log. */
import { affectedIds } from '../../../schemas/element-changes.ts';
import {
  isRunRecord,
  touchedIds,
  type StoredEvent,
  type StoredEventOf,
} from '../../../schemas/events.ts';
import type { Sight } from '../../../schemas/sight.ts';
import { isUnknownElement, MANY_NAMED } from '../../../schemas/topics/topics.ts';
import { hasSameSight, isOwnRun } from './shown-run.ts';

/** What hides an event: the hidden element `id`, or null for a reason that no change of the model removes. */
export type HiddenBy = { readonly id: string | null };

/** What a caller sees of the model when the visibility of an event is decided. */
export type EventSight = {
  readonly sight: Sight;
  readonly sees: (id: string) => boolean;
  /** Whether an element is visible, or was when it was deleted. */
  readonly sees_in_log: (id: string) => boolean;
};

const FOR_GOOD: HiddenBy = { id: null };

/** What hides an event; null for a visible one. */
export function hiddenBy(event: StoredEvent, on: EventSight): HiddenBy | null {
  const { sight, sees, sees_in_log } = on;
  if (!sight.branch(event.branch)) return FOR_GOOD;
  if (event.type === 'element.hosted') return firstHidden(namedElements(event), sees_in_log);
  if (event.type === 'view.created' || event.type === 'sheet.created') {
    return firstHidden(event.payload.level_ids, sees);
  }
  // Their counts and digest cover everything that their author could see, possibly including other files.
  if (event.type === 'export.created' || event.type === 'schedule.generated') {
    const { of_files = false } = event.payload;
    return unless(sight.place === null && (!of_files || sight.own(event)));
  }
  // They state the file, count everything in it, or name its products.
  if (isAboutImport(event)) return unless(sight.place === null);
  // This event refers to another event by position and states why it was voided.
  if (event.type === 'event.voided') return FOR_GOOD;
  // Runs and searches of other principals, and their reasons, are not part of the model.
  if (event.type === 'validation.run') {
    return unless(
      hasSameSight(event, { sight: sight.key, maker: sight.maker }) || sight.own(event),
    );
  }
  if (isRunRecord(event)) return unless(isOwnRun(event, sight));
  if (event.type === 'clash.excluded') return firstHidden(event.payload.element_ids, sees);
  if (event.type === 'topic.created' || event.type === 'topic.updated') {
    return topicHidden(event, on);
  }
  // Events about no element (such as branch events) refer to no location.
  return firstHidden(namedElements(event), sees_in_log);
}

/**
 * A topic is visible with all elements that it names. A topic of others that names none, or a component that the branch does not
 * have, may be about anything: only readers of every place see it.
 *
 * SECURITY: a deleted element hides also the topics of the caller. Otherwise they would show what others wrote while the element
 * was hidden, and that it was deleted.
 */
function topicHidden(
  event: StoredEventOf<'topic.created' | 'topic.updated'>,
  { sight, sees }: EventSight,
): HiddenBy | null {
  if (sight.place === null) return null;
  const { element_ids } = event.payload;
  if (sight.own(event)) return firstHidden(element_ids, (id) => sees(id) || isOwnUnknown(id));
  return element_ids.length === 0 ? FOR_GOOD : firstHidden(element_ids, sees);
}

/** Whether an id stands for a component that no view of the caller had as an element. */
function isOwnUnknown(id: string): boolean {
  return isUnknownElement(id) && id !== MANY_NAMED;
}

function firstHidden(ids: readonly string[], sees: (id: string) => boolean): HiddenBy | null {
  const id = ids.find((one) => !sees(one));
  return id === undefined ? null : { id };
}

function unless(isSeen: boolean): HiddenBy | null {
  return isSeen ? null : FOR_GOOD;
}

/** Elements that an event names and creates, modifies, deletes or fills; none for other events. */
function namedElements(event: StoredEvent): readonly string[] {
  if (event.type === 'element.hosted') return [event.payload.host_id, event.payload.hosted_id];
  return affectedIds([event]).size === 0 ? [] : touchedIds(event);
}

/** Elements whose deletion decides who sees an event in the log. */
export function judgedElements(event: StoredEvent): readonly string[] {
  const isTopic = event.type === 'topic.created' || event.type === 'topic.updated';
  return isTopic ? event.payload.element_ids : namedElements(event);
}

/** Whether a visible event is shown also if others of its operation are hidden; the rest describes a whole operation. */
export function isShownAlone(event: StoredEvent): boolean {
  // An archive brings many topics in one operation, each about elements of its own.
  const isTopic = event.type === 'topic.created' || event.type === 'topic.updated';
  return isTopic || event.type === 'validation.run' || namedElements(event).length > 0;
}

/** Whether the store finds an event by each element that it names. */
export function isFoundByElement(event: StoredEvent): boolean {
  return event.type !== 'element.hosted' && namedElements(event).length > 0;
}

function isAboutImport({ type }: StoredEvent): boolean {
  return type === 'model.imported' || type === 'import.reverted' || type === 'import.matched';
}
