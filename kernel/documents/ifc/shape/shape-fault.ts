/** @module shape-fault: the reason why a shape cannot be read. */

/** Thrown while a shape is read; `ShapeReader` turns it into an `unsupported` node. */
export class ShapeFault extends Error {
  /** The entity at fault, such as `IfcAdvancedBrep`. */
  readonly entity: string;

  constructor(entity: string, why: string) {
    super(why);
    this.name = 'ShapeFault';
    this.entity = entity;
  }
}
