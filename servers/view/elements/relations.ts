/** @module relations: the related elements of an element in words. */
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import { relatedTo, type RelationshipType } from '../../../kernel/building/spatial/related.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Related } from '../protocol/element.ts';
import { nameOf } from '../shapes/part-bytes.ts';

/** Maximum number of related elements of one type. */
const MOST = 50;

/** Types of relations in the order of the answer, in words. Types that others contain are left out. */
const WORDS: readonly (readonly [type: RelationshipType, words: string])[] = [
  ['host', 'in'],
  ['hosted', 'contains'],
  ['joined', 'joined to'],
  ['bounding_walls', 'bounded by'],
  ['rooms', 'bounds'],
  ['connects', 'connects'],
  ['sources', 'made from'],
  ['results', 'part of'],
  ['contains', 'contains'],
];

/** The related elements that the view has, each once, with its first relation. */
export function relationsOf(element: Element, view: BuildingView): readonly Related[] {
  const seen = new Set([element.id]);
  return WORDS.flatMap(([type, relation]) => {
    const found: Related[] = [];
    for (const id of relatedTo(type, element, view)) {
      const other = view.element(id);
      if (other === undefined || seen.has(id)) continue;
      if (found.length === MOST) break;
      seen.add(id);
      found.push({ relation, id, kind: other.kind, name: nameOf(other) });
    }
    return found;
  });
}
