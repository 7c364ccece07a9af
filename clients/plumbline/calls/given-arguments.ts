/** @module given-arguments: the arguments of a tool from the command line, from a file or from standard input. */
import { resolve } from 'node:path';

import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, textOf, textsOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { readJsonFile } from '../inputs/files.ts';
import { argumentValue } from './argument-value.ts';

/** Arguments of a tool, by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Arguments as given: texts by name, or values from a file. */
export type Given =
  | { readonly texts: ReadonlyMap<string, string> }
  | { readonly values: Arguments };

/** The arguments of `--arg` or of `--arguments`. @throws CliFailure with exit code 2 for malformed arguments */
export async function givenArguments(call: Call): Promise<Given> {
  const given = textsOf(call, 'arg');
  const file = textOf(call, 'arguments');
  if (file === null) return { texts: namedTexts(given) };
  if (given.length > 0) {
    throw misuse(
      '`--arg` and `--arguments` were both given, expected one of them',
      'put all arguments into the file, or into --arg NAME=VALUE',
    );
  }
  const value =
    file === '-'
      ? jsonOf(await call.terminal.readInput())
      : readJsonFile(resolve(call.terminal.cwd, file));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { values: { ...value } };
  }
  throw misuse(
    `the arguments in \`${printable(file)}\` are not a JSON object`,
    'write them as {"name": value, …}',
  );
}

/**
 * The arguments in the form that the tool takes.
 *
 * @param schemas the JSON schema of each argument, by name; null if the tool is not listed for the caller
 * @throws CliFailure with exit code 2 for a text without an allowed value
 */
export function argumentValues(given: Given, schemas: Arguments | null): Arguments {
  if ('values' in given) return given.values;
  const values = [...given.texts].map(([name, text]) => {
    const schema = schemas === null ? {} : Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return [name, argumentValue(name, text, schema)] as const;
  });
  return Object.fromEntries(values);
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw misuse(
      `the arguments on standard input are not JSON: ${printable(reason)}`,
      'write them as {"name": value, …}',
    );
  }
}

function namedTexts(given: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const text of given) {
    const [, name, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw misuse(
        `invalid \`--arg ${printable(text)}\`, expected NAME=VALUE`,
        'for example --arg elevation=3000',
      );
    }
    if (texts.has(name)) {
      throw misuse(
        `\`--arg ${printable(name)}\` was given twice`,
        'give a list as JSON, or use --arguments FILE',
      );
    }
    texts.set(name, value);
  }
  return texts;
}
