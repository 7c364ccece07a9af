/** @module parameters: values of `set`, in millimetres where the parameter is a length. */
import type { Kinds } from '../kinds/kinds.ts';
import { accept, peek, refuseNext, take } from './cursor.ts';
import { expression, startsValue, textIn } from './expressions.ts';
import { length, plainNumber, point } from './quantities.ts';
import { reference, type Script, startsReference } from './references.ts';

/** `PARAMETER VALUE` or `PARAMETER = VALUE`. The tool checks whether the element has it. Throws ScriptFault. */
export function readParameter(script: Script): {
  readonly parameter_name: string;
  readonly value: unknown;
} {
  const { cursor, kinds } = script;
  const token = peek(cursor);
  if (token.kind !== 'word' || !kinds.parameters.has(token.text)) {
    return refuseNext(cursor, near(token.text, kinds));
  }
  take(cursor);
  accept(cursor, '=');
  return { parameter_name: token.text, value: parameterValue(script, token.text) };
}

function near(text: string, { parameters }: Kinds): readonly string[] {
  const initial = text.charAt(0);
  const alike = [...parameters].filter((name) => initial !== '' && name.startsWith(initial));
  return alike.length > 0 ? alike : ['a parameter such as height'];
}

function parameterValue(script: Script, parameter: string): unknown {
  const { cursor } = script;
  const token = peek(cursor);
  if (startsReference(cursor)) return reference(script, 'a name such as $ground', []);
  if (startsValue(cursor)) return reckonedValue(script, parameter);
  if (token.kind !== 'text' && token.kind !== 'word') return refuseNext(cursor, VALUES);
  take(cursor);
  if (token.kind === 'text') return textIn(cursor, token);
  return Object.hasOwn(LITERALS, token.text) ? LITERALS[token.text] : token.text;
}

/** A point, a text, or a number in the unit of the parameter. */
function reckonedValue(script: Script, parameter: string): unknown {
  const { cursor } = script;
  const from = cursor.at;
  const value = expression(cursor, 'a value');
  if (value.kind === 'text') return value.text;
  // Read once more as what it is
  cursor.at = from;
  return value.kind === 'point' ? point(cursor) : numberOf(script, parameter);
}

const VALUES = ['a length', 'a number', 'a "text"', 'a word', '(x, y)'];
/** Words that are values. */
export const LITERALS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  none: null,
};

function numberOf(script: Script, parameter: string): unknown {
  const { cursor, kinds } = script;
  const unit = kinds.plain_numbers.get(parameter);
  if (unit !== undefined) return plainNumber(cursor, 'a number without a length unit', unit);
  return length(cursor);
}
