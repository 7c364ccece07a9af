/** @module read glb: an independent reader of GLB files, with bodies converted to mm and z up. */
import type { Box3, Point3 } from '../../../../kernel/building/geometry/vector.ts';

export type GlbNode = {
  readonly name: string;
  readonly mesh?: number;
  readonly translation?: readonly [number, number, number];
  readonly children?: readonly number[];
  readonly extras: Readonly<Record<string, string | null>>;
};
type Accessor = {
  readonly bufferView: number;
  readonly byteOffset: number;
  readonly componentType: number;
  readonly count: number;
};
type Primitive = {
  readonly attributes: { readonly POSITION: number; readonly _FEATURE_ID_0?: number };
  readonly indices: number;
  readonly material: number;
};
type Column = { readonly values: number; readonly stringOffsets: number };
export type GlbDocument = {
  readonly asset: object;
  readonly scenes: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GlbNode[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly materials?: readonly {
    readonly name: string;
    readonly alphaMode?: string;
    readonly pbrMetallicRoughness: { readonly baseColorFactor: readonly number[] };
  }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly { readonly byteOffset: number; readonly byteLength: number }[];
  readonly extensionsUsed?: readonly string[];
  readonly extensions?: {
    readonly EXT_structural_metadata?: {
      readonly propertyTables: readonly {
        readonly count: number;
        readonly properties: Readonly<Record<string, Column>>;
      }[];
    };
  };
};

export type ReadGlb = { readonly document: GlbDocument; readonly binary: Buffer };

export function readGlb(bytes: Buffer): ReadGlb {
  const length = bytes.readUInt32LE(12);
  const document: GlbDocument = JSON.parse(bytes.toString('utf8', 20, 20 + length));
  return { document, binary: bytes.subarray(28 + length) };
}

/** A corner of a triangle, with the feature id of its vertex if it has one. */
export type Corner = Point3 & { readonly feature: number | null; readonly material: number };

/** Corners of the triangles of a node. */
export function cornersOf(read: ReadGlb, node: GlbNode): readonly Corner[] {
  const primitives = read.document.meshes?.[node.mesh ?? -1]?.primitives ?? [];
  return primitives.flatMap((primitive) => cornersIn(read, primitive, node));
}

function cornersIn(
  { document, binary }: ReadGlb,
  primitive: Primitive,
  node: GlbNode,
): readonly Corner[] {
  const [dx, dy, dz] = node.translation ?? [0, 0, 0];
  const start = (number: number | undefined): number => {
    const accessor = document.accessors?.[number ?? -1];
    const view = document.bufferViews?.[accessor?.bufferView ?? -1];
    return (view?.byteOffset ?? 0) + (accessor?.byteOffset ?? 0);
  };
  const { _FEATURE_ID_0: features, POSITION } = primitive.attributes;
  const indices = document.accessors?.[primitive.indices];
  const [at, positions, ids] = [start(primitive.indices), start(POSITION), start(features)];
  return Array.from({ length: indices?.count ?? 0 }, (_, corner) => {
    const isShort = indices?.componentType === 5123;
    const place = at + corner * (isShort ? 2 : 4);
    const vertex = isShort ? binary.readUInt16LE(place) : binary.readUInt32LE(place);
    const read = (axis: number): number => binary.readFloatLE(positions + vertex * 12 + axis * 4);
    const feature = features === undefined ? null : binary.readFloatLE(ids + vertex * 4);
    return {
      x: (read(0) + dx) * 1000,
      y: -(read(2) + dz) * 1000,
      z: (read(1) + dy) * 1000,
      feature,
      material: primitive.material,
    };
  });
}

/** The rows of the table of elements of a merged file. */
export function rowsOf({ document, binary }: ReadGlb): readonly Readonly<Record<string, string>>[] {
  const [table] = document.extensions?.EXT_structural_metadata?.propertyTables ?? [];
  const viewOf = (number: number): Buffer => {
    const { byteOffset = 0, byteLength = 0 } = document.bufferViews?.[number] ?? {};
    return binary.subarray(byteOffset, byteOffset + byteLength);
  };
  return Array.from({ length: table?.count ?? 0 }, (_, row) =>
    Object.fromEntries(
      Object.entries(table?.properties ?? {}).map(([name, { values, stringOffsets }]) => {
        const offsets = viewOf(stringOffsets);
        const [from, to] = [offsets.readUInt32LE(4 * row), offsets.readUInt32LE(4 * row + 4)];
        return [name, viewOf(values).toString('utf8', from, to)];
      }),
    ),
  );
}

export function boxAround(points: readonly Point3[]): Box3 {
  const along = (axis: 'x' | 'y' | 'z'): readonly number[] => points.map((point) => point[axis]);
  const [x, y, up] = [along('x'), along('y'), along('z')];
  return {
    min: { x: Math.min(...x), y: Math.min(...y), z: Math.min(...up) },
    max: { x: Math.max(...x), y: Math.max(...y), z: Math.max(...up) },
  };
}

/** Volume of a closed body in mm³, positive if its faces point outwards. */
export function volumeOf(corners: readonly Point3[]): number {
  let sum = 0;
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [a, b, c] = corners.slice(i, i + 3);
    if (a === undefined || b === undefined || c === undefined) break;
    sum +=
      a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
  }
  return sum / 6;
}
