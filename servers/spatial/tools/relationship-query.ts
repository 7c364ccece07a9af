/** @module relationship_query: the relations of an element to others. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { requireElement } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import {
  relatedTo,
  RELATIONSHIP_TYPES,
  type RelationshipType,
} from '../../../kernel/building/spatial/related.ts';
import { isKnown } from '../../../kernel/building/view/shown-references.ts';
import { ElementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { withheldIn } from '../../building/rows.ts';

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
      .enum(RELATIONSHIP_TYPES)
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
        ? RELATIONSHIP_TYPES.filter((type) => !ON_REQUEST.has(type))
        : [relationship_type];
    const relationships = types.flatMap((type) => {
      const ids = relatedTo(type, element, view).filter((id) => isKnown(id, view));
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
