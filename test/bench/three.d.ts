/** The part of three that the bench of clashes hands to three-mesh-bvh; the package declares no types of its own. */
declare module 'three' {
  export class BufferAttribute {
    constructor(array: Float32Array | Uint32Array, itemSize: number);
    readonly count: number;
  }
  export class BufferGeometry {
    setAttribute(name: string, attribute: BufferAttribute): this;
    setIndex(attribute: BufferAttribute): this;
  }
  export class Matrix4 {
    readonly elements: number[];
  }
}
