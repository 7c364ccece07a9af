/** @module relationship_query: what an element hangs on and what hangs on it. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { levelsOf } from '../../../kernel/model/kinds/consequences.ts';
import { isHosted } from '../../../kernel/model/kinds/hosting.ts';
import { requireElement } from '../../../kernel/model/kinds/lookup.ts';
import { roomsAlong, wallsAround } from '../../../kernel/model/kinds/room.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { Element } from '../../../schemas/elements.ts';
import { ElementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

const TYPES = [
  'level',
  'host',
  'hosted',
  'joined',
  'bounding_walls',
  'rooms',
  'sources',
  'results',
  'deleted_with',
] as const;
type RelationshipType = (typeof TYPES)[number];

/** Ids shown per type; the rest is counted. */
const SHOWN = 100;

/** Answers the relations of an element. */
export const relationshipQuery = defineQuery({
  name: 'relationship_query',
  title: 'List the relations of an element',
  description:
    'Answers how an element relates to others: the levels it names, its host, what it hosts, walls it joins, walls that bound a room, rooms along a wall, sources and results of booleans, and what would be deleted with it.',
  branched: true,
  input: z.strictObject({
    element_id: ElementId,
    relationship_type: z.enum(TYPES).describe('Only this type.').optional(),
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
    const asked = relationship_type === undefined ? TYPES : [relationship_type];
    const relationships = asked.flatMap((type) => {
      const ids = related(type, element, view);
      if (ids.length === 0 && relationship_type === undefined) return [];
      return [{ type, element_ids: ids.slice(0, SHOWN), count: ids.length }];
    });
    return { data: { element_id: element.id, relationships } };
  },
});

function related(type: RelationshipType, element: Element, view: ModelView): readonly string[] {
  const { id } = element;
  switch (type) {
    case 'level': {
      const own = view.levelOf(id);
      return [...new Set([...(own === null ? [] : [own]), ...levelsOf(element)])];
    }
    case 'host':
      return isHosted(element) ? [element.params.host_id] : [];
    case 'hosted':
      return view.hostedBy(id).map((held) => held.id);
    case 'joined':
      return view.joinedWalls(id);
    case 'bounding_walls':
      return element.kind === 'room' ? wallsAround(element, view) : [];
    case 'rooms':
      return element.kind === 'wall' ? roomsAlong(element, view) : [];
    case 'sources':
      return element.kind === 'solid' ? element.params.source_ids : [];
    case 'results': {
      const solids = [...view.elementsOf('solid')];
      return solids.filter(({ params }) => params.source_ids.includes(id)).map((solid) => solid.id);
    }
    case 'deleted_with':
      return view
        .cascadeOf(id)
        .map((gone) => gone.id)
        .filter((gone) => gone !== id);
    default:
      return type satisfies never;
  }
}
