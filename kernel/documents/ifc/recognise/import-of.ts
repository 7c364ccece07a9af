/** @module import-of: an IFC file as an import: the event that names it, its contents, and the scorecard. */
import type { ImportRecord, ImportRevised } from '../../../../schemas/events.ts';
import { IMPORT_LIMITS, type ManifestRow } from '../../../../schemas/imports.ts';
import type { PlanBlob } from '../../../../schemas/plan.ts';
import { sha256Hex } from '../../../base/canonical/hash.ts';
import { manifestBytes } from '../../../base/manifest/manifest-writer.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import { MeshBlobBuilder } from '../../../building/imports/mesh-blob-builder.ts';
import { KINDS } from '../../../building/kinds/elements.ts';
import { site } from '../../../building/kinds/site/site.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { hasAppearances, withAppearances } from './appearance/with-appearances.ts';
import { withBodies } from './body-elements.ts';
import { withGroups } from './groups/groups.ts';
import { levelName } from './ids.ts';
import { type Kernels, loadKernels } from './kernels.ts';
import { manifestRowsOf } from './manifest-rows.ts';
import { withMaterials } from './materials/file-materials.ts';
import { openIfc } from './open-ifc.ts';
import { recognise, type Recognition } from './recognise.ts';
import { RECOGNISER_VERSION } from './recogniser-version.ts';
import { type Scorecard, scorecardOf } from './scorecard.ts';
import { selectedOf, type Selection, unknownName } from './selection.ts';
import { placeWarnings, siteOf } from './site.ts';
import { withFittingTypes } from './types/fitting-types.ts';
import { withLayerTypes } from './types/layer-types.ts';

/** Number of hexadecimal digits of the identifier of a file's building. */
const FILE_KEY_DIGITS = 32;
/** Maximum length of the name of the application that wrote a file, characters. */
const MAX_APPLICATION = 200;

/** A file that is read but cannot be imported: what was received and what was expected. */
export class ImportFault extends Error {}

/** A level of the file. `renamed`: its name in the file, if another level has that; `elements`: their number. */
export type ImportedLevel = {
  readonly id: string;
  readonly name: string;
  readonly renamed: string | null;
  readonly elements: number;
};

/** An import before it is planned. */
export type Import = {
  readonly record: ImportRecord;
  readonly blobs: readonly PlanBlob[];
  /** The rows of its manifest. */
  readonly rows: readonly ManifestRow[];
  readonly scorecard: Scorecard;
  readonly levels: readonly ImportedLevel[];
  /** Number of products with a GlobalId that another product has. */
  readonly guid_clashes: number;
  /** Why the place of the file on earth is left out, or is implausible; sentences. */
  readonly place_warnings: readonly string[];
};

/** The rows of a revision, and the ids that elements have in them by the ids that recognition gave them. */
export type RevisedRows = {
  readonly rows: readonly ManifestRow[];
  readonly ids: ReadonlyMap<string, string>;
};

/** An import that is a revision of another one. */
export type RevisionChoice = {
  readonly supersedes: ImportRevised;
  /** Frame of the superseded import. */
  readonly origin: ImportRecord['frame']['origin'];
  readonly revised: (rows: readonly ManifestRow[], kernels: Kernels) => RevisedRows;
};

/**
 * The choices of an import: the name of the file without its path, the id of the import, what to import, names that
 * its levels, types, groups and materials must not have, and the import of which it is a revision.
 */
export type ImportChoices = {
  readonly name: string;
  readonly import_id: string;
  readonly only: Selection;
  readonly taken: readonly string[];
  /** Imports a reference model, whose levels are named after the file. */
  readonly reference?: boolean;
  /** Shift of the file (see `RecogniseOptions`). */
  readonly shift?: Point3 | null;
  readonly revision?: RevisionChoice | null;
  readonly taken_types?: readonly string[];
  readonly taken_groups?: readonly string[];
  readonly taken_materials?: readonly string[];
  /** Whether the branch has a site, so that the import must not bring one. */
  readonly has_site?: boolean;
};

