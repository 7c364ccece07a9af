/** @module GEM005: a building without parts and contents has a Body representation. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { decomposedInto, representationsOf } from '../relations.ts';

export const gem005 = defineIfcRule({
  id: 'GEM005',
  title: 'A building without parts and contents has a Body representation',
  group: 'shape',
  clause: 'IfcBuilding, Body Geometry',
  severity: 'error',
  disabled: true,
  checks: [
    {
      of: (model) => model.rows('IfcBuilding'),
      faults: (row, model) => {
        const contained = model.referrers(
          row,
          'IfcRelContainedInSpatialStructure',
          'RelatingStructure',
        );
        if (contained.length > 0 || decomposedInto(row, model).length > 0) return null;
        const identifiers = representationsOf(row, model).map(
          (one) => model.text(one, 'RepresentationIdentifier') ?? '$',
        );
        if (identifiers.length > 0 && identifiers.every((one) => one === 'Body')) return null;
        const measured = identifiers.length === 0 ? null : identifiers.join(', ');
        const has =
          measured === null
            ? 'no representation'
            : `the representations \`${measured.slice(0, 60)}\``;
        const message = `${named(row, model)} has no parts, no contents and ${has}`;
        return { message, measured, required: 'Body' };
      },
    },
  ],
});
