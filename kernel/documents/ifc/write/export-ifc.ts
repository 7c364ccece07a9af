/** @module export ifc: exports one branch as an IFC file. */
import { Buffer } from 'node:buffer';

import { checkpoint, Interrupted } from '../../../base/work/checkpoint.ts';
import type { AnyIfcProduct } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import { SITE_ID } from '../../../building/kinds/site/site.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { IfcSchemaName } from '../schema/ifc-schema.ts';
import { schemaOf } from '../schema/ifc-schema.ts';
import { writeSecondLevel } from './boundaries/second-level.ts';
import { type WallBound, writeBoundaries } from './boundaries/space-boundaries.ts';
import type { Container, Draft } from './draft.ts';
import { writeGrids } from './grids.ts';
import { headerOf } from './header.ts';
import { writeHosted } from './hosted.ts';
import { leftOutWarnings } from './left-out.ts';
import { writeAssemblies, writeProduct } from './products.ts';
import type { ProductItem } from './products.ts';
import type { Connection } from './relations/connections.ts';
import { connectionsOf, writeConnections } from './relations/connections.ts';
import { writeGroups } from './relations/groups.ts';
import type { SiteOf } from './site.ts';
import { writeContents, writeProfileAxes, writeSpatial, writeStorey } from './spatial.ts';
import { LineNumbers, type Numbers } from './step/line-numbers.ts';
import { StepFile } from './step/step-file.ts';
import type { Ref } from './step/step-value.ts';
import { Styles } from './styles.ts';
import { AFTER_TYPES, sharedNumbers, typesOf, writeTypes } from './type-objects.ts';

/** Options of an export. */
export type IfcExportOptions = {
  readonly schema: IfcSchemaName;
  /** Name of the project and the file. */
  readonly name?: string;
  /** Project identifier, which never changes: GUIDs of project, site, building and types are derived from it. */
  readonly project?: string;
  /** Time at which the head of the branch was written: ISO 8601, UTC. */
  readonly head: { readonly at: string };
};

/** A file, and what it contains. */
export type IfcExport = {
  /** The file in pieces, in order; ASCII. */
  readonly chunks: readonly Uint8Array[];
  readonly bytes: number;
  /** Number of entities by entity name, sorted. */
  readonly counts: ReadonlyMap<string, number>;
  /** One sentence for each thing that the file cannot express. */
  readonly warnings: readonly string[];
};

/** Elements written between two checkpoints. */
const STEP_ELEMENTS = 16;

/**
 * Exports the elements of a view as an IFC file. The same view and options yield the same bytes. `warnings` lists what
 * cannot be expressed; an element that cannot be written does not prevent the export of the others.
 */
