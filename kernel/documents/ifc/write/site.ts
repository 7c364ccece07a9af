/** @module site: writes the site boundary, true north, and the position of the origin in a coordinate reference system. */
import type { Georeference, SiteElement } from '../../../building/kinds/site/site.ts';
import { trueNorth } from '../../../building/kinds/site/site.ts';
import { rounded } from './draft.ts';
import type { Numbers } from './step/line-numbers.ts';
import type { StepFile } from './step/step-file.ts';
import type { Ref, StepValue } from './step/step-value.ts';
import { typed } from './step/step-value.ts';

/** The site of a model, with the line numbers reserved for it. */
export type SiteOf = { readonly element: SiteElement; readonly numbers: Numbers };

/** The direction of true north in plan; null if it is not known. */
export function northOf(file: StepFile, site: SiteOf | null): Ref | null {
  if (site === null || site.element.params.true_north_deg === null) return null;
  const { x, y } = trueNorth(site.element);
  return file.add('IfcDirection', { DirectionRatios: [digits(x), digits(y)] });
}

/** Writes the boundary as a closed polyline under the site's own line numbers; null if the site has no boundary. */
function footprintOf(file: StepFile, site: SiteOf, context: Ref): Ref | null {
  const ring = site.element.params.boundary;
  if (ring === null) return null;
  const others = file.numberFrom(site.numbers);
  const points = ring.map(({ x, y }) =>
    file.add('IfcCartesianPoint', { Coordinates: [rounded(x), rounded(y)] }),
  );
  const shape = file.add('IfcShapeRepresentation', {
    ContextOfItems: context,
    RepresentationIdentifier: 'FootPrint',
    RepresentationType: 'Curve2D',
    Items: [file.add('IfcPolyline', { Points: [...points, ...points.slice(0, 1)] })],
  });
  const made = file.add('IfcProductDefinitionShape', { Representations: [shape] });
  file.numberFrom(others);
  return made;
}

/** Writes the shape of an IFC2X3 site. Null in later schemas, where the boundary is an element on the site. */
export function siteShape(file: StepFile, site: SiteOf | null, context: Ref): Ref | null {
  return site === null || file.schema.name !== 'IFC2X3' ? null : footprintOf(file, site, context);
}

/** Writes the boundary as an element on the site, for schemas in which the site has no shape. */
export function writeBoundary(
  file: StepFile,
  site: SiteOf | null,
  { context, placement, ...placed }: Placed & { readonly placement: () => Ref },
): void {
  if (site === null || file.schema.name === 'IFC2X3') return;
  const Representation = footprintOf(file, site, context);
  if (Representation === null) return;
  const others = file.numberFrom(site.numbers);
  const text = `${placed.text}/boundary`;
  const made = { Name: 'Site boundary', ObjectPlacement: placement(), Representation };
  const ground = file.root('IfcGeographicElement', text, made, { PredefinedType: ['TERRAIN'] });
  file.root('IfcRelContainedInSpatialStructure', `${text}/contained`, {
    RelatedElements: [ground],
    RelatingStructure: placed.site,
  });
  file.numberFrom(others);
}

/** Entities that a georeference refers to: the site, and the context that it locates. GUIDs are derived from `text`. */
type Placed = { readonly site: Ref; readonly context: Ref; readonly text: string };

/**
 * Writes the georeference: a map conversion from millimetres to metres of the coordinate reference system, rotated by
 * true north, which is assumed to equal the north of the map. IFC2X3 has no entities for this: there the values are in
 * property sets of the site that are named after these entities.
 */
export function writeGeoreference(file: StepFile, site: SiteOf | null, placed: Placed): void {
  const georeference = site?.element.params.georeference ?? null;
  if (site === null || georeference === null) return;
  const others = file.numberFrom(site.numbers);
  const metre = file.add('IfcSIUnit', { UnitType: 'LENGTHUNIT', Name: 'METRE' });
  const { x, y } = trueNorth(site.element);
  // The x axis in map coordinates: its angle from east equals the angle of the y axis from north.
  const turn = { XAxisAbscissa: digits(y), XAxisOrdinate: digits(x), Scale: 0.001 };
  if (file.schema.name === 'IFC2X3') {
    writeAsSets(file, georeference, { ...placed, metre, turn });
  } else {
    const crs = file.add('IfcProjectedCRS', { Name: georeference.crs, MapUnit: metre });
    file.add('IfcMapConversion', {
      SourceCRS: placed.context,
      TargetCRS: crs,
      Eastings: georeference.eastings,
      Northings: georeference.northings,
      OrthogonalHeight: georeference.height,
      ...turn,
    });
  }
  file.numberFrom(others);
}

type Sets = Placed & { readonly metre: Ref; readonly turn: Readonly<Record<string, number>> };

function writeAsSets(
  file: StepFile,
  { crs, eastings, northings, height }: Georeference,
  { site, text, metre, turn }: Sets,
): void {
  const one = (Name: string, NominalValue: StepValue, Unit: Ref | null = null): Ref =>
    file.add('IfcPropertySingleValue', { Name, NominalValue, Unit });
  const length = (name: string, value: number): Ref =>
    one(name, typed('IfcLengthMeasure', value), metre);
  const sets = {
    ePset_ProjectedCRS: () => [one('Name', typed('IfcLabel', crs))],
    ePset_MapConversion: () => [
      length('Eastings', eastings),
      length('Northings', northings),
      length('OrthogonalHeight', height),
      ...Object.entries(turn).map(([name, value]) => one(name, typed('IfcReal', value))),
    ],
  };
  for (const [Name, properties] of Object.entries(sets)) {
    const HasProperties = properties();
    const set = file.root('IfcPropertySet', `${text}/${Name}`, { Name, HasProperties });
    file.root('IfcRelDefinesByProperties', `${text}/${Name}/defines`, {
      RelatedObjects: [site],
      RelatingPropertyDefinition: set,
    });
  }
}

/** Rounds a component of a direction, so that its text is the same on every machine. */
function digits(value: number): number {
  const near = Math.round(value * 1e12) / 1e12;
  return rounded(near) === near ? rounded(near) : near;
}
