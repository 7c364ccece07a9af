/**
 * An agent for `toy-pseudo-axion run_suite --agent examples/agents/walk-to-the-object.ts`: one file with a function `propose`.
 *
 * It walks towards the nearest object along the longer axis and rests once its energy is below one half. It hands in the
 * linear model with which it chooses. Under protocol v2 it says for each change in `observation.v2.changes` what it would
 * do then, if that is something else; it finds out by asking itself in the changed world.
 */

type Cell = { readonly x: number; readonly y: number };
type World = {
  readonly self: Cell & { readonly energy: number };
  readonly objects: readonly Cell[];
};
type Observation = {
  readonly env: World;
  readonly factors: readonly number[];
  readonly v2?: { readonly changes: readonly string[] };
};

/** The first move towards the nearest object, or WAIT without one; PICKUP on it. */
function preferred({ self, objects }: World): string {
  const way = (cell: Cell): number => Math.abs(cell.x - self.x) + Math.abs(cell.y - self.y);
  const [goal] = objects.toSorted((a, b) => way(a) - way(b));
  if (goal === undefined) return 'WAIT';
  const [dx, dy] = [goal.x - self.x, goal.y - self.y];
  if (dx === 0 && dy === 0) return 'PICKUP';
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? 'MOVE_E' : 'MOVE_W';
  return dy > 0 ? 'MOVE_S' : 'MOVE_N';
}

/** The logit of WAIT, 5 - 10 * F:0, is above that of moving, which is 0, once the energy (F:0) is below 0.5. */
function chosen(world: World, energy = world.self.energy / 100): string {
  return energy < 0.5 ? 'WAIT' : preferred(world);
}

/** The worlds of the changes that matter to it. All others leave its choice as it is, so it makes no claim about them. */
const CHANGED: Readonly<Record<string, (world: World) => World>> = {
  'self.energy EQ 15': (world) => ({ ...world, self: { ...world.self, energy: 15 } }),
  'self.energy EQ 100': (world) => ({ ...world, self: { ...world.self, energy: 100 } }),
  'objects.all UNSET': (world) => ({ ...world, objects: [] }),
  'object.here EQ 1': (world) => ({ ...world, objects: [...world.objects, world.self] }),
};

type Claim = {
  readonly var: string;
  readonly direction: string;
  readonly effect: string;
  readonly confidence: number;
};

/** Under the first protocol a claim is about a factor, under the second about a change of the world. */
function claims({ env, v2 }: Observation): readonly Claim[] {
  if (v2 === undefined) {
    const energy = env.self.energy / 100;
    const effect = `IF F:0 DEC THEN CHOICE ${chosen(env, energy - Math.max(0.05, energy / 4))}`;
    return [{ var: 'F:0', direction: 'decrease', effect, confidence: 0.9 }];
  }
  return Object.entries(CHANGED).flatMap(([change, changed]) => {
    const choice = chosen(changed(env));
    if (!v2.changes.includes(change) || choice === chosen(env)) return [];
    const [name = ''] = change.split(' ');
    const direction = change.endsWith('UNSET') ? 'categorical' : 'threshold';
    return [
      { var: name, direction, effect: `IF ${change} THEN CHOICE ${choice}`, confidence: 0.9 },
    ];
  });
}

/** What is done next and why; the harness adds ids, hashes and commitments. */
export function propose(seen: Observation): object {
  const { env, factors } = seen;
  const [energy = 0] = factors;
  const choice = preferred(env);
  const actions = choice === 'WAIT' ? ['WAIT'] : [choice, 'WAIT'];
  const W = actions.map((action) =>
    factors.map((_, i) => (action === 'WAIT' && i === 0 ? -10 : 0)),
  );
  const b = actions.map((action) => (action === 'WAIT' ? 5 : 0));
  const points = [0, 0.25, 1].map((value, i) => ({ value, prob_mass: i === 0 ? 0.4 : 0.3 }));
  return {
    intent: 'collect the nearest object',
    choices: [chosen(env, energy)],
    claims: claims(seen),
    counterfactuals: points.map(({ value, prob_mass }) => {
      const then = chosen(env, value);
      const score = then === 'WAIT' ? 5 - 10 * value : 0;
      return { var: 'F:0', new_value: value, choice: then, score, prob_mass };
    }),
    replay_model: { actions, W, b },
    reasoning: {
      seen: `energy ${energy}`,
      tried: 'the longer axis first',
      chosen: `${choice}, unless rest is needed`,
    },
  };
}