export function exportIfc(view: ModelView, options: IfcExportOptions): IfcExport {
  const schema = schemaOf(options.schema);
  const elements: readonly AnyElement[] = [...view.elements()];
  const { places, count } = placesOf(view, elements);
  const lines = new LineNumbers(AFTER_TYPES, count);
  const file = new StepFile(schema, lines, (text) => view.importedAs(text)?.guid ?? null);
  const name = options.name ?? 'Plumbline';
  const subject = { name, project: options.project ?? 'plumbline', at: options.head.at };
  const site = siteIn(view, file, places);
  const { shared, building } = writeSpatial(file, subject, site);
  const numbers = new Map<string, Numbers>();
  const numbersFor = sharedNumbers();
  const typeOf = typesOf({ file, view, schema, numbersFor }, elements);
  const draft: Draft = {
    file,
    schema,
    view,
    shared,
    project: subject.project,
    building,
    storeys: new Map(),
    levels: new Map(view.levels().map((level) => [level.id, level])),
    placed: new Map(),
    hosted: new Map(),
    typeOf,
    styles: new Styles(file, view, numbersFor),
    numbersFor,
    numbersOf(id) {
      const known = numbers.get(id) ?? file.numbersAt(places.get(id) ?? 0);
      numbers.set(id, known);
      return known;
    },
    warnings: [],
    leftOut: [],
  };
  for (const element of elements) {
    const { ifc } = view.kinds.of(element);
    if (ifc === 'none' || ifc.as !== 'storey') continue;
    attempt(draft, element, () => writeStorey(draft, element, ifc.storey(element)));
  }
  writeElements(draft, elements);
  writeGrids(draft, elements);
  writeAllBoundaries(draft, elements);
  writeAssemblies(draft);
  writeGroups(draft);
  writeTypes(draft);
  draft.styles.write();
  writeContents(draft);
  writeProfileAxes(draft);
  const chunks = [headerOf(subject, schema.identifier), ...file.finish(), footer()];
  return {
    chunks,
    bytes: chunks.reduce((sum, { length }) => sum + length, 0),
    counts: new Map([...file.counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    warnings: [...draft.warnings, ...leftOutWarnings(draft.leftOut)],
  };
}

/** The site of the model with the line numbers reserved for it; null if the model has no site. */
function siteIn(
  view: ModelView,
  file: StepFile,
  places: ReadonlyMap<string, number>,
): SiteOf | null {
  const element = view.elementOf(SITE_ID, 'site');
  if (element === undefined) return null;
  return { element, numbers: file.numbersAt(places.get(element.id) ?? 0) };
}

/** Position of each element in the log. If the view hides it, the position among the visible elements. */
function placesOf(
  view: ModelView,
  elements: readonly AnyElement[],
): { readonly places: ReadonlyMap<string, number>; readonly count: number } {
  const places = new Map<string, number>();
  let count = 0;
  for (const [i, { id }] of elements.entries()) {
    const place = view.placeInLog(id) ?? i;
    places.set(id, place);
    count = Math.max(count, place + 1);
  }
  return { places, count };
}

function footer(): Uint8Array {
  return Buffer.from('ENDSEC;\nEND-ISO-10303-21;\n', 'latin1');
}

/** Writes all products in order of creation; elements whose host is created later are written at the end. */
function writeElements(draft: Draft, elements: readonly AnyElement[]): void {
  const connections = connectionsOf(draft.view, elements);
  const deferred: AnyElement[] = [];
  const total = elements.length;
  for (const [done, element] of elements.entries()) {
    if (done % STEP_ELEMENTS === 0) checkpoint({ done, total, doing: 'writing elements' });
    const { ifc } = draft.view.kinds.of(element);
    if (ifc === 'none' || ifc.as === 'storey' || ifc.as === 'grid_axis') continue;
    const { host } = draft.view.kinds.references(element);
    if (host !== null && !draft.placed.has(host)) deferred.push(element);
    else writeOne(draft, element, ifc, connections);
  }
  for (const element of deferred) {
    const { ifc } = draft.view.kinds.of(element);
    if (ifc !== 'none' && ifc.as !== 'storey' && ifc.as !== 'grid_axis') {
      writeOne(draft, element, ifc, connections);
    }
  }
}

function writeAllBoundaries(draft: Draft, elements: readonly AnyElement[]): void {
  const total = elements.length;
  const bounds: WallBound[] = [];
  for (const [done, element] of elements.entries()) {
    const { ifc } = draft.view.kinds.of(element);
    if (ifc === 'none' || ifc.as !== 'space') continue;
    checkpoint({ done, total, doing: 'writing boundaries of spaces' });
    attempt(draft, element, () => {
      bounds.push(...writeBoundaries(draft, element));
    });
  }
  writeSecondLevel(draft, bounds);
}

/** Runs `write`. If it fails, everything that it wrote is removed and a warning is added. */
function attempt(draft: Draft, element: AnyElement, write: () => void): void {
  const { file, styles, leftOut } = draft;
  const known = leftOut.length;
  file.numberFrom(draft.numbersOf(element.id));
  file.begin();
  try {
    write();
    file.commit();
    styles.settle(true);
  } catch (error) {
    file.abort();
    styles.settle(false);
    leftOut.length = known;
    if (!(error instanceof Error) || error instanceof Interrupted) throw error;
    draft.warnings.push(`${element.kind} \`${element.id}\` is left out: ${error.message}`);
  }
}

function writeOne(
  draft: Draft,
  element: AnyElement,
  facet: AnyIfcProduct,
  connections: ReadonlyMap<string, readonly Connection[]>,
): void {
  attempt(draft, element, () => {
    const item = itemOf(draft, element, facet);
    const { contained, parts } = item.container;
    const { host } = draft.view.kinds.references(element);
    let ref: Ref | null;
    let isPart = facet.as === 'void';
    if (host === null) {
      const placed = writeProduct(draft, item);
      writeConnections(draft, placed, connections.get(element.id) ?? []);
      draft.placed.set(element.id, placed);
      ({ ref } = placed);
    } else {
      const holder = draft.placed.get(host);
      if (holder === undefined) throw new RangeError(`its host \`${host}\` is not in the file`);
      ref = writeHosted(draft, item, holder);
      if (ref === null) return;
      isPart ||= holder.assembly !== null;
      draft.hosted.set(element.id, ref);
    }
    // Only elements that were written completely are referenced by other entities.
    draft.typeOf.get(element.id)?.users.push(ref);
    const isSpace = draft.schema.isA(ref.entity, 'IfcSpatialStructureElement');
    if (isSpace) parts.push(ref);
    else if (!isPart) contained.push(ref);
  });
}

function itemOf(draft: Draft, element: AnyElement, facet: AnyIfcProduct): ProductItem {
  const level = draft.levels.get(draft.view.levelOf(element.id) ?? '');
  if (level === undefined) throw new RangeError('its level is not in the file');
  const container: Container = draft.storeys.get(level.id) ?? draft.building;
  return { element, facet, level, container };
}
