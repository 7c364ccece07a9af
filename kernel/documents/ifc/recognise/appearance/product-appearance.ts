/** @module product-appearance: the mesh of a recognised product in the local frame of its element. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { mergeMeshes, meshBounds } from '../../../../building/geometry/mesh/mesh.ts';
import { type Box3, boxUnion, type Point3 } from '../../../../building/geometry/vector.ts';
import type { AddedMesh, MeshBlobBuilder } from '../../../../building/imports/mesh-blob-builder.ts';
import { KINDS } from '../../../../building/kinds/elements.ts';
import { MAX_WORKSPACE_MM } from '../../../../building/kinds/kind.ts';
import { inMeshFrame } from '../../../../building/kinds/shared/appearance.ts';
import type { EvaluatedShape } from '../../shape/evaluate.ts';
import type { ShapeItem } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { MESHES_MAX_BYTES } from '../product-bodies.ts';
import { EXACT_BOX_MM, EXACT_VOLUME, type Judged, type OwnBody } from '../proof.ts';
import { isGlass } from './glass-items.ts';

/** The mesh of a product before its blob is known; see `Appearance` of the model. */
export type ProductAppearance = {
  readonly place: Omit<AddedMesh, 'box'>;
  readonly low: Point3;
  readonly closed: boolean;
  readonly glass: number;
};

type Given = {
  readonly context: Context;
  readonly meshes: MeshBlobBuilder;
  /** The proven element with an id. */
  readonly elementOf: (id: string) => ElementRecord | undefined;
};

/** The parts of a body, glass as the last one; box in mm, and volume in mm³ if all are closed. */
type Evaluated = {
  readonly parts: readonly EvaluatedShape[];
  readonly hasGlass: boolean;
  readonly box: Box3;
  readonly volume_mm3: number | null;
};

/**
 * The mesh of a product whose element can be shown with it, added to `meshes`. Null if its kind shows none, if the mesh
 * equals the body of the element, if it cannot be computed, and if it is further from that body than things that belong
 * to it.
 */
export function appearanceOfProduct(
  { proposal: { element, product, appearance }, own, by_measures }: Judged,
  { context, meshes, elementOf }: Given,
): ProductAppearance | null {
  const { file_mesh: facet } = KINDS.of(element);
  if (facet === 'none' || product === null || own === null) return null;
  if (meshes.length > MESHES_MAX_BYTES) return null;
  const level = levelOf(element, { context, elementOf });
  const frame =
    level === null
      ? null
      : facet.frame(element, level, { element: elementOf, contents: () => [] }, false);
  const items: readonly ShapeItem[] = appearance ?? context.shapes.body(product.row)?.items ?? [];
  if (frame === null || items.length === 0) return null;
  const found = evaluated(items, context);
  if (found === null || isFar(found.box, own.box)) return null;
  // What is proven by its measures is always shown with the body of the file.
  if (by_measures !== true && isSame(found, own)) return null;
  try {
    const pieces = found.parts.map((part) => part.mesh());
    const mesh = inMeshFrame(mergeMeshes(pieces), frame);
    const { min } = meshBounds(mesh);
    const { box: _, ...place } = meshes.add(mesh);
    return {
      place,
      low: { x: toGrid(min.x), y: toGrid(min.y), z: toGrid(min.z) },
      closed: found.parts.every((part) => part.closed && part.sheets === 0),
      glass: found.hasGlass ? (pieces.at(-1)?.triangles.length ?? 0) / 3 : 0,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The body of these items, glass separately; null if a part of it cannot be computed. */
function evaluated(items: readonly ShapeItem[], { colours, evaluator }: Context): Evaluated | null {
  const panes = items.filter(({ row }) => isGlass(row, colours));
  const rest = items.filter(({ row }) => !isGlass(row, colours));
  const parts: EvaluatedShape[] = [];
  for (const group of [rest, panes]) {
    const found = group.length === 0 ? null : evaluator.evaluate(group, []);
    if (found !== null && !found.ok) return null;
    if (found !== null) parts.push(found);
  }
  const box = parts.reduce<Box3 | null>(
    (all, part) => (all === null ? part.box : boxUnion(all, part.box)),
    null,
  );
  if (box === null) return null;
  const volumes = parts.map((part) => (part.closed ? part.volume_mm3 : null));
  const volume_mm3 = volumes.reduce<number | null>(
    (sum, volume) => (sum === null || volume === null ? null : sum + volume),
    0,
  );
  return { parts, hasGlass: panes.length > 0, box, volume_mm3 };
}

/** The level of an element or of its host. */
function levelOf(
  element: ElementRecord,
  { context, elementOf }: Pick<Given, 'context' | 'elementOf'>,
) {
  const { level, host } = KINDS.references(element);
  const holder = host === null ? undefined : elementOf(host);
  const id = level ?? (holder === undefined ? null : KINDS.references(holder).level);
  const found = id === null ? undefined : context.storeys.withId(id);
  if (found === undefined) return null;
  const { elevation, height } = found;
  return { id: found.id, params: { name: '', elevation, height } };
}

const AXES = ['x', 'y', 'z'] as const;

function isFar({ min, max }: Box3, body: Box3): boolean {
  return AXES.some(
    (axis) =>
      min[axis] < body.min[axis] - MAX_WORKSPACE_MM ||
      max[axis] > body.max[axis] + MAX_WORKSPACE_MM,
  );
}

function isSame(
  { box: { min, max }, volume_mm3 }: Evaluated,
  { box, volume_mm3: own }: OwnBody,
): boolean {
  const isSameBox = AXES.every(
    (axis) =>
      Math.abs(min[axis] - box.min[axis]) <= EXACT_BOX_MM &&
      Math.abs(max[axis] - box.max[axis]) <= EXACT_BOX_MM,
  );
  return isSameBox && volume_mm3 !== null && Math.abs(volume_mm3 - own) <= EXACT_VOLUME * own;
}
