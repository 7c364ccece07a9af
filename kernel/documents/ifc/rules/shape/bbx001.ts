/** @module BBX001: representation identifier `Box` and type `BoundingBox` occur only together. */
import type { IfcModel } from '../../read/ifc-model.ts';
import { defineIfcRule, named } from '../ifc-rule.ts';
import { representationsOf } from '../relations.ts';

export const bbx001 = defineIfcRule({
  id: 'BBX001',
  title: 'A representation Box is of type BoundingBox, and the reverse',
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
        const said = ['RepresentationIdentifier', 'RepresentationType'].map(
          (attribute) => model.text(row, attribute) ?? '$',
        );
        return {
          message: `${named(row, model)} is \`${said.join(' of type ')}\``,
          measured: said.join(', '),
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
