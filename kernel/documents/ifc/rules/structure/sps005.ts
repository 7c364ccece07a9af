/** @module SPS005: an element has exactly one parent. */
import { defineIfcRule, named } from '../ifc-rule.ts';
import { decomposes } from '../relations.ts';

const WAYS: readonly (readonly [name: string, type: string, attribute: string])[] = [
  ['Nests', 'IfcRelNests', 'RelatedObjects'],
  ['ContainedInStructure', 'IfcRelContainedInSpatialStructure', 'RelatedElements'],
  ['AdheresToElement', 'IfcRelAdheresToElement', 'RelatedSurfaceFeatures'],
  ['VoidsElements', 'IfcRelVoidsElement', 'RelatedOpeningElement'],
];

export const sps005 = defineIfcRule({
  id: 'SPS005',
  title: 'An element has exactly one parent',
  group: 'structure',
  clause: 'Spatial Containment, Element Composition, Element Nesting, Element Voiding',
  severity: 'error',
  checks: [
    {
      of: (model) => model.rows('IfcElement'),
      faults: (row, model) => {
        const ways = WAYS.filter(
          ([name, type, attribute]) =>
            (name !== 'Nests' || model.schema.name !== 'IFC2X3') &&
            model.referrers(row, type, attribute).length > 0,
        ).map(([name]) => name);
        const all = decomposes(row, model).length > 0 ? ['Decomposes', ...ways] : ways;
        const parents = all.length === 0 ? 'no parent' : `parents by ${all.join(' and ')}`;
        return all.length === 1
          ? null
          : { message: `${named(row, model)} has ${parents}`, measured: all.length, required: 1 };
      },
    },
  ],
});
