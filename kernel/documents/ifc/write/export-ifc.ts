/** @module export ifc: exports one branch as an IFC file. */
import { Buffer } from 'node:buffer';

import type { AnyElement } from '../../../building/kinds/kind.ts';
import { SITE_ID } from '../../../building/kinds/site/site.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { IfcSchemaName } from '../schema/ifc-schema.ts';
import { schemaOf } from '../schema/ifc-schema.ts';
import { draftOf, writeContent, writeStoreys } from './content.ts';
import type { Draft } from './draft.ts';
import { headerOf } from './header.ts';
import { leftOutWarnings, sentencesOf } from './left-out.ts';
import type { SiteOf } from './site.ts';
import { type Subject, writeSpatial, writeStorey } from './spatial.ts';
import { LineNumbers } from './step/line-numbers.ts';
import { type IsAsked, StatedEntities } from './step/stated-entities.ts';
import { StepFile } from './step/step-file.ts';
import { AFTER_TYPES } from './type-objects.ts';

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

/**
 * Exports the elements of a view as an IFC file. The same view and options yield the same bytes. `warnings` lists what
 * cannot be expressed; an element that cannot be written does not prevent the export of the others.
 */
export function exportIfc(view: ModelView, options: IfcExportOptions): IfcExport {
  const { file, draft, subject } = writtenFile(view, options);
  const chunks = [headerOf(subject, file.schema.identifier), ...file.finish(), footer()];
  return {
    chunks,
    bytes: chunks.reduce((sum, { length }) => sum + length, 0),
    counts: new Map([...file.counts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    warnings: [...sentencesOf(draft.warnings), ...leftOutWarnings(draft.leftOut)],
  };
}

/**
 * The entities of the file that `exportIfc` writes for the same view and options, without geometry: each placement and
 * each shape of a product is one entity that stands for it. Boundaries of spaces and connections of walls are left out.
 * One entity stands for all properties of a set that are not asked for; null: all are.
 */
export function statedEntities(
  view: ModelView,
  options: IfcExportOptions,
  isAsked: IsAsked | null = null,
): StatedEntities {
  const stated = new StatedEntities(isAsked);
  writtenFile(view, options, { stated });
  return stated;
}

type Written = { readonly file: StepFile; readonly draft: Draft; readonly subject: Subject };

/** Writes all elements of a view. */
function writtenFile(
  view: ModelView,
  options: IfcExportOptions,
  kept: { readonly stated?: StatedEntities } = {},
): Written {
  const schema = schemaOf(options.schema);
  const elements: readonly AnyElement[] = [...view.elements()];
  const { places, count } = placesOf(view, elements);
  const lines = new LineNumbers(AFTER_TYPES, count);
  const file = new StepFile(schema, lines, {
    importedGuid: (text) => view.importedAs(text)?.guid ?? null,
    ...kept,
  });
  const name = options.name ?? 'Plumbline';
  const subject = { name, project: options.project ?? 'plumbline', at: options.head.at };
  const site = siteIn(view, file, places);
  const { shared, building } = writeSpatial(file, subject, site);
  const ground = { file, schema, shared, project: subject.project, building, existing: () => null };
  const placeOf = (id: string): number => places.get(id) ?? 0;
  const draft = draftOf(view, elements, { ...ground, placeOf });
  writeStoreys(draft, elements, (level, storey) => {
    writeStorey(draft, level, storey);
  });
  writeContent(draft, elements);
  return { file, draft, subject };
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
