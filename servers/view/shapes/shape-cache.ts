/** @module shape-cache: shapes that were written lately, so that a scene that is asked for again is copied. */
import type { BoxNumbers } from '../protocol/scene.ts';
import type { Run } from './element-shape.ts';

/** The triangles of one or more elements: metres from the origin of a scene, and corners relative to the first vertex of their element. */
export type Packed = {
  readonly metres: Float32Array;
  readonly corners: Readonly<Record<Run, Uint16Array>>;
};

/** The place of an element in packed triangles: first number and count. */
export type PackedSpans = Readonly<Record<Run | 'vertices', readonly [number, number]>>;

/** What a shape depends on in addition to the body. Equal objects mean equal shapes. */
export type Grounds = {
  /** The origin of the scene as text. */
  readonly origin: string;
  /** Type and visible material of the element as the person sees them; null without. */
  readonly type: object | null;
  readonly face: object | null;
};

/** A shape among packed triangles. */
export type PackedShape = { readonly packed: Packed; readonly spans: PackedSpans };

/** A shape as it was written. */
export type CachedShape = PackedShape & {
  readonly grounds: Grounds;
  readonly box: BoxNumbers;
  /** 0xRRGGBB. */
  readonly colour: number;
};

/** Memory for shapes, bytes: twice that of 100,000 walls, doors, windows and rooms, so that none is dropped between two scenes. */
const LIMIT_BYTES = 240 * 2 ** 20;
/** Memory of the objects of one shape, bytes. */
const OVERHEAD_BYTES = 300;

/** Shapes by the key of their body. Shapes that are not used between two swaps are dropped. */
export class ShapeCache {
  readonly #limit_bytes: number;
  #recent = new Map<object, CachedShape>();
  #older = new Map<object, CachedShape>();
  #bytes = 0;

  constructor(limit_bytes = LIMIT_BYTES) {
    this.#limit_bytes = limit_bytes;
  }

  /** The shape of a body with these grounds; undefined if it is not cached. */
  find(body: object, { origin, type, face }: Grounds): CachedShape | undefined {
    const recent = this.#recent.get(body);
    const found = recent ?? this.#older.get(body);
    if (
      found?.grounds.origin !== origin ||
      found.grounds.type !== type ||
      found.grounds.face !== face
    ) {
      return undefined;
    }
    if (recent === undefined) this.put(body, found);
    return found;
  }

  /** Caches the shape of a body. */
  put(body: object, shape: CachedShape): void {
    this.#recent.set(body, shape);
    const { vertices, opaque, glass, space } = shape.spans;
    this.#bytes += OVERHEAD_BYTES + 12 * vertices[1] + 2 * (opaque[1] + glass[1] + space[1]);
    if (2 * this.#bytes < this.#limit_bytes) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#bytes = 0;
  }
}