/**
 * Reads and recognises a file. The same bytes and choices give the same import. Of an archive, the file in it is
 * imported. Reports progress at checkpoints, where it can be stopped.
 *
 * @throws {NoIfcFile} if it is no IFC file
 * @throws {ImportFault} if it has more products than an import, no element, or not the selected names
 */
export async function importOf(
  bytes: Buffer,
  {
    name,
    import_id,
    only,
    taken,
    reference = false,
    shift = null,
    revision = null,
    ...others
  }: ImportChoices,
): Promise<Import> {
  checkpoint({ done: 0, total: 0, doing: 'opening the file' });
  const { model, bytes: text } = await openIfc(bytes);
  const sha256 = sha256Hex(text);
  const kernels = await loadKernels();
  const meshes = new MeshBlobBuilder();
  const fileKey = sha256.slice(0, FILE_KEY_DIGITS);
  const read = recognise(model, fileKey, kernels, {
    taken,
    meshes,
    shift: revision === null ? shift : opposite(revision.origin),
    prefix: reference ? prefixOf(name) : null,
  });
  const built = meshes.finish();
  const bodies = built === null ? read : withBodies(read, built.sha256);
  const all = withOthers(bodies, model, { fileKey, ...others });
  assertNames(all, only);
  const selected = selectedOf(all, only);
  const found = built === null ? selected : withAppearances(selected, built.sha256);
  const own = manifestRowsOf(found, model);
  const { rows, ids } = revision?.revised(own, kernels) ?? { rows: own, ids: new Map() };
  const { frame, elements, counts } = contentsOf(found, rows);
  // Meshes of elements that are not imported need not be stored.
  const hasMeshes = rows.some(({ element }) => element?.kind === 'body') || hasAppearances(found);
  const stored = hasMeshes ? built : null;
  const recogniser = { version: RECOGNISER_VERSION };
  const manifest = writtenManifest({ file: sha256, frame, recogniser }, rows);
  const digest = sha256Hex(manifest);
  return {
    record: {
      counts,
      file: {
        application: applicationOf(model),
        bytes: text.length,
        schema: model.schema.name,
        sha256,
      },
      frame,
      import_id,
      manifest: { bytes: manifest.length, elements, rows: rows.length, sha256: digest },
      meshes: stored === null ? null : { bytes: stored.bytes.length, sha256: stored.sha256 },
      name,
      recogniser,
      reference,
      supersedes: revision?.supersedes ?? null,
    },
    blobs: [
      { sha256, content: text },
      { sha256: digest, content: manifest },
      ...(stored === null ? [] : [{ sha256: stored.sha256, content: stored.bytes }]),
    ],
    rows,
    scorecard: scorecardOf(found.products),
    levels: levelsOf(found, rows, ids),
    guid_clashes: clashesIn(found),
    place_warnings:
      others.has_site === true || leavesOutSites(only) ? [] : placeWarnings(model, all),
  };
}

type OtherChoices = Pick<
  ImportChoices,
  'taken_types' | 'taken_groups' | 'taken_materials' | 'has_site'
> & { readonly fileKey: string };

/** The recognition with the elements of entities that are no products: types, materials, groups and the site. */
function withOthers(
  found: Recognition,
  model: IfcModel,
  {
    fileKey,
    taken_types: types = [],
    taken_groups: groups = [],
    taken_materials: materials = [],
    has_site: hasSite = false,
  }: OtherChoices,
): Recognition {
  const layered = withLayerTypes(found, model, { fileKey, taken: types });
  const typed = withFittingTypes(layered, model, { fileKey, taken: types });
  const coloured = withMaterials(typed, model, { fileKey, taken: materials });
  const grouped = withGroups(coloured, model, { fileKey, taken: groups });
  return hasSite ? grouped : withSite(grouped, model);
}

