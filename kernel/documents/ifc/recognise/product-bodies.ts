/** @module product-bodies: products without parameters as bodies, with the meshes of the file. */
import { MODEL_LIMIT_MM, toGrid } from '../../../../schemas/units.ts';
import type { Box3 } from '../../../building/geometry/vector.ts';
import type { AddedMesh, MeshBlobBuilder } from '../../../building/imports/mesh-blob-builder.ts';
import type { EvaluatedShape } from '../shape/evaluate.ts';
import type { ShapeItem } from '../shape/shape-node.ts';
import type { Context } from './context.ts';
import { nameOf } from './ids.ts';
import type { Product } from './products.ts';

/** Maximum size of all meshes of an import, bytes. The meshes are in memory until they are stored. */
export const MESHES_MAX_BYTES = 536_870_912;
/** Maximum length of a text of a body, characters. */
export const MAX_TEXT = 1000;
/** Form of entities that bodies can have. */
const ENTITY = /^Ifc[A-Za-z0-9]{1,90}$/u;

/** The body of a product before its blob is known. */
export type ProductBody = {
  readonly id: string;
  readonly params: Omit<BodyTexts, 'reason'> & {
    readonly level_id: string;
    readonly box: Box3;
    readonly volume_mm3: number | null;
  };
  readonly place: Omit<AddedMesh, 'box'>;
};

type BodyTexts = {
  readonly name: string | null;
  readonly ifc_class: string;
  readonly type_name: string | null;
  readonly tag: string | null;
  readonly predefined_type: string | null;
  readonly colour?: string;
  readonly reason: string;
};

/** The body of a product, whose mesh is added to `meshes`; else the reason why it has none, a short clause. */
export function bodyOf(
  product: Product,
  { shape, items }: { readonly shape: EvaluatedShape; readonly items: readonly ShapeItem[] },
  context: Context,
  meshes: MeshBlobBuilder,
): ProductBody | string {
  const { ids, model, products, storeys } = context;
  if (!ENTITY.test(product.entity)) return 'unknown entity';
  if (isOutside(shape.box)) return 'lies outside of the limits of models';
  if (meshes.length > MESHES_MAX_BYTES) return 'the meshes of the file are too large';
  const added = meshAdded(shape, meshes);
  if (added === null) return 'its mesh is empty or too large';
  const { box, ...place } = added;
  const type = products.typeOf(product.row);
  const colour = context.colours.of(product.row, items, type);
  return {
    id: ids.of('body', product),
    params: {
      level_id: storeys.of(product.storey, box.min.z).id,
      name: nameOf(product),
      ifc_class: product.entity,
      type_name: type === null ? null : textOf(model.text(type, 'Name')),
      tag: textOf(product.tag),
      predefined_type: textOf(products.predefinedType(product.row)),
      box: gridBox(box),
      volume_mm3: shape.closed && shape.volume_mm3 !== null ? toGrid(shape.volume_mm3) : null,
      ...(colour === null ? {} : { colour }),
    },
    place,
  };
}

function meshAdded(shape: EvaluatedShape, meshes: MeshBlobBuilder): AddedMesh | null {
  try {
    return meshes.add(shape.mesh());
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isOutside({ min, max }: Box3): boolean {
  return ![min.x, min.y, min.z, max.x, max.y, max.z].every(
    (value) => Math.abs(value) <= MODEL_LIMIT_MM,
  );
}

function gridBox({ min, max }: Box3): Box3 {
  return {
    min: { x: toGrid(min.x), y: toGrid(min.y), z: toGrid(min.z) },
    max: { x: toGrid(max.x), y: toGrid(max.y), z: toGrid(max.z) },
  };
}

function textOf(text: string | null): string | null {
  const given = text?.slice(0, MAX_TEXT).toWellFormed().trim() ?? '';
  return given === '' ? null : given;
}
