/** @module command: the type of a command, from which its help and the checks of its arguments are derived. */
import type { Terminal } from './terminal.ts';

/** An option; `value` is the placeholder of its value in usages. */
type Option = {
  readonly type: 'string' | 'boolean';
  readonly value?: string;
  /** Whether the option may be given several times. */
  readonly multiple?: true;
  readonly help: string;
};

/** Options of a command in addition to those of all commands. */
type CommandOptions = Readonly<Record<string, Option>>;

/** An option that takes a value. */
export function withValue(value: string, help: string): Option {
  return { type: 'string', value, help };
}

/** An option that takes a value and may be given several times. */
export function withValues(value: string, help: string): Option {
  return { type: 'string', value, multiple: true, help };
}

/** An option without a value. */
export function flag(help: string): Option {
  return { type: 'boolean', help };
}

/** The checked arguments of a command. */
export type Call = {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** `--workspace` as given, or null. */
  readonly workspace: string | null;
  readonly json: boolean;
  readonly terminal: Terminal;
};

/** The output of a command: `json` for machines (undefined if it has printed everything), `lines` for people; safe to print. */
export type Outcome = {
  readonly exit?: 0 | 1 | 3;
  readonly json: unknown;
  readonly lines: readonly string[];
};

/** The syntax of a command. `words`: one or two words. `operands`: positional arguments; `…` marks a repeated one, `[ ]` an optional one. */
export type Usage = {
  readonly words: string;
  readonly operands: readonly string[];
  readonly summary: string;
  readonly options: CommandOptions;
};

/** A command. `run` imports its implementation, so that help and version do not load it. */
export type Command = Usage & {
  readonly run: (call: Call) => Promise<Outcome>;
  /** Help about the first operand, if a call of the help names one; by default the help of the command. */
  readonly helpOf?: (call: Call) => Promise<Outcome>;
};

/** The text value of an option, or null. */
export function textOf(call: Pick<Call, 'values'>, name: string): string | null {
  const value = call.values[name];
  return typeof value === 'string' ? value : null;
}

/** The values of an option that may be given several times. */
export function textsOf({ values }: Pick<Call, 'values'>, name: string): readonly string[] {
  const given = values[name];
  return Array.isArray(given) ? given : [];
}

/** One line with the syntax of a command. */
export function usageOf(command: Usage): string {
  const options = Object.entries(command.options).map(([name, { type, value, multiple }]) =>
    type === 'boolean'
      ? `[--${name}]`
      : `[--${name} ${value ?? 'TEXT'}${multiple === true ? ' …' : ''}]`,
  );
  return ['plumbline', command.words, ...command.operands, ...options].join(' ');
}
