/** @module kernels: the libraries with which recognition builds and evaluates bodies. */
import { loadSolidKernel, type SolidKernel } from '../../../building/geometry/mesh/solid-kernel.ts';
import { loadShapeEvaluator, type ShapeEvaluator } from '../shape/evaluate.ts';

/** The kernel of the model, and the evaluator of representations, which is independent of it. */
export type Kernels = { readonly solids: SolidKernel; readonly evaluator: ShapeEvaluator };

/** Loads both. */
export async function loadKernels(): Promise<Kernels> {
  const [solids, evaluator] = await Promise.all([loadSolidKernel(), loadShapeEvaluator()]);
  return { solids, evaluator };
}
