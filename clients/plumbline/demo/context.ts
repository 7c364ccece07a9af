/** @module context: what a step of the demo works with. */
import type { Outcome } from '../command.ts';
import { CliFailure } from '../failure.ts';
import type { AgentClient } from './agent-client.ts';

/** One step; it says what it does, does it and checks what came of it. */
export type Step = {
  readonly title: string;
  readonly run: (context: DemoContext) => Promise<void>;
};

/** What earlier steps leave for later ones; a step that needs something that is missing is out of order. */
export type Memory = {
  agents?: { readonly geometry: AgentClient; readonly spatial: AgentClient };
  /** Ids of what the house's script names, by that name. */
  house?: ReadonlyMap<string, string>;
  /** First event of the approved deletion. */
  deletion_event_id?: string;
  deleted_id?: string;
};

export type DemoContext = {
  /** The workspace that the demo works on. */
  readonly dir: string;
  /** Prints a line for the person who looks on. */
  readonly say: (line: string) => void;
  /** Runs a command of this program as a person would, prints it and its answer. */
  readonly person: (...words: readonly string[]) => Promise<Outcome>;
  readonly memory: Memory;
  /** A file to be listed at the end. */
  readonly leave: (path: string, what: string) => void;
  /** Run when the demo ends, however it ends, last one first. */
  readonly atEnd: (work: () => Promise<void>) => void;
};

/** Ends the demo where something is not as it must be. */
export function check(holds: boolean, wanted: string, got: unknown = null): asserts holds {
  if (holds) return;
  const shown = got === null ? '' : `, got ${JSON.stringify(got).slice(0, 600)}`;
  throw new CliFailure(
    1,
    `the demo wanted ${wanted}${shown}`,
    'run `plumbline doctor`; the workspace of the demo was left as it is',
  );
}

/** What an earlier step has left. */
export function remembered<K extends keyof Memory>(
  { memory }: DemoContext,
  name: K,
): NonNullable<Memory[K]> {
  const value = memory[name];
  check(value !== undefined && value !== null, `an earlier step to leave \`${name}\``);
  return value;
}
