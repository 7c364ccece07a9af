/** @module column in IFC. */
import { leaningFrame } from '../../geometry/members/member-mesh.ts';
import { directionOf } from '../../geometry/vector.ts';
import { type IfcItem, type IfcPlace, type IfcProduct, inAllSchemas } from '../facets/ifc.ts';
import { placeAt } from '../ifc/local.ts';
import { cutItem, type Extrusion, memberQuantities, sectionOf } from '../ifc/members.ts';
import { leans, slopeOf, specOf } from './axis.ts';
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
    const foot = { ...location, z: low };
    const cut = (item: Extrusion, place: IfcPlace): IfcItem =>
      cutItem(item, element, place, level.params.elevation);
    if (!leans(element.params)) {
      const place = placeAt(foot, directionOf(turn_deg ?? 0));
      return { place, items: [cut({ ...sectionOf(element), depth }, place)] };
    }
    const { length, along, width } = leaningFrame(specOf(element, { low, high: low + depth }));
    const at = { origin: { x: 0, y: 0, z: 0 }, axis: along, x: width };
    const place = placeAt(foot);
    return { place, items: [cut({ ...sectionOf(element), depth: length, at }, place)] };
  },
  properties: ({ id, params }, view) => {
    const slope = slopeOf(params, view.measures(id).length_mm);
    return {
      Pset_ColumnCommon: {
        Reference: params.profile,
        ...(slope === null ? {} : { Slope: slope }),
      },
    };
  },
  quantities: memberQuantities,
};
