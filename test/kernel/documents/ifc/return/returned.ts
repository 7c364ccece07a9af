/** @module returned: imports a file into a branch, edits it, writes the edits into the file, and reads that again. */
import * as z from 'zod';

import { MeshBlobBuilder } from '../../../../../kernel/building/imports/mesh-blob-builder.ts';
import { KINDS } from '../../../../../kernel/building/kinds/elements.ts';
import { elementOrder } from '../../../../../kernel/building/model/derived/regeneration.ts';
import { Model } from '../../../../../kernel/building/model/model.ts';
import type { StateView } from '../../../../../kernel/building/model/state-view.ts';
import { readElement } from '../../../../../kernel/building/model/state/read-element.ts';
import { withAppearances } from '../../../../../kernel/documents/ifc/recognise/appearance/with-appearances.ts';
import { withBodies } from '../../../../../kernel/documents/ifc/recognise/body-elements.ts';
import { manifestRowsOf } from '../../../../../kernel/documents/ifc/recognise/manifest-rows.ts';
import { openIfc } from '../../../../../kernel/documents/ifc/recognise/open-ifc.ts';
import {
  type Recognition,
  recognise,
} from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { withLayerTypes } from '../../../../../kernel/documents/ifc/recognise/types/layer-types.ts';
import type { ReturnSource } from '../../../../../kernel/documents/ifc/return/editing.ts';
import {
  returnIfc,
  type ReturnedFile,
} from '../../../../../kernel/documents/ifc/return/return-ifc.ts';
import type { ElementRecord, PlannedEvent } from '../../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../../schemas/imports.ts';
import { Site } from '../../../building/model/build.ts';
import { solids } from '../../../checks/clash/clash-model.ts';
import { CONTEXT } from '../patch/patching.ts';
import { kernels } from '../recognise/building-text.ts';

/** A file as a branch. */
export type Read = {
  readonly source: ReturnSource;
  readonly view: StateView;
};

/** Reads all elements of a file into an empty branch, also those that are bodies, with the appearances of doors. */
export async function importedWithBodies(file: Buffer): Promise<Read> {
  const meshes = new MeshBlobBuilder();
  const { model, bytes } = await openIfc(file);
  const read = recognise(model, 'lineage', kernels, { meshes });
  const blob = meshes.finish();
  return branchOf(
    { model, bytes },
    blob === null ? read : withAppearances(withBodies(read, blob.sha256), blob.sha256),
    new Map(),
  );
}

/**
 * Reads the parametric elements of a file into an empty branch. `named`: ids of elements by GlobalId, in place of those
 * that the recogniser gives.
 */
export async function imported(
  file: Buffer,
  named: ReadonlyMap<string, string> = new Map(),
): Promise<Read> {
  const { model, bytes } = await openIfc(file);
  return branchOf({ model, bytes }, recognise(model, 'lineage', kernels), named);
}

/** Reads the parametric elements of a file, with the types of its walls and slabs, into an empty branch. */
export async function importedWithTypes(file: Buffer): Promise<Read> {
  const { model, bytes } = await openIfc(file);
  const found = recognise(model, 'lineage', kernels);
  const typed = withLayerTypes(found, model, { fileKey: 'lineage', taken: [] });
  return branchOf({ model, bytes }, typed, new Map());
}

function branchOf(
  { model, bytes }: Pick<ReturnSource, 'model' | 'bytes'>,
  found: Recognition,
  named: ReadonlyMap<string, string>,
): Read {
  const rows = renamed(manifestRowsOf(found, model), named);
  const { shift } = found;
  const origin = { x: 0 - shift.x, y: 0 - shift.y, z: 0 - shift.z };
  const frame = { mm_per_unit: found.mm_per_unit, origin };
  const site = new Site(new Model({ solids }));
  const elements = elementsOf(rows);
  site.commit('main', elements);
  return { source: { bytes, model, frame, rows }, view: site.view() };
}

/** The rows with other ids, also where elements refer to each other. */
function renamed(
  rows: readonly ManifestRow[],
  named: ReadonlyMap<string, string>,
): readonly ManifestRow[] {
  const ids = new Map<unknown, string>();
  for (const { element, guid } of rows) {
    const id = named.get(guid ?? '');
    if (element !== null && id !== undefined) ids.set(element.id, id);
  }
  if (ids.size === 0) return rows;
  return rows.map((row) => {
    const part_of = ids.get(row.part_of) ?? row.part_of;
    if (row.element === null) return { ...row, part_of };
    const { id, kind, params } = row.element;
    const others = Object.entries(params).map(([name, value]) => [name, ids.get(value) ?? value]);
    return {
      ...row,
      part_of,
      element: { id: ids.get(id) ?? id, kind, params: Object.fromEntries(others) },
    };
  });
}

