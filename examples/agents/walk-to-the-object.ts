/**
 * An agent for `toy-pseudo-axion run_suite --agent examples/agents/walk-to-the-object.ts`: one file with a function `propose`.
 *
 * It walks towards the nearest object along the longer axis, and hands in the linear model with which it chooses.
 */

type Cell = { readonly x: number; readonly y: number };
type Observation = {
  readonly env: { readonly self: Cell; readonly objects: readonly Cell[] };
  readonly factors: readonly number[];
};

/** The first move towards the nearest object, or WAIT without one; PICKUP on it. */
function preferred({ env: { self, objects } }: Observation): string {
  const way = (cell: Cell): number => Math.abs(cell.x - self.x) + Math.abs(cell.y - self.y);
  const [goal] = objects.toSorted((a, b) => way(a) - way(b));
  if (goal === undefined) return 'WAIT';
  const [dx, dy] = [goal.x - self.x, goal.y - self.y];
  if (dx === 0 && dy === 0) return 'PICKUP';
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? 'MOVE_E' : 'MOVE_W';
  return dy > 0 ? 'MOVE_S' : 'MOVE_N';
}

/** What is done next and why; the harness adds ids, hashes and commitments. */
export function propose(seen: Observation): object {
  const choice = preferred(seen);
  // It rests once its energy (F:0) is below 0.5: then the logit of WAIT, 5 - 10 * F:0, is above 0.
  const actions = choice === 'WAIT' ? ['WAIT'] : [choice, 'WAIT'];
  const W = actions.map((action) =>
    seen.factors.map((_, i) => (action === 'WAIT' && i === 0 ? -10 : 0)),
  );
  const b = actions.map((action) => (action === 'WAIT' ? 5 : 0));
  const chosenAt = (energy: number): string =>
    choice === 'WAIT' || 5 - 10 * energy > 0 ? 'WAIT' : choice;
  const [energy = 0] = seen.factors;
  const lower = energy - Math.max(0.05, energy / 4);
  const points = [0, 0.25, 1].map((value, i) => ({ value, prob_mass: i === 0 ? 0.4 : 0.3 }));
  return {
    intent: 'collect the nearest object',
    choices: [chosenAt(energy)],
    claims: [
      {
        var: 'F:0',
        direction: 'decrease',
        effect: `IF F:0 DEC THEN CHOICE ${chosenAt(lower)}`,
        confidence: 0.9,
      },
    ],
    counterfactuals: points.map(({ value, prob_mass }) => ({
      var: 'F:0',
      new_value: value,
      choice: chosenAt(value),
      score: chosenAt(value) === 'WAIT' ? 5 - 10 * value : 0,
      prob_mass,
    })),
    replay_model: { actions, W, b },
    reasoning: {
      seen: `energy ${energy}`,
      tried: 'the longer axis first',
      chosen: `${choice}, unless rest is needed`,
    },
  };
}
