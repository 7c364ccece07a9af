/**
 * @module element changes: computes the elements changed by an event and validates the event; used by
 * the model and by the keeper's event checks.
 */
import { isAboutElements } from '../../../../schemas/event-checks.ts';
import type {
  ImportRevised,
  ParamValues,
  PlannedEvent,
  PlannedEventOf,
} from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { restoredElement, revisedElement } from '../../../base/manifest/revised-element.ts';
import { isSameContent } from '../../../base/manifest/same-content.ts';
import type { Element } from '../../kinds/elements.ts';
import { changedMembers } from '../../kinds/group/members-change.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { ModelFault } from './model-fault.ts';
import { elementChanged, readElement } from './read-element.ts';

/** The elements to which events are applied. Each element has a place, which is looked up once per event. */
export interface Elements<Place> {
  readonly kinds: Kinds;
  /** Returns the place of an id; undefined if the id was never used. */
  find(id: string): Place | undefined;
  /** Returns the place of an id and creates it if necessary. */
  place(id: string): Place;
  at(place: Place): Element | undefined;
  /** Returns the elements of a manifest, the levels first. Throws `ModelFault` MANIFEST_MISSING if it is not at hand. */
  imported(sha256: string): readonly Element[];
  /** Returns whether a revision of the branch left the element of a place as it was, although the manifests differ. */
  left(import_id: string): (place: Place) => boolean;
}

/** An element after the event; null if the event deletes it. */
export type ElementChange<Place> = { readonly place: Place; readonly after: Element | null };

function inconsistent(event: PlannedEvent, what: string): never {
  throw new ModelFault(
    'INCONSISTENT_EVENT',
    `\`${event.type}\` on \`${event.aggregate_id}\`: ${what}`,
  );
}

/** Returns the elements changed by the event. Throws `ModelFault` for an unknown, malformed or inconsistent event. */
export function changesOf<Place>(
  elements: Elements<Place>,
  event: PlannedEvent,
): readonly ElementChange<Place>[] {
  if (!isAboutElements(event)) return [];
  switch (event.type) {
    case 'level.created':
    case 'element.created':
      return [created(elements, event)];
    case 'model.imported':
      return imported(elements, event);
    case 'import.reverted':
      return reverted(elements, event);
    case 'element.modified':
      return [modified(elements, event)];
    case 'element.deleted':
      return [deleted(elements, event)];
    case 'elements.joined':
      return joined(elements, event);
    case 'element.hosted':
      hosted(elements, event);
      return [];
    default:
      return unknownEvent(event);
  }
}

function unknownEvent(event: never): never {
  const { type }: PlannedEvent = event;
  throw new ModelFault('UNKNOWN_EVENT', `no event type \`${type}\``);
}

type Creation = PlannedEventOf<'level.created' | 'element.created'>;

function created<Place>(elements: Elements<Place>, event: Creation): ElementChange<Place> {
  const element = readElement(event.payload.element, elements.kinds);
  if (element.id !== event.aggregate_id) inconsistent(event, `its element is \`${element.id}\``);
  if ((element.kind === 'level') !== (event.type === 'level.created')) {
    inconsistent(event, `its element is a ${element.kind}`);
  }
  const place = elements.place(element.id);
  if (elements.at(place) !== undefined) inconsistent(event, 'the element already exists');
  return { place, after: element };
}

/** The elements of a manifest that an event names, the levels first. */
function elementsOf<Place>(
  elements: Elements<Place>,
  event: PlannedEvent,
  { sha256, elements: stated }: { readonly sha256: string; readonly elements: number },
): readonly Element[] {
  const found = elements.imported(sha256);
  if (found.length !== stated) inconsistent(event, `its manifest has ${found.length} elements`);
  return found;
}

/** Every element of the manifest, the levels first. References between them are not checked here (see `evolve`). */
function imported<Place>(
  elements: Elements<Place>,
  event: PlannedEventOf<'model.imported'>,
): readonly ElementChange<Place>[] {
  const { import_id, manifest, supersedes } = event.payload;
  if (import_id !== event.aggregate_id) inconsistent(event, `its import is \`${import_id}\``);
  const found = elementsOf(elements, event, manifest);
  if (supersedes !== null) return revised(elements, event, supersedes);
  return found.map((element) => {
    const place = elements.place(element.id);
    if (elements.at(place) !== undefined) {
      inconsistent(event, `the element \`${element.id}\` already exists`);
    }
    return { place, after: element };
  });
}

/** Every element of the old or the new manifest, also those that stay as they are: the revision advances all versions. */
function revised<Place>(
  elements: Elements<Place>,
  event: PlannedEventOf<'model.imported'>,
  superseded: ImportRevised,
): readonly ElementChange<Place>[] {
  const after = byId(elementsOf(elements, event, event.payload.manifest));
  const before = byId(elementsOf(elements, event, superseded.manifest));
  return [...new Set([...after.keys(), ...before.keys()])].map((id) => {
    const place = elements.place(id);
    const next = revisedElement({
      now: elements.at(place) ?? null,
      superseded: before.get(id) ?? null,
      revision: after.get(id) ?? null,
      isReference: event.payload.reference,
    });
    if (next === undefined) inconsistent(event, `the element \`${id}\` already exists`);
    return { place, after: next };
  });
}

