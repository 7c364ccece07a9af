/** @module spatial: writes the project, units, contexts, site, building and storeys. */
import { compareText } from '../../../base/canonical/deep-equal.ts';
import type { IfcPlace } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import type { Container, Draft, Shared } from './draft.ts';
import { placement } from './geometry.ts';
import { refPlace, writeGeoreference } from './georeference.ts';
import { PLACED_PROFILES } from './profiles.ts';
import { allProperties, writeSets } from './sets.ts';
import type { SiteOf } from './site.ts';
import { northOf, siteShape, writeBoundary } from './site.ts';
import { mergedSets, noteStated, statedOf } from './stated/stated-sets.ts';
import type { StepFile } from './step/step-file.ts';
import type { Ref } from './step/step-value.ts';
import { isExisting, typed } from './step/step-value.ts';

/** Project name, permanent project identifier and time stamp of a file. */
export type Subject = {
  readonly name: string;
  readonly project: string;
  /** ISO 8601, UTC. */
  readonly at: string;
};

/** Writes the owner history, with this program as author; only IFC2X3 requires one for every rooted entity. */
export function history(file: StepFile, { at }: Pick<Subject, 'at'>): Ref | null {
  if (file.schema.name !== 'IFC2X3') return null;
  const person = file.add('IfcPerson', { FamilyName: 'Plumbline' });
  const organization = file.add('IfcOrganization', { Name: 'Plumbline' });
  const owner = file.add('IfcPersonAndOrganization', {
    ThePerson: person,
    TheOrganization: organization,
  });
  const application = file.add('IfcApplication', {
    ApplicationDeveloper: organization,
    Version: '1',
    ApplicationFullName: 'Plumbline',
    ApplicationIdentifier: 'plumbline',
  });
  return file.add('IfcOwnerHistory', {
    OwningUser: owner,
    OwningApplication: application,
    ChangeAction: 'NOCHANGE',
    CreationDate: Math.floor(Date.parse(at) / 1000),
  });
}

const WHOLE = { CompositionType: ['ELEMENT'] } as const;

/** Writes the entities of geometry that all others refer to; the origin in the plane is only reserved. */
export function writeAxes(file: StepFile): Pick<Shared, 'up' | 'axes' | 'planeAxes' | 'flat'> {
  const origin = file.add('IfcCartesianPoint', { Coordinates: [0, 0, 0] });
  const up = file.add('IfcDirection', { DirectionRatios: [0, 0, 1] });
  const RefDirection = file.add('IfcDirection', { DirectionRatios: [1, 0, 0] });
  const axes = file.add('IfcAxis2Placement3D', { Location: origin, Axis: up, RefDirection });
  const [flat, planeAxes] = [file.later('IfcCartesianPoint'), file.later('IfcAxis2Placement2D')];
  return { up, axes, planeAxes, flat };
}

/** Writes the entities that all others refer to: units, contexts, the project, its site and its building. */
export function writeSpatial(
  file: StepFile,
  subject: Subject,
  known: SiteOf | null,
): { readonly shared: Shared; readonly building: Container } {
  const drawn = writeAxes(file);
  const TrueNorth = northOf(file, known);
  const model = file.add('IfcGeometricRepresentationContext', {
    ContextType: 'Model',
    CoordinateSpaceDimension: 3,
    Precision: 0.0001,
    WorldCoordinateSystem: drawn.axes,
    TrueNorth,
  });
  const within = (ContextIdentifier: string, TargetView: string): Ref =>
    file.add('IfcGeometricRepresentationSubContext', {
      ContextIdentifier,
      ContextType: 'Model',
      ParentContext: model,
      TargetView,
    });
  file.history = history(file, subject);
  const shared: Shared = {
    ...drawn,
    body: within('Body', 'MODEL_VIEW'),
    axis: within('Axis', 'GRAPH_VIEW'),
    footprint: within('FootPrint', 'PLAN_VIEW'),
  };
  const draft = { file, shared };
  const text = subject.project;
  const project = file.root('IfcProject', text, {
    Name: subject.name,
    RepresentationContexts: [model],
    UnitsInContext: units(file),
  });
  const sitePlacement = placement(draft, null, { x: 0, y: 0, z: 0 });
  const site = file.root(
    'IfcSite',
    `${text}/site`,
    {
      Name: 'Site',
      ObjectPlacement: sitePlacement,
      Representation: siteShape(file, known, shared.footprint),
      ...refPlace(known),
    },
    WHOLE,
  );
  const buildingPlacement = placement(draft, sitePlacement, { x: 0, y: 0, z: 0 });
  const ref = file.root(
    'IfcBuilding',
    `${text}/building`,
    { Name: 'Building', ObjectPlacement: buildingPlacement },
    WHOLE,
  );
  writeBoundary(file, known, {
    site,
    context: shared.footprint,
    text: `${text}/site`,
    placement: () => placement(draft, sitePlacement, { x: 0, y: 0, z: 0 }),
  });
  writeGeoreference(file, known, { project, site, context: model, text: `${text}/site` });
  aggregates(draft, `${text}/sites`, project, [site]);
  aggregates(draft, `${text}/buildings`, site, [ref]);
  const building = container(file, {
    ref,
    placement: buildingPlacement,
    elevation: 0,
    id: `${text}/building`,
  });
  return { shared, building };
}

