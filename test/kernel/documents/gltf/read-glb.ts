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
export type GlbDocument = {
  readonly scenes: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GlbNode[];
  readonly meshes?: readonly {
    readonly primitives: readonly {
      readonly attributes: { readonly POSITION: number };
      readonly indices: number;
      readonly material: number;
    }[];
  }[];
  readonly materials?: readonly {
    readonly name: string;
    readonly pbrMetallicRoughness: { readonly baseColorFactor: readonly number[] };
  }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly { readonly byteOffset: number }[];
};

export type ReadGlb = { readonly document: GlbDocument; readonly binary: Buffer };

export function readGlb(bytes: Buffer): ReadGlb {
  const length = bytes.readUInt32LE(12);
  const document: GlbDocument = JSON.parse(bytes.toString('utf8', 20, 20 + length));
  return { document, binary: bytes.subarray(28 + length) };
}

/** Corners of the triangles of a node. */
export function cornersOf({ document, binary }: ReadGlb, node: GlbNode): readonly Point3[] {
  const primitive = document.meshes?.[node.mesh ?? -1]?.primitives[0];
  if (primitive === undefined) return [];
  const [dx, dy, dz] = node.translation ?? [0, 0, 0];
  const start = (accessor: Accessor | undefined): number =>
    (document.bufferViews?.[accessor?.bufferView ?? -1]?.byteOffset ?? 0) +
    (accessor?.byteOffset ?? 0);
  const indices = document.accessors?.[primitive.indices];
  const positions = start(document.accessors?.[primitive.attributes.POSITION]);
  return Array.from({ length: indices?.count ?? 0 }, (_, corner) => {
    const isShort = indices?.componentType === 5123;
    const place = start(indices) + corner * (isShort ? 2 : 4);
    const vertex = isShort ? binary.readUInt16LE(place) : binary.readUInt32LE(place);
    const read = (axis: number): number => binary.readFloatLE(positions + vertex * 12 + axis * 4);
    return { x: (read(0) + dx) * 1000, y: -(read(2) + dz) * 1000, z: (read(1) + dy) * 1000 };
  });
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