/** The bytes of a manifest; one checkpoint for each piece. */
function writtenManifest(...of: Parameters<typeof manifestBytes>): Buffer {
  const pieces: Uint8Array[] = [];
  for (const piece of manifestBytes(...of)) {
    checkpoint({ done: 0, total: 0, doing: 'writing the manifest' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Longest part of the name of a file in names of levels, characters. */
const PREFIX_CHARS = 60;

/** The name of a file without its ending, as it begins the names of the levels of a reference model. */
function prefixOf(name: string): string {
  const stem = name.replace(/(?<=.)\.[^.]*$/u, '').trim();
  return Array.from(stem === '' ? name : stem)
    .slice(0, PREFIX_CHARS)
    .join('');
}

function leavesOutSites({ categories }: Selection): boolean {
  return categories !== null && !categories.includes(site.category);
}

/** The recognition with the site of the file, if it states a place or a north. */
function withSite(found: Recognition, model: IfcModel): Recognition {
  const element = siteOf(model, found);
  if (element === null) return found;
  // The id of a site is the same in every file, so it stands for no product.
  const other = { row: null, entity: 'IfcSite', guid: null, name: null, element };
  return { ...found, others: [...found.others, other] };
}

function assertNames(found: Recognition, only: Selection): void {
  const unknown = unknownName(found, only);
  if (unknown === null) return;
  const { argument, name, known } = unknown;
  const shown = known.slice(0, 50).map((one) => `\`${one}\``);
  throw new ImportFault(
    `received \`only.${argument}\` with \`${name}\`, expected names of the file: ${shown.join(', ')}`,
  );
}

function contentsOf(
  { shift, mm_per_unit }: Recognition,
  rows: readonly ManifestRow[],
): Pick<ImportRecord, 'frame' | 'counts'> & { readonly elements: number } {
  if (rows.length > IMPORT_LIMITS.rows) {
    throw new ImportFault(
      `received ${rows.length} products, expected at most ${IMPORT_LIMITS.rows}`,
    );
  }
  const counts: Record<string, number> = {};
  let elements = 0;
  for (const { element } of rows) {
    if (element === null) continue;
    const { category } = KINDS.of(element);
    counts[category] = (counts[category] ?? 0) + 1;
    elements += 1;
  }
  if (elements === 0) {
    throw new ImportFault('received no product that becomes an element, expected at least one');
  }
  return { frame: { mm_per_unit, origin: opposite(shift) }, counts, elements };
}

function opposite({ x, y, z }: Point3): Point3 {
  return { x: 0 - x, y: 0 - y, z: 0 - z };
}

/** Name and version of the application that wrote the file; null if it states none. */
function applicationOf(model: IfcModel): string | null {
  const [row] = model.rows('IfcApplication');
  const stated =
    row === undefined
      ? []
      : [model.text(row, 'ApplicationFullName'), model.text(row, 'Version')].filter(
          (text) => text !== null,
        );
  const system = model.file.headerValues('FILE_NAME')[5];
  const text = stated.length > 0 ? stated.join(' ') : system?.kind === 'text' ? system.value : '';
  const name = text.slice(0, MAX_APPLICATION).toWellFormed().trim();
  return name === '' ? null : name;
}

function levelsOf(
  { levels }: Recognition,
  rows: readonly ManifestRow[],
  ids: ReadonlyMap<string, string>,
): readonly ImportedLevel[] {
  const byId = new Map(
    rows.flatMap(({ element }) => (element === null ? [] : [[element.id, element]])),
  );
  const numbers = new Map<string, number>();
  for (const element of byId.values()) {
    const { level, host } = KINDS.references(element);
    const holder = level === null && host !== null ? byId.get(host) : undefined;
    const id = level ?? (holder === undefined ? null : KINDS.references(holder).level);
    if (id !== null) numbers.set(id, (numbers.get(id) ?? 0) + 1);
  }
  return levels.map(({ id: own, element, renamed }) => {
    const id = ids.get(own) ?? own;
    return { id, name: levelName(element), renamed, elements: numbers.get(id) ?? 0 };
  });
}

function clashesIn({ products }: Recognition): number {
  const seen = new Set<string>();
  let clashes = 0;
  for (const { product } of products) {
    if (product.guid === null) continue;
    if (seen.has(product.guid)) clashes += 1;
    seen.add(product.guid);
  }
  return clashes;
}
