/** @module context: what recognition knows of a file: products, shapes, levels and ids. */
import type { SolidKernel } from '../../../building/geometry/mesh/solid-kernel.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import type { ShapeEvaluator } from '../shape/evaluate.ts';
import type { ShapeReader } from '../shape/read-shape.ts';
import type { FileColours } from './file-colours.ts';
import type { Ids } from './ids.ts';
import type { LooseFillings } from './loose-fillings.ts';
import type { Products } from './products.ts';
import type { Storeys } from './storeys.ts';

/** The file and what has been read from it. */
export type Context = {
  readonly model: IfcModel;
  readonly products: Products;
  readonly shapes: ShapeReader;
  readonly evaluator: ShapeEvaluator;
  /** The kernel of the model. */
  readonly solids: SolidKernel;
  readonly storeys: Storeys;
  readonly ids: Ids;
  /** Doors and windows that the file relates to no opening. */
  readonly loose: LooseFillings;
  readonly colours: FileColours;
  /** Millimetres per unit of length. */
  readonly mm: number;
};
