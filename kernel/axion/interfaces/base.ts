/** @module base: what an interface mode shows to the agent and asks of it. */
import type { ToyEnv } from '../env/toy-env.ts';
import type { InterfaceSpec } from '../proposal.ts';

export type InterfaceRules = {
  readonly spec: InterfaceSpec;
  /** Factors that the kernel computes and the agent must hand back; undefined where it does not. */
  readonly factors: (env: ToyEnv) => readonly number[] | undefined;
};
