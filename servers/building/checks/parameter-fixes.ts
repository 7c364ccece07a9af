import type { BuildingView } from '../../../kernel/building/view/view.ts';
/** @module parameter-fixes: fixes of unmet properties that name the parameter which decides the property. */
import type { SpecificationResult } from '../../../kernel/documents/ids/check/check-ids.ts';
import { constraintText } from '../../../kernel/documents/ids/check/describe.ts';
import type { Ids, PropertyFacet } from '../../../kernel/documents/ids/ids.ts';
import { definedElsewhere } from '../property-owners.ts';

type Group = SpecificationResult['groups'][number];

/**
 * The results of a branch, in the order of the specifications. Where a parameter of the first failing element decides the
 * property, `set_properties` refuses it: the fix names the parameter and what is written for it.
 */
export function withParameterFixes(
  results: readonly SpecificationResult[],
  { specifications }: Ids,
  view: BuildingView,
): readonly SpecificationResult[] {
  return results.map((result, index) => ({
    ...result,
    groups: result.groups.map((group) => {
      const { requirement } = group;
      const facet =
        requirement === null ? undefined : specifications[index]?.requirements[requirement];
      const fix = facet?.facet === 'property' ? parameterFix(facet, group, view) : null;
      return fix === null ? group : { ...group, fix };
    }),
  }));
}

/** Null if set_properties accepts the property, or if the fix is not a value. */
function parameterFix(facet: PropertyFacet, group: Group, view: BuildingView): string | null {
  const { baseName, propertySet, value, cardinality } = facet;
  if (baseName.kind !== 'simple' || propertySet.kind !== 'simple') return null;
  if (cardinality === 'prohibited') return null;
  const id = group.failures.find(({ element_id }) => element_id !== null)?.element_id ?? null;
  const element = id === null ? undefined : view.element(id);
  if (element === undefined) return null;
  const [set, name] = [propertySet.text, baseName.text];
  const source = definedElsewhere(element, set, name, view);
  if (source === null) return null;
  const goal = value === null ? 'has a value' : `is ${constraintText(value)}`;
  return `set ${source.parameter} with modify_parameter, so that \`${name}\` in the set \`${set}\` ${goal}${source.written === null ? '' : `; ${source.written}`}`;
}
