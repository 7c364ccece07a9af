/** @module column in IFC. */
import { directionOf } from '../../geometry/vector.ts';
import { type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { placeAt } from '../ifc/local.ts';
import { memberQuantities, sectionOf } from '../ifc/members.ts';
import type { Column } from './params.ts';

/** The IFC product of a column. */
export const columnIfc: IfcProduct<Column> = {
  as: 'product',
  entity: () => inAllSchemas('IfcColumn'),
  parts: 'none',
  attributes: () => ({}),
  type: ({ params: { profile } }) => ({
    entity: inAllSchemas('IfcColumnType'),
    name: `column ${profile}`,
    attributes: { PredefinedType: ['COLUMN'] },
  }),
  shape(element, level, view) {
    const { location, top_level_id, base_offset, height, turn_deg } = element.params;
    const low = level.params.elevation + base_offset;
    const top = view.levels().find(({ id }) => id === top_level_id);
    if (top_level_id !== null && top === undefined) throw new RangeError('ends at no level');
    const depth = top === undefined ? height : top.params.elevation - low;
    const place = placeAt({ ...location, z: low }, directionOf(turn_deg ?? 0));
    return { place, items: [{ ...sectionOf(element), depth }] };
  },
  properties: ({ params: { profile } }) => ({ Pset_ColumnCommon: { Reference: profile } }),
  quantities: memberQuantities,
};
