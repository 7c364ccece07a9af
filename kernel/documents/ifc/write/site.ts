/** @module site: writes the site boundary and true north. */
import type { SiteElement } from '../../../building/kinds/site/site.ts';
import { trueNorth } from '../../../building/kinds/site/site.ts';
import { northsOf } from '../../../building/place/georeference.ts';
import { rounded } from './draft.ts';
import type { Numbers } from './step/line-numbers.ts';
import type { StepFile } from './step/step-file.ts';
import type { Ref } from './step/step-value.ts';

/** The site of a model, with the line numbers reserved for it. */
export type SiteOf = { readonly element: SiteElement; readonly numbers: Numbers };

/** The direction of true north in plan; null if it is not known. */
export function northOf(file: StepFile, site: SiteOf | null): Ref | null {
  if (site === null || northsOf(site.element.params).true_deg === null) return null;
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

/** Entities that a boundary refers to: the site, and the context of its shape. GUIDs are derived from `text`. */
type Placed = { readonly site: Ref; readonly context: Ref; readonly text: string };

/** Rounds a component of a direction, so that its text is the same on every machine. */
export function digits(value: number): number {
  const near = Math.round(value * 1e12) / 1e12;
  return rounded(near) === near ? rounded(near) : near;
}
