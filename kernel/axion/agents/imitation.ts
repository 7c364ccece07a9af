/** @module imitation: a linear model that is trained on one example at a time to imitate a planner. */
import { linearModel } from '../kernel/replay.ts';
import type { ReplayModel } from '../proposal.ts';

export type Imitation = {
  /** Updates until the model chooses `action` at these factors; returns the model. */
  readonly learn: (factors: readonly number[], action: string) => ReplayModel;
};

/**
 * A multiclass passive-aggressive learner (Crammer et al., 2006): each example changes the weights by the smallest
 * amount that gives the wanted action a margin of 1 over the best other action.
 */
export function startImitation(actions: readonly string[], factorDim: number): Imitation {
  const W = actions.map(() => Array.from({ length: factorDim }, () => 0));
  const b = actions.map(() => 0);
  const score = (row: number, factors: readonly number[]): number =>
    (W[row] ?? []).reduce((sum, weight, i) => sum + weight * (factors[i] ?? 0), b[row] ?? 0);
  const move = (row: number, factors: readonly number[], by: number): void => {
    const weights = W[row] ?? [];
    for (let i = 0; i < factorDim; i += 1) weights[i] = (weights[i] ?? 0) + by * (factors[i] ?? 0);
    b[row] = (b[row] ?? 0) + by;
  };
  return {
    learn(factors, action) {
      const wanted = Math.max(0, actions.indexOf(action));
      const length = 1 + factors.reduce((sum, value) => sum + value * value, 0);
      // After an update a third action can be within the margin (but below the wanted one), so a few rounds suffice.
      for (let round = 0; round < actions.length; round += 1) {
        const rivals = actions.map((_, row) => (row === wanted ? -Infinity : score(row, factors)));
        const best = Math.max(...rivals);
        const loss = 1 - score(wanted, factors) + best;
        if (loss <= 1e-6) break;
        move(wanted, factors, loss / (2 * length));
        move(rivals.indexOf(best), factors, -loss / (2 * length));
      }
      return linearModel(
        actions,
        W.map((row) => row.map(onGrid)),
        b.map(onGrid),
      );
    },
  };
}

/** Six decimals, so that the canonical form keeps every digit. */
function onGrid(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
