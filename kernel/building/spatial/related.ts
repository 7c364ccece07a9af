/** @module related: the relations of an element to others. */
import type { Element } from '../kinds/elements.ts';
import { roomsAlong, wallsAround } from '../kinds/room/room.ts';
import { sourcesOf } from '../kinds/solid/solid.ts';
import { levelsOf } from '../model/plan/consequences.ts';
import type { ModelView } from '../model/view.ts';
import { connectedBy, containedIn, fillsOf, voidsOf } from './relations.ts';

/** How elements relate to others. `voids`, `fills` and `bounds` are parts of other types. */
export const RELATIONSHIP_TYPES = [
  'level',
  'host',
  'hosted',
  'joined',
  'bounding_walls',
  'rooms',
  'sources',
  'results',
  'connects',
  'contains',
  'deleted_with',
  'voids',
  'fills',
  'bounds',
] as const;
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

/** Ids of the elements that an element has this relation to, in a deterministic order; some may not be in the view. */
export function relatedTo(
  type: RelationshipType,
  element: Element,
  view: ModelView,
): readonly string[] {
  const { id } = element;
  switch (type) {
    case 'level': {
      const own = view.levelOf(id);
      return [...new Set([...(own === null ? [] : [own]), ...levelsOf(element, view.kinds)])];
    }
    case 'host': {
      const { host } = view.kinds.references(element);
      return host === null ? [] : [host];
    }
    case 'hosted':
      return view.hostedBy(id).map((hosted) => hosted.id);
    case 'joined':
      return view.joinedWalls(id);
    case 'bounding_walls':
      return wallsAround(element, view);
    case 'rooms':
      return roomsAlong(element, view);
    case 'sources':
      return sourcesOf(element);
    case 'results': {
      const solids = [...view.elementsOf('solid')];
      return solids.filter(({ params }) => params.source_ids.includes(id)).map((solid) => solid.id);
    }
    case 'connects':
      return connectedBy(element, view);
    case 'contains':
      return containedIn(element, view);
    case 'voids':
      return voidsOf(element, view);
    case 'fills':
      return fillsOf(element, view);
    case 'bounds':
      return [...wallsAround(element, view), ...roomsAlong(element, view)];
    case 'deleted_with':
      return view
        .cascadeOf(id)
        .map((deleted) => deleted.id)
        .filter((deleted) => deleted !== id);
    default:
      return type satisfies never;
  }
}
