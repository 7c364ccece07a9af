/**
 * @module ifc definitions: what the quantities of the standard sets of IFC4 measure. A name of one set precedes the name
 * alone.
 */

/** Definitions by quantity, or by `Set.Quantity`. */
const DEFINITIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Qto_WallBaseQuantities.Length': 'length of the axis',
    'Qto_WallBaseQuantities.Width': 'thickness',
    'Qto_WallBaseQuantities.Height': 'height, if it is constant along the wall',
    'Qto_WallBaseQuantities.GrossFootprintArea': 'area of the outline in plan, with its joints',
    'Qto_WallBaseQuantities.GrossSideArea': 'elevation of the middle plane, with openings',
    'Qto_WallBaseQuantities.NetSideArea': 'elevation of the middle plane, without openings',
    'Qto_WallBaseQuantities.GrossVolume': 'gross side area times thickness, without joints',
    'Qto_WallBaseQuantities.NetVolume': 'body with its joints, without openings',
    'Qto_SlabBaseQuantities.Width': 'thickness',
    'Qto_SlabBaseQuantities.Length': 'longer side of a rectangle',
    'Qto_SlabBaseQuantities.Depth': 'shorter side of a rectangle',
    'Qto_SlabBaseQuantities.Perimeter': 'length of the outer outline',
    'Qto_SlabBaseQuantities.GrossArea': 'area of the outer outline, with holes and openings',
    'Qto_SlabBaseQuantities.NetArea': 'area without holes and openings',
    'Qto_SlabBaseQuantities.GrossVolume': 'volume with holes and openings',
    'Qto_SlabBaseQuantities.NetVolume': 'volume without holes and openings',
    'Qto_RoofBaseQuantities.GrossArea': 'sloped area of the planes, with openings',
    'Qto_RoofBaseQuantities.NetArea': 'sloped area of the planes, without openings',
    'Qto_RoofBaseQuantities.ProjectedArea': 'gross area in plan',
    'Qto_CoveringBaseQuantities.Width': 'thickness',
    'Qto_CoveringBaseQuantities.GrossArea': 'area with openings',
    'Qto_CoveringBaseQuantities.NetArea': 'area without openings',
    'Qto_SpaceBaseQuantities.Height': 'from the slab below to the slab above, if it is constant',
    'Qto_SpaceBaseQuantities.GrossPerimeter': 'all sides at the floor, also those without a wall',
    'Qto_SpaceBaseQuantities.NetPerimeter':
      'sides on walls at the floor, without doors and openings that reach it',
    'Qto_SpaceBaseQuantities.GrossFloorArea': 'floor with columns and walls in it',
    'Qto_SpaceBaseQuantities.NetFloorArea':
      'floor without columns, walls, stairs and holes in the floor',
    'Qto_SpaceBaseQuantities.GrossVolume': 'volume with the construction elements in it',
    'Qto_SpaceBaseQuantities.NetVolume': 'volume without the construction elements in it',
    'Qto_DoorBaseQuantities.Area': 'area of the outer lining',
    'Qto_WindowBaseQuantities.Area': 'area of the outer lining',
    'Qto_OpeningElementBaseQuantities.Area': 'area of the opening',
    'Qto_OpeningElementBaseQuantities.Depth': 'depth of the opening',
    'Qto_OpeningElementBaseQuantities.Volume': 'volume of the opening',
    Length: 'length along the axis',
    Width: 'width',
    Height: 'height',
    Depth: 'depth',
    Perimeter: 'perimeter',
    Area: 'area',
    CrossSectionArea: 'area of the section',
    GrossArea: 'area with openings',
    NetArea: 'area without openings',
    GrossSideArea: 'elevation, with openings',
    NetSideArea: 'elevation, without openings',
    GrossVolume: 'volume with openings and cuts',
    NetVolume: 'volume without openings and cuts',
    OuterSurfaceArea: 'surface along the axis, without the ends',
    GrossSurfaceArea: 'whole surface, with openings',
    NetSurfaceArea: 'whole surface, without openings',
    NetFootprintArea: 'area in plan, without openings',
    GrossWeight: 'weight with openings',
    NetWeight: 'weight without openings',
    FinishCeilingHeight: 'from the floor to the finished ceiling',
    FinishFloorHeight: 'thickness of the floor covering',
    GrossWallArea: 'walls around the space, with openings',
    NetWallArea: 'walls around the space, without openings',
    GrossCeilingArea: 'ceiling with columns and walls',
    NetCeilingArea: 'ceiling without columns and walls',
  }),
);

/** What a quantity of a set measures. */
export function definitionOf(set: string, quantity: string): string {
  return DEFINITIONS.get(`${set}.${quantity}`) ?? DEFINITIONS.get(quantity) ?? quantity;
}

/** Why the model does not compute a quantity. */
export function reasonWithout(quantity: string): string {
  return quantity.endsWith('Weight')
    ? 'the materials of the model have no densities'
    : 'the model does not compute it for any of these elements';
}