function units(file: StepFile): Ref {
  const si = (UnitType: string, Name: string, Prefix: string | null = null): Ref =>
    file.add('IfcSIUnit', { UnitType, Name, Prefix });
  const radian = si('PLANEANGLEUNIT', 'RADIAN');
  const Dimensions = file.add('IfcDimensionalExponents', {
    LengthExponent: 0,
    MassExponent: 0,
    TimeExponent: 0,
    ElectricCurrentExponent: 0,
    ThermodynamicTemperatureExponent: 0,
    AmountOfSubstanceExponent: 0,
    LuminousIntensityExponent: 0,
  });
  const ConversionFactor = file.add('IfcMeasureWithUnit', {
    ValueComponent: typed('IfcPlaneAngleMeasure', 0.017453292519943295),
    UnitComponent: radian,
  });
  const degree = file.add('IfcConversionBasedUnit', {
    Dimensions,
    UnitType: 'PLANEANGLEUNIT',
    Name: 'degree',
    ConversionFactor,
  });
  return file.add('IfcUnitAssignment', {
    Units: [
      si('LENGTHUNIT', 'METRE', 'MILLI'),
      si('AREAUNIT', 'SQUARE_METRE'),
      si('VOLUMEUNIT', 'CUBIC_METRE'),
      degree,
    ],
  });
}

/** A container without content; its relations are written at the end. */
export function container(
  file: StepFile,
  known: Pick<Container, 'ref' | 'placement' | 'elevation' | 'id'>,
): Container {
  const containment = file.later('IfcRelContainedInSpatialStructure');
  const aggregation = file.later('IfcRelAggregates');
  return { ...known, containment, aggregation, contained: [], parts: [] };
}

function aggregates(
  draft: Pick<Draft, 'file'>,
  text: string,
  whole: Ref,
  parts: readonly Ref[],
): void {
  draft.file.root('IfcRelAggregates', text, { RelatingObject: whole, RelatedObjects: parts });
}

/** A storey to write; heights in mm. */
type StoreyOf = {
  readonly name: string;
  readonly elevation: number;
  /** Elevation over the reference height of the building; default: that of the model. */
  readonly stated?: number;
  /** Default: the origin at its elevation. */
  readonly place?: IfcPlace;
};

/** Writes a storey of the building. */
export function writeStorey(
  draft: Draft,
  element: AnyElement,
  { name, elevation, stated = elevation, place }: StoreyOf,
): Container {
  const { id } = element;
  const { origin, x } = place ?? { origin: { x: 0, y: 0, z: elevation }, x: { x: 1, y: 0 } };
  const at = placement(draft, draft.building.placement, origin, x);
  // `Elevation` is deprecated in IFC4.3: there it follows from the placement.
  const Elevation = draft.schema.name === 'IFC4X3' ? null : stated;
  const made = { Name: name, ObjectPlacement: at, Elevation };
  const ref = draft.file.root('IfcBuildingStorey', id, made, WHOLE);
  const owner = { entity: ref.entity, predefined: null };
  const written = allProperties(element, {}, draft.view);
  const facts = statedOf(draft, element, written);
  const properties = mergedSets(written, facts);
  writeSets(draft, id, { properties }, { refs: [ref], owner, element, stated: facts });
  noteStated(draft, { element, owner }, { stated: facts, hasQuantities: false });
  const storey = container(draft.file, { ref, placement: at, elevation, id });
  draft.storeys.set(id, storey);
  return storey;
}

/** Writes the identity placement in the plane if a profile refers to it. */
export function writeProfileAxes({
  file,
  shared,
}: {
  readonly file: StepFile;
  readonly shared: Pick<Shared, 'flat' | 'planeAxes'>;
}): void {
  if (!PLACED_PROFILES.some((entity) => file.counts.has(entity))) return;
  file.write(shared.flat, { Coordinates: [0, 0] });
  file.write(shared.planeAxes, { Location: shared.flat });
}

/**
 * Writes the containment and aggregation relations of the building and its storeys, sorted by elevation. Storeys that
 * the file has already are in its building.
 */
export function writeContents({ file, building, storeys }: Draft): void {
  const sorted = [...storeys.values()].toSorted(
    (a, b) => a.elevation - b.elevation || compareText(a.id, b.id),
  );
  building.parts.push(...sorted.map(({ ref }) => ref).filter((ref) => !isExisting(ref)));
  for (const { id, ref, containment, aggregation, contained, parts } of [building, ...sorted]) {
    if (contained.length > 0) {
      file.writeRoot(containment, `${id}/contains`, {
        RelatedElements: contained,
        RelatingStructure: ref,
      });
    }
    if (parts.length > 0) {
      file.writeRoot(aggregation, `${id}/parts`, { RelatingObject: ref, RelatedObjects: parts });
    }
  }
}
