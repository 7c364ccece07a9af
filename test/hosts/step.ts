/** @module step: a call of a tool in the list of all tools, and what its model needs from the answer. */

/** Values that earlier calls returned, by name. */
export type Known = Readonly<Record<string, string>>;
type Args = Readonly<Record<string, unknown>>;

/** A call, and what its model needs from the answer. */
export type Step = {
  readonly tool: string;
  readonly args: (known: Known) => Args;
  /** Values that later calls use: name, and path of the value in `data`, of a refused call in the whole answer. */
  readonly gives?: Readonly<Record<string, string>>;
  /** Members of `data` that a model needs, as paths. */
  readonly needs?: readonly string[];
  /** Name of the expected refusal. */
  readonly refused?: string;
};

/** A command that is committed. */
export function commit(
  tool: string,
  args: Step['args'],
  more: Omit<Step, 'tool' | 'args'> = {},
): Step {
  return { tool, args: (known) => ({ ...args(known), dry_run: false }), ...more };
}

/** A call that reads or runs. `needs`: members of `data` that a model needs. */
export function ask(tool: string, args: Step['args'], ...needs: readonly string[]): Step {
  return { tool, args, needs };
}
