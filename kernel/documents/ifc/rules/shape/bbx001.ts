/** @module BBX001: representation identifier `Box` and type `BoundingBox` occur only together. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';
import { representationsOf } from '../relations.ts';

export const bbx001 = defineIfcRule({
  id: 'BBX001',
  title: 'A representation Box is of type BoundingBox, and vice versa',
  group: 'shape',
  clause: 'Box Geometry',
  severity: 'error',
  checks: [
    {
      of: (model) =>
        model
          .rows('IfcProduct')
          .flatMap((row) => representationsOf(row, model))
          .filter((row) => isBox(row, model) || isBounding(row, model)),
      faults: (row, model) => {
        if (isBox(row, model) && isBounding(row, model)) return null;
        const names = ['RepresentationIdentifier', 'RepresentationType'].map(
          (attribute) => model.text(row, attribute) ?? '$',
        );
        return {
          message: `${named(row, model)} is \`${names.join(' of type ')}\``,
          measured: names.join(', '),
          required: 'Box, BoundingBox',
        };
      },
    },
  ],
});

function isBox(row: number, model: IfcModel): boolean {
  return model.text(row, 'RepresentationIdentifier') === 'Box';
}

function isBounding(row: number, model: IfcModel): boolean {
  return model.text(row, 'RepresentationType') === 'BoundingBox';
}
