/** @module counted: the work of recognition on generated files, counted instead of timed. */
import type { IfcModel } from '../../../../../kernel/documents/ifc/read/ifc-model.ts';
import { recognise } from '../../../../../kernel/documents/ifc/recognise/recognise.ts';
import { kernels } from './building-text.ts';
import { withAll } from './selections.ts';

/** Work: values read, values parsed from text, and evaluations of bodies by the entity of the product's item. */
export type Work = {
  readonly reads: number;
  readonly parsed: number;
  readonly evaluations: number;
  readonly by_item: ReadonlyMap<number, number>;
};

/** The work of recognising the products of a model, its types, materials and groups. */
export function workOf(model: IfcModel): Work {
  const by_item = new Map<number, number>();
  let evaluations = 0;
  const before = [model.reads, model.file.parsed];
  const found = recognise(model, 'lineage', {
    ...kernels,
    evaluator: {
      evaluate: (items, cuts, options) => {
        evaluations += 1;
        for (const { row } of items) by_item.set(row, (by_item.get(row) ?? 0) + 1);
        return kernels.evaluator.evaluate(items, cuts, options);
      },
    },
  });
  withAll(found, model);
  return {
    reads: model.reads - (before[0] ?? 0),
    parsed: model.file.parsed - (before[1] ?? 0),
    evaluations,
    by_item,
  };
}
