/** @module parameters: values of `set`, in millimetres where the parameter is a length. */
import { ELEMENT_PARAMS } from '../../schemas/elements.ts';
import { accept, at, length, peek, plainNumber, point, refuseNext, take } from './cursor.ts';
import { reference, type Script } from './references.ts';

/** Parameters that are numbers without a length unit; every other number is a length. */
const PLAIN_NUMBERS: Readonly<Record<string, 'deg' | null>> = {
  fire_rating_min: null,
  occupancy: null,
  slope_deg: 'deg',
  direction_deg: 'deg',
};

const PARAMETERS: ReadonlySet<string> = new Set(
  Object.values(ELEMENT_PARAMS).flatMap((params) => Object.keys(params.shape)),
);

/** `PARAMETER VALUE` or `PARAMETER = VALUE`. Whether the element has it is for the tool to say. Throws ScriptFault. */
export function readParameter(script: Script): {
  readonly parameter_name: string;
  readonly value: unknown;
} {
  const { cursor } = script;
  const token = peek(cursor);
  if (token.kind !== 'word' || !PARAMETERS.has(token.text))
    return refuseNext(cursor, near(token.text));
  take(cursor);
  accept(cursor, '=');
  return { parameter_name: token.text, value: parameterValue(script, token.text) };
}

function near(text: string): readonly string[] {
  const initial = text.charAt(0);
  const alike = [...PARAMETERS].filter((name) => initial !== '' && name.startsWith(initial));
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
  const { cursor } = script;
  const unit = PLAIN_NUMBERS[parameter];
  if (unit !== undefined) return plainNumber(cursor, 'a number without a length unit', unit);
  return length(cursor);
}
