/** @module context: the context of the demo's steps. */
import type { Progress } from '../calls/server-connection.ts';
import type { Outcome } from '../command.ts';
import { CliFailure } from '../failure.ts';
import type { AgentClient } from './agent-client.ts';

/** One step: prints its purpose, runs and checks the result. */
export type Step = {
  readonly title: string;
  readonly run: (context: DemoContext) => Promise<void>;
};

/** Results of earlier steps for later ones; a missing result means that the steps are out of order. */
export type StepResults = {
  agents?: { readonly geometry: AgentClient; readonly spatial: AgentClient };
  /** Ids of the named elements of the house's script, by name. */
  house?: ReadonlyMap<string, string>;
  /** First event of the approved deletion. */
  deletion_event_id?: string;
  deleted_id?: string;
};

export type DemoContext = {
  /** The folder of the demo's workspace. */
  readonly dir: string;
  /** Prints a line for the user. */
  readonly print: (line: string) => void;
  /** Reports the progress of a long call of an agent. */
  readonly progress: (progress: Progress) => void;
  /** Runs a command of this program in the role of the person; prints it and its output. */
  readonly person: (...words: readonly string[]) => Promise<Outcome>;
  readonly results: StepResults;
  /** Records a file to list at the end. */
  readonly listFile: (path: string, what: string) => void;
  /** Adds work to run when the demo ends or fails, last one first. */
  readonly onEnd: (work: () => Promise<void>) => void;
};

/** Ends the demo with an error unless the condition is true. */
export function check(
  condition: boolean,
  expected: string,
  actual: unknown = null,
): asserts condition {
  if (condition) return;
  const received = actual === null ? '' : ` and received ${JSON.stringify(actual).slice(0, 600)}`;
  throw new CliFailure(
    `the demo expected ${expected}${received}`,
    'run `plumbline doctor`; the workspace of the demo was kept',
  );
}

/** A result of an earlier step. */
export function resultOf<K extends keyof StepResults>(
  { results }: DemoContext,
  name: K,
): NonNullable<StepResults[K]> {
  const value = results[name];
  check(value !== undefined && value !== null, `\`${name}\` from an earlier step`);
  return value;
}