function elementsOf(rows: readonly ManifestRow[]): readonly PlannedEvent[] {
  const elements = rows.flatMap(({ element }) =>
    element === null ? [] : [readElement(element, KINDS)],
  );
  return elements.toSorted(elementOrder(KINDS)).map((element) => ({
    type: element.kind === 'level' ? 'level.created' : 'element.created',
    aggregate_id: element.id,
    payload: { element },
  }));
}

/** The file of an import with the edits of a branch. */
export function returned(
  { source }: Read,
  view: StateView,
): ReturnedFile & { readonly file: Buffer } {
  const made = returnIfc(source, view, CONTEXT);
  return { ...made, file: Buffer.concat(made.pieces) };
}

/** Largest difference of equal coordinates, mm: both were rounded to the grid. */
const SAME_MM = 0.0021;

/** Largest relative difference of equal volumes. */
const SAME_VOLUME = 1e-4;

/** What differs between two values, as a sentence; null if nothing does. */
function difference(was: unknown, is: unknown): string | null {
  if (typeof was === 'number' && typeof is === 'number') {
    return Math.abs(was - is) <= SAME_MM ? null : `${was} → ${is}`;
  }
  if (typeof was === 'object' && typeof is === 'object' && was !== null && is !== null) {
    const [a, b] = [
      new Map<string, unknown>(Object.entries(was)),
      new Map<string, unknown>(Object.entries(is)),
    ];
    for (const name of new Set([...a.keys(), ...b.keys()])) {
      const found = difference(a.get(name) ?? null, b.get(name) ?? null);
      if (found !== null) return `${name} ${found}`;
    }
    return null;
  }
  return was === is ? null : `${String(was)} → ${String(is)}`;
}

/** Parameters of the model that a file does not state. */
const NOT_IN_FILES = new Set([
  'pins',
  'follows_level',
  'join_type',
  'anchor',
  'type_id',
  'properties',
  // A file states the risers of a stair, not how high they may be.
  'riser_max',
]);

/** Rings, which may begin at any corner. */
const RINGS = new Set(['holes', 'boundary', 'boundary_points']);

/** What differs between a branch and the one that is read from its file. Without elements in `except`. */
export function differences(
  view: StateView,
  again: StateView,
  except: readonly string[] = [],
): readonly string[] {
  const ids = new Set([...view.elements(), ...again.elements()].map(({ id }) => id));
  return [...ids].flatMap((id): readonly string[] => {
    const [was, is] = [view.element(id), again.element(id)];
    if (except.includes(id)) return [];
    if (was === undefined || is === undefined) {
      return [`${(was ?? is)?.kind ?? ''} ${id} is ${is === undefined ? 'lost' : 'new'}`];
    }
    const found = difference(paramsOf(was), paramsOf(is));
    const boxes = difference(view.bounds(id), again.bounds(id));
    const volumes = [view, again].map((one) => one.measures(id).volume_mm3 ?? 0);
    const [before = 0, after = 0] = volumes;
    const isSame = Math.abs(before - after) <= SAME_VOLUME * before;
    const volume = isSame ? null : `volume ${before} → ${after}`;
    return [found, boxes, volume].flatMap((one) =>
      one === null ? [] : [`${was.kind} ${id}: ${one}`],
    );
  });
}

/** The parameters that a file states. The box shows where a sloping floor is; rings may begin at any corner. */
function paramsOf({ params }: ElementRecord): object {
  const isSloping = (params['slope'] ?? null) !== null;
  const left = isSloping ? ['top_offset', 'slope'] : [];
  return Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => !NOT_IN_FILES.has(name) && !left.includes(name))
      .map(([name, value]) =>
        RINGS.has(name)
          ? [name, JSON.stringify(value).length > 2]
          : [name, name === 'cut_planes' ? planesOf(value) : value],
      ),
  );
}

const Vector = z.object({ x: z.number(), y: z.number(), z: z.number() });
const Planes = z.array(
  z.object({ point: Vector, normal: Vector, within: z.record(z.string(), z.json()).nullable() }),
);

/** Distinct planes as normals and distances from the origin: one may cut within several outlines, in any division. */
function planesOf(value: unknown): unknown {
  if (value === null) return value;
  return Planes.parse(value)
    .map(({ point, normal, within }) => {
      const distance = point.x * normal.x + point.y * normal.y + point.z * normal.z;
      const key = [normal.x, normal.y, normal.z, distance]
        .map((one) => Math.round(one * 10))
        .join();
      return { key, normal, distance, within };
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .filter(({ key }, i, all) => key !== all[i - 1]?.key)
    .map(({ normal, distance, within }) => ({ normal, distance, isBounded: within !== null }));
}
