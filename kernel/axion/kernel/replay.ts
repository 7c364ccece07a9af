/** @module replay: evaluates the linear model that an agent submits as the explanation of its choice. */
import type { ReplayModel } from '../proposal.ts';

/** The linear model with the logits W·f + b; `W` has one row and `b` one number per action. */
export function linearModel(
  actions: readonly string[],
  W: ReplayModel['params']['W'],
  b: readonly number[],
): ReplayModel {
  return { model_type: 'linear_logits', actions, params: { W, b } };
}

/** The first defect of a model for this number of factors, or undefined. */
export function modelFault(model: ReplayModel, factorDim: number): string | undefined {
  const { actions, params } = model;
  if (actions.length !== params.W.length || actions.length !== params.b.length) {
    return `got ${actions.length} actions, ${params.W.length} rows of W and ${params.b.length} of b, want equal numbers`;
  }
  if (new Set(actions).size !== actions.length) return 'got an action twice, want each once';
  const row = params.W.findIndex((weights) => weights.length !== factorDim);
  return row === -1
    ? undefined
    : `got ${params.W[row]?.length ?? 0} weights in row ${row} of W, want ${factorDim}`;
}

/** W·f + b, one logit per action, summed in the order of the factors. */
export function logits(model: ReplayModel, factors: readonly number[]): readonly number[] {
  return model.params.W.map((row, index) => {
    let sum = 0;
    for (let i = 0; i < row.length; i += 1) sum += (row[i] ?? 0) * (factors[i] ?? 0);
    return sum + (model.params.b[index] ?? 0);
  });
}

/** The action with the highest logit; ties go to the first. */
export function replayChoice(model: ReplayModel, factors: readonly number[]): string {
  const scores = logits(model, factors);
  let best = 0;
  for (let i = 1; i < scores.length; i += 1) {
    if ((scores[i] ?? -Infinity) > (scores[best] ?? -Infinity)) best = i;
  }
  return model.actions[best] ?? '';
}
