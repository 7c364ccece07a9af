/** @module episode-picture: the content of a picture of an episode as data. */
import { stepEnv } from '../env/gridworld.ts';
import { actionFor, type Cell, type Choice } from '../env/toy-env.ts';
import type { Frame } from '../harness/episode-state.ts';

/** An object, hazard or agent on the grid. */
export type PlacedThing = Cell & { readonly id: string; readonly kind: string };

export type EpisodePicture = {
  /** Number of steps before the shown state. */
  readonly step: number;
  /** Number of steps of the episode. */
  readonly steps: number;
  readonly grid: { readonly w: number; readonly h: number };
  readonly walls: readonly Cell[];
  readonly hazards: readonly PlacedThing[];
  /** Objects that are still on the grid. */
  readonly objects: readonly PlacedThing[];
  readonly agents: readonly PlacedThing[];
  readonly self: Cell & { readonly energy: number; readonly alive: boolean };
  /** The agent's cells in order, without repetition while the agent stays. */
  readonly path: readonly Cell[];
  readonly denied: readonly (Cell & {
    readonly step: number;
    readonly choice: Choice | null;
    readonly reason: string;
  })[];
};

/**
 * The picture after `step` actions of an episode.
 *
 * @param frames of the whole episode, at least one
 * @param step number of steps, from 0; a larger number than the episode has shows its end
 * @throws {RangeError} for an empty list of frames
 */
export function episodePicture(frames: readonly Frame[], step: number): EpisodePicture {
  const shown = frames.slice(0, Math.max(0, step));
  const last = frames[shown.length - 1];
  const env = frames[shown.length]?.env ?? (last === undefined ? undefined : stateAfter(last));
  if (env === undefined) {
    throw new RangeError('expected an episode with at least 1 frame, received none');
  }
  const { self } = env;
  const path: Cell[] = [];
  for (const { x, y } of [...shown.map((frame) => frame.env.self), self]) {
    const here = path.at(-1);
    if (here?.x !== x || here.y !== y) path.push({ x, y });
  }
  return {
    step: shown.length,
    steps: frames.length,
    grid: { w: env.grid.w, h: env.grid.h },
    walls: env.grid.walls,
    hazards: env.hazards,
    objects: env.objects,
    agents: env.agents.map(({ id, x, y }) => ({ id, kind: 'agent', x, y })),
    self: { x: self.x, y: self.y, energy: self.energy, alive: self.status.alive },
    path,
    denied: shown
      .filter((frame) => frame.verdict === 'deny')
      .map((frame) => ({
        x: frame.env.self.x,
        y: frame.env.self.y,
        step: frame.step,
        choice: frame.choice,
        reason: frame.reason,
      })),
  };
}

/** The state after the last action. */
function stateAfter(frame: Frame): Frame['env'] {
  return frame.verdict === 'deny' || frame.choice === null
    ? frame.env
    : stepEnv(frame.env, actionFor(frame.choice, frame.env));
}
