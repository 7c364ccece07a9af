/** @module property-needs: the properties that the specifications of an IDS file ask for. */
import type { IfcSchema } from '../../ifc/schema/ifc-schema.ts';
import type { IsAsked } from '../../ifc/write/step/stated-entities.ts';
import { matcherOf } from '../check/matcher.ts';
import type { EntityFacet, Ids, PropertyFacet } from '../ids.ts';

/** Maximum number of answers that are kept. */
const MAX_KNOWN = 20_000;
/** Supertypes of properties and quantities. */
const PROPERTIES = ['IfcProperty', 'IfcPhysicalQuantity'] as const;

type Asking = { readonly set: (name: string) => boolean; readonly name: (name: string) => boolean };

/**
 * Whether a property of a set can change a result: a facet accepts the names of both. Null if all can, because a
 * specification can apply to properties themselves. The names of sets are in texts of results, so that sets are not asked.
 */
export function propertyNeeds(
  { specifications }: Pick<Ids, 'specifications'>,
  schema: IfcSchema,
): IsAsked | null {
  const facets = specifications.flatMap((one) => [...one.applicability, ...one.requirements]);
  const entities = specifications.flatMap(({ applicability }) =>
    applicability.filter((one): one is EntityFacet => one.facet === 'entity').slice(0, 1),
  );
  if (isOfProperties(entities, schema)) return null;
  const asking = facets
    .filter((one): one is PropertyFacet => one.facet === 'property')
    .map(({ propertySet, baseName }) => ({
      set: matcherOf(propertySet).acceptsText,
      name: matcherOf(baseName).acceptsText,
    }));
  return keptAnswers(asking);
}

function isOfProperties(entities: readonly EntityFacet[], schema: IfcSchema): boolean {
  if (entities.length === 0) return false;
  const names = schema
    .entityNames()
    .filter((name) => PROPERTIES.some((one) => schema.isA(name, one)))
    .map((name) => name.toUpperCase());
  return entities.some(({ name }) => {
    const { acceptsText } = matcherOf(name);
    return names.some((one) => acceptsText(one));
  });
}

/** Answers each pair of names once. */
function keptAnswers(asking: readonly Asking[]): IsAsked {
  const known = new Map<string, { readonly of: readonly Asking[]; readonly by: Names }>();
  let kept = 0;
  return (set, name) => {
    let ofSet = known.get(set);
    const answer = ofSet?.by.get(name);
    if (answer !== undefined) return answer;
    if (kept >= MAX_KNOWN) {
      known.clear();
      kept = 0;
      ofSet = undefined;
    }
    if (ofSet === undefined) {
      ofSet = { of: asking.filter((one) => one.set(set)), by: new Map() };
      known.set(set, ofSet);
    }
    const found = ofSet.of.some((one) => one.name(name));
    kept += 1;
    ofSet.by.set(name, found);
    return found;
  };
}

type Names = Map<string, boolean>;
