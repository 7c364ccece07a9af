/** @module parameters: values of `set`, in millimetres where the parameter is a length. */
import type { Kinds } from '../kinds/kinds.ts';
import { accept, at, length, peek, plainNumber, point, refuseNext, take } from './cursor.ts';
import { reference, type Script } from './references.ts';

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
  if (token.kind === 'number') return numberOf(script, parameter);
  if (token.kind === 'reference') return reference(script, 'a name such as $ground', []);
  if (at(cursor, '(')) return point(cursor);
  if (token.kind !== 'text' && token.kind !== 'word') return refuseNext(cursor, VALUES);
  take(cursor);
  if (token.kind === 'text') return token.value;
  return Object.hasOwn(LITERALS, token.text) ? LITERALS[token.text] : token.text;
}

const VALUES = ['a length', 'a number', 'a "text"', 'a word', '(x, y)'];
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, none: null };

function numberOf(script: Script, parameter: string): unknown {
  const { cursor, kinds } = script;
  const unit = kinds.plain_numbers.get(parameter);
  if (unit !== undefined) return plainNumber(cursor, 'a number without a length unit', unit);
  return length(cursor);
}
