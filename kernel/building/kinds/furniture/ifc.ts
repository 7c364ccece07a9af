/** @module furniture in IFC: IfcFurniture, and IfcSanitaryTerminal for sanitary units. */
import { directionOf } from '../../geometry/vector.ts';
import { type IfcNamed, type IfcProduct, type InSchemas, inAllSchemas } from '../facets/ifc.ts';
import { placeAt } from '../ifc/local.ts';
import { partsOf } from './body.ts';
import type { Furniture } from './params.ts';
import { type FurnitureType, isSanitary } from './types.ts';

const FURNITURE: InSchemas = {
  IFC2X3: 'IfcFurnishingElement',
  IFC4: 'IfcFurniture',
  IFC4X3: 'IfcFurniture',
};
const SANITARY: InSchemas = {
  IFC2X3: 'IfcFlowTerminal',
  IFC4: 'IfcSanitaryTerminal',
  IFC4X3: 'IfcSanitaryTerminal',
};

/** Values of IfcFurnitureTypeEnum and IfcSanitaryTerminalTypeEnum; null: IFC has no value for the type. */
const PREDEFINED: { readonly [type in FurnitureType]: string | null } = {
  chair: 'CHAIR',
  armchair: 'CHAIR',
  sofa: 'SOFA',
  table: 'TABLE',
  desk: 'DESK',
  bed: 'BED',
  wardrobe: null,
  shelf: 'SHELF',
  wc: 'TOILETPAN',
  washbasin: 'WASHHANDBASIN',
  bathtub: 'BATH',
  shower: 'SHOWER',
  kitchen_unit: null,
  sink: 'SINK',
  cooker: null,
  fridge: null,
};

/** The attributes that distinguish a type: its name where IFC has no value for it, and where furniture is assembled. */
function typeAttributes(type: FurnitureType): IfcNamed {
  const value = PREDEFINED[type];
  return {
    PredefinedType: value === null ? ['USERDEFINED'] : [value],
    ...(value === null ? { ElementType: type } : {}),
    ...(isSanitary(type) ? {} : { AssemblyPlace: ['NOTDEFINED'] }),
  };
}

/** The IFC product of furniture. */
export const furnitureIfc: IfcProduct<Furniture> = {
  as: 'product',
  entity: ({ params: { furniture_type } }) => (isSanitary(furniture_type) ? SANITARY : FURNITURE),
  parts: 'none',
  attributes: () => ({}),
  type: ({ params: { furniture_type, width, depth, height } }) => ({
    entity: inAllSchemas(
      isSanitary(furniture_type) ? 'IfcSanitaryTerminalType' : 'IfcFurnitureType',
    ),
    name: `${furniture_type} ${width}x${depth}x${height}`,
    attributes: typeAttributes(furniture_type),
  }),
  shape({ params }, level) {
    const { location, direction_deg, base_offset, furniture_type } = params;
    const front = directionOf(direction_deg);
    const origin = { ...location, z: level.params.elevation + base_offset };
    return {
      place: placeAt(origin, { x: front.y, y: 0 - front.x }),
      items: partsOf(furniture_type, params).map(({ ring, low, high }) => ({
        item: 'extrusion',
        section: { kind: 'outline', boundary: ring, holes: [] },
        depth: high - low,
        at: {
          origin: { x: 0, y: 0, z: low },
          axis: { x: 0, y: 0, z: 1 },
          x: { x: 1, y: 0, z: 0 },
        },
      })),
    };
  },
  properties: ({ params: { furniture_type, width, depth, height } }) =>
    isSanitary(furniture_type)
      ? {
          Pset_SanitaryTerminalTypeCommon: {
            Reference: furniture_type,
            NominalLength: width,
            NominalWidth: depth,
            NominalDepth: height,
          },
        }
      : {
          Pset_FurnitureTypeCommon: {
            Reference: furniture_type,
            NominalLength: width,
            NominalDepth: depth,
            NominalHeight: height,
          },
        },
  quantities: () => ({}),
};