function byId(found: readonly Element[]): ReadonlyMap<string, Element> {
  return new Map(found.map((element) => [element.id, element]));
}

/** Deletes every element of the manifest, the levels last. Its dependants are not checked here (see `evolve`). */
function reverted<Place>(
  elements: Elements<Place>,
  event: PlannedEventOf<'import.reverted'>,
): readonly ElementChange<Place>[] {
  const { import_id, manifest, restores } = event.payload;
  if (import_id !== event.aggregate_id) inconsistent(event, `its import is \`${import_id}\``);
  if (restores !== undefined) return restored(elements, event, restores);
  return elementsOf(elements, event, manifest)
    .map((element) => {
      const { place, element: now } = existing(elements, event, element.id);
      if (!isSameContent(now, element)) {
        inconsistent(event, `the element \`${element.id}\` was changed after its import`);
      }
      return { place, after: null };
    })
    .toReversed();
}

/** Every element of either manifest, also those that stay as they are: the undo of a revision advances all versions. */
function restored<Place>(
  elements: Elements<Place>,
  event: PlannedEventOf<'import.reverted'>,
  restores: ImportRevised,
): readonly ElementChange<Place>[] {
  const before = byId(elementsOf(elements, event, restores.manifest));
  const after = byId(elementsOf(elements, event, event.payload.manifest));
  const isLeft = elements.left(event.payload.import_id);
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => {
    const place = elements.place(id);
    const next = restoredElement({
      now: elements.at(place) ?? null,
      revision: after.get(id) ?? null,
      superseded: before.get(id) ?? null,
      isLeft: isLeft(place),
    });
    if (next === undefined) {
      inconsistent(event, `the element \`${id}\` was changed after the revision`);
    }
    return { place, after: next };
  });
}

type Existing<Place> = { readonly place: Place; readonly element: Element };

function existing<Place>(
  elements: Elements<Place>,
  event: PlannedEvent,
  id: string,
): Existing<Place> {
  const place = elements.find(id);
  const element = place === undefined ? undefined : elements.at(place);
  if (place === undefined || element === undefined) {
    return inconsistent(event, `there is no element \`${id}\``);
  }
  return { place, element };
}

function modified<Place>(
  elements: Elements<Place>,
  event: PlannedEventOf<'element.modified'>,
): ElementChange<Place> {
  const { updates, previous } = event.payload;
  const { place, element } = existing(elements, event, event.aggregate_id);
  const params: ParamValues = element.params;
  // A parameter that was introduced after the element was stored is absent, which is equivalent to null.
  const known = elements.kinds.of(element).params.shape;
  for (const name of Object.keys(updates)) {
    if (!Object.hasOwn(known, name)) {
      inconsistent(event, `a ${element.kind} has no parameter \`${name}\``);
    }
    if (!Object.hasOwn(previous, name) || !deepEqual(previous[name], params[name] ?? null)) {
      inconsistent(event, `\`${name}\` does not have the previous value that the event states`);
    }
  }
  const members = membersAfter(element, event);
  const all = members === null ? updates : { ...updates, members };
  return { place, after: elementChanged(element, all, elements.kinds) };
}

/** The members of a set after an event that states how they change; null for other events. */
function membersAfter(
  element: Element,
  event: PlannedEventOf<'element.modified'>,
): string[][] | null {
  const { members: change, updates } = event.payload;
  if (change === undefined) return null;
  if (element.kind !== 'group') return inconsistent(event, `a ${element.kind} has no members`);
  if (Object.hasOwn(updates, 'members')) {
    return inconsistent(event, 'it states `members` twice');
  }
  const members = changedMembers(element.params.members, change);
  return members ?? inconsistent(event, '`members` are not as the event states them');
}

function deleted<Place>(
  elements: Elements<Place>,
  event: PlannedEventOf<'element.deleted'>,
): ElementChange<Place> {
  const { place, element } = existing(elements, event, event.aggregate_id);
  if (!deepEqual(event.payload.element, element)) {
    inconsistent(event, 'the element is not in the state that the event states');
  }
  return { place, after: null };
}

function joined<Place>(
  elements: Elements<Place>,
  event: PlannedEventOf<'elements.joined'>,
): readonly ElementChange<Place>[] {
  const { element_ids, join_type, previous } = event.payload;
  return element_ids.map((id) => {
    const { place, element: wall } = existing(elements, event, id);
    if (wall.kind !== 'wall') return inconsistent(event, `\`${id}\` is a ${wall.kind}, not a wall`);
    if (previous[id] !== wall.params.join_type) {
      return inconsistent(
        event,
        `join of \`${id}\` does not have the previous value that the event states`,
      );
    }
    return { place, after: elementChanged(wall, { join_type }, elements.kinds) };
  });
}

function hosted<Place>(elements: Elements<Place>, event: PlannedEventOf<'element.hosted'>): void {
  const { host_id, hosted_id } = event.payload;
  existing(elements, event, host_id);
  const { element } = existing(elements, event, hosted_id);
  if (elements.kinds.references(element).host !== host_id) {
    inconsistent(event, `\`${hosted_id}\` is not hosted by \`${host_id}\``);
  }
}
