/** @module own-operation: attributes that doors and windows share with their type objects. */
import type { IfcCheck } from '../ifc-rule.ts';
import { named } from '../ifc-rule.ts';
import { typesOf } from '../relations.ts';

/**
 * An occurrence entity, its type entity, and the attributes that both have: an enumeration value, or a description in
 * words.
 */
export type OwnOperation = {
  readonly occurrence: string;
  readonly type: string;
  readonly attribute: string;
  readonly description: string;
};

/**
 * Checks that the description is given only if the enumeration value is USERDEFINED, and that an occurrence with a type
 * object does not repeat the enumeration value.
 */
export function operationChecks(own: OwnOperation): readonly IfcCheck[] {
  const { occurrence, type, attribute, description } = own;
  return [
    {
      of: (model) =>
        [occurrence, type]
          .flatMap((name) => model.rows(name))
          .filter((row) => model.isGiven(row, description) && typesOf(row, model).length === 0),
      faults: (row, model) => {
        const measured = model.enumName(row, attribute);
        return measured === 'USERDEFINED'
          ? null
          : {
              message: `${named(row, model)} has ${description}, but its ${attribute} is not USERDEFINED`,
              measured,
              required: 'USERDEFINED',
            };
      },
    },
    {
      of: (model) =>
        model
          .rows(occurrence)
          .filter((row) => typesOf(row, model).some((one) => model.isA(one, type))),
      faults: (row, model) =>
        model.isGiven(row, attribute)
          ? {
              message: `${named(row, model)} has ${attribute}, which its type already states`,
              measured: model.enumName(row, attribute),
              required: null,
            }
          : null,
    },
  ];
}
