/** @module relationship_query: the relations of an element to others. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { roomsAlong, wallsAround } from '../../../kernel/building/kinds/room/room.ts';
import { requireElement } from '../../../kernel/building/kinds/rules/lookup.ts';
import { sourcesOf } from '../../../kernel/building/kinds/solid/solid.ts';
import { levelsOf } from '../../../kernel/building/model/plan/consequences.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import {
  connectedBy,
  containedIn,
  fillsOf,
  voidsOf,
} from '../../../kernel/building/spatial/relations.ts';
import { isKnown } from '../../../kernel/building/view/shown-references.ts';
import { ElementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { withheldIn } from '../../building/rows.ts';

const TYPES = [
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
type RelationshipType = (typeof TYPES)[number];

/** Relation types that are returned only on request, because each is part of another type. */
const ON_REQUEST: ReadonlySet<RelationshipType> = new Set(['voids', 'fills', 'bounds']);

/** Maximum number of ids per type; all are counted. */
const MAX_LISTED = 50;

/** Lists the relations of an element. */
export const relationshipQuery = defineQuery({
  name: 'relationship_query',
  title: 'List the relations of an element',
  description:
    'Lists how an element relates to others: its levels, host, hosted elements, joined walls, walls that bound a room, rooms along a wall, sources and results of booleans, what it connects, what a level or room contains, and what would be deleted with it.',
  branched: true,
  input: z.strictObject({
    element_id: ElementId,
    relationship_type: z
      .enum(TYPES)
      .describe(
        'connects: rooms at a door or next to a room, levels at a stair; voids: elements that cut it; fills: elements in an opening; bounds: bounding_walls and rooms. Default: all but the last three.',
      )
      .optional(),
  }),
  output: z.object({
    element_id: z.string(),
    relationships: z.array(
      z.object({ type: z.string(), element_ids: z.array(z.string()), count: z.number() }),
    ),
  }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH'),
  answer({ element_id, relationship_type }, view: ModelView, { refuse }) {
    const element = requireElement(view, element_id, { refuse });
    const types =
      relationship_type === undefined
        ? TYPES.filter((type) => !ON_REQUEST.has(type))
        : [relationship_type];
    const relationships = types.flatMap((type) => {
      const ids = related(type, element, view).filter((id) => isKnown(id, view));
      if (ids.length === 0 && relationship_type === undefined) return [];
      return [{ type, element_ids: ids.slice(0, MAX_LISTED), count: ids.length }];
    });
    return {
      data: { element_id: element.id, relationships },
      warnings: [...cutNotes(relationships), ...withheldIn([element], view)],
    };
  },
});

type Shown = { readonly type: string; readonly count: number };

function cutNotes(relationships: readonly Shown[]): readonly string[] {
  return relationships
    .filter(({ count }) => count > MAX_LISTED)
    .map(({ type, count }) => `${type} has ${count} elements; the first ${MAX_LISTED} are shown`);
}

function related(type: RelationshipType, element: Element, view: ModelView): readonly string[] {
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
