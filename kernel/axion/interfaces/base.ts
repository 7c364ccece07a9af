/** @module base: the rules of an interface mode. */
import type { ToyEnv } from '../env/toy-env.ts';
import type { InterfaceSpec } from '../proposal.ts';

export type InterfaceRules = {
  readonly spec: InterfaceSpec;
  /** Factors that the kernel computes and the agent must return; undefined when the mode has none. */
  readonly factors: (env: ToyEnv) => readonly number[] | undefined;
};
