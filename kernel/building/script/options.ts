/** @module options: the named values that follow a statement, in any order. */
import { accept, atEnd, type Cursor, peek, refuseNext, take } from './cursor.ts';
import { length, oneOf, plainNumber, size, textOrWord } from './quantities.ts';
import {
  addCall,
  countStatement,
  fullName,
  nameResult,
  nameWalls,
  newName,
  partName,
  reference,
  type Script,
} from './references.ts';
import type { Place } from './script-error.ts';

/** Reads a named value into arguments of the tool. */
export type Option = {
  (cursor: Cursor, script: Script): Readonly<Record<string, unknown>>;
  /** The words that the value may be; undefined for other values. */
  readonly words?: readonly string[];
};
export type Options = Readonly<Record<string, Option>>;

/** A statement after reading: its arguments, place and name. */
export type ReadStatement = Place & {
  readonly values: Readonly<Record<string, unknown>>;
  readonly name: string | null;
};

/** A length under this argument name. */
export function lengthOption(argument: string): Option {
  return (cursor) => ({ [argument]: length(cursor) });
}

/** Options of lengths that have the names of their arguments. */
export function lengthOptions(...names: readonly string[]): Options {
  return Object.fromEntries(names.map((name) => [name, lengthOption(name)]));
}

/** One of these words under this argument name. */
export function wordOption(argument: string, words: readonly string[]): Option {
  return Object.assign((cursor: Cursor) => ({ [argument]: oneOf(cursor, words) }), { words });
}

/** The named value that a word without its keyword stands for, such as `type gable` for `gable`; null if it is none. */
export function namedValue(options: Options, word: string): string | null {
  const found = Object.entries(options).find(([, { words = [] }]) => words.includes(word));
  return found === undefined ? null : `${found[0]} ${word}`;
}

/** A text or word under this argument name. */
export function textOption(argument: string, expected: string): Option {
  return (cursor) => ({ [argument]: textOrWord(cursor, expected) });
}

/** A number without a unit under this argument name. */
export function numberOption(argument: string, expected: string): Option {
  return (cursor) => ({ [argument]: plainNumber(cursor, expected) });
}

/** A word that sets this argument to `true`. */
export function flagOption(argument: string): Option {
  return () => ({ [argument]: true });
}

/** A level under this argument name. */
export function levelOption(argument: string): Option {
  return (_, script) => ({
    [argument]: reference(script, 'a level such as $ground', ['create_level']),
  });
}

/** `size W x H` under two argument names. */
export function sizeOption(first: string, second: string): Option {
  return (cursor) => {
    const [width, height] = size(cursor);
    return { [first]: width, [second]: height };
  };
}

/**
 * Reads named values and `as NAME` up to the end of the statement. A value given twice and a missing
 * value of `required` are refused. Throws ScriptFault.
 */
function readOptions(
  script: Script,
  options: Options,
  required: readonly string[] = [],
): { readonly values: Record<string, unknown>; readonly own_name: string | null } {
  const { cursor } = script;
  const values: Record<string, unknown> = {};
  const open = new Set(Object.keys(options));
  let own_name: string | null = null;
  while (!atEnd(cursor)) {
    const token = peek(cursor);
    const option = Object.hasOwn(options, token.text) ? options[token.text] : undefined;
    if (token.kind === 'word' && option !== undefined && open.delete(token.text)) {
      take(cursor);
      Object.assign(values, option(cursor, script));
    } else if (own_name === null && accept(cursor, 'as')) {
      own_name = newName(script);
    } else {
      const naming = own_name === null ? ['as NAME'] : [];
      refuseNext(cursor, [...open, ...naming, 'the end of the statement']);
    }
  }
  const missing = required.filter((word) => open.has(word));
  if (missing.length > 0) refuseNext(cursor, missing);
  return { values, own_name };
}

/** Reads the end of a statement: its named values, and its name if `let` has not given one before. */
export function finish(
  script: Script,
  place: Place,
  name: string | null,
  parts: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly options: Options;
    readonly required?: readonly string[];
  },
): ReadStatement {
  const { cursor } = script;
  const { values, own_name } = readOptions(script, parts.options, parts.required);
  if (name !== null && own_name !== null) {
    cursor.at -= 2;
    refuseNext(cursor, ['the end of the statement, because `let` has already named it']);
  }
  return {
    values: { ...parts.values, ...values },
    name: name ?? own_name,
    line: place.line,
    column: place.column,
  };
}

/** Adds the one call of a statement; references treat its result as a result of the tool `made`. */
export function addStatement(
  script: Script,
  tool: string,
  statement: ReadStatement,
  made = tool,
): void {
  const { values, name, line, column } = statement;
  const as = name === null ? {} : { as: fullName(script, name) };
  addCall(script, { tool, arguments: values, ...as, line, column });
  if (name !== null) nameResult(script, name, made);
}

/** Adds one `create_wall` for each part, named by group and part, and titled `title part` where a title is given. */
export function addWalls(
  script: Script,
  statement: ReadStatement,
  walls: readonly { readonly part: string; readonly ends: Readonly<Record<string, unknown>> }[],
): void {
  const { values, name, line, column } = statement;
  const title = values['name'];
  for (const [index, { part, ends }] of walls.entries()) {
    // In repeated blocks, each wall counts as a statement
    if (index > 0 && script.within.length > 0) countStatement(script, statement);
    addCall(script, {
      tool: 'create_wall',
      arguments: {
        ...values,
        ...ends,
        ...(typeof title === 'string' ? { name: `${title} ${part}` } : {}),
      },
      ...(name === null ? {} : { as: partName(fullName(script, name), part) }),
      line,
      column,
    });
  }
  if (name === null) return;
  nameWalls(
    script,
    name,
    walls.map(({ part }) => part),
  );
}

/** The level of `on LEVEL`, otherwise the current level. */
export function onLevel(script: Script, read: ReadStatement, argument = 'level_id'): ReadStatement {
  const { on, ...values } = read.values;
  const level = values[argument] ?? on ?? script.level;
  if (level === null) refuseNext(script.cursor, ['on LEVEL, or a level statement before this one']);
  return { ...read, values: { [argument]: level, ...values } };
}

/** The options of an element that is placed on a level, with `on LEVEL`. */
export function withLevel(options: Options): Options {
  return { ...options, on: levelOption('on') };
}
