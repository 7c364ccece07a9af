/** @module parameters: values of `set`, in millimetres if the parameter is a length, and of `properties`. */
import { toGrid } from '../../../schemas/units.ts';
import type { Kinds } from '../kinds/kinds.ts';
import { accept, type Cursor, peek, refuseNext, refuseToken, take } from './cursor.ts';
import { asLength, expression, startsValue, textIn } from './expressions.ts';
import { addStatement, finish } from './options.ts';
import { length, plainNumber, point, textOrWord } from './quantities.ts';
import { reference, type Script, startsReference } from './references.ts';
import type { Place } from './script-error.ts';
import { selectedIds } from './transforms.ts';

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
  if (startsValue(cursor)) return calculatedValue(script, parameter);
  if (token.kind !== 'text' && token.kind !== 'word') return refuseNext(cursor, VALUES);
  take(cursor);
  if (token.kind === 'text') return textIn(cursor, token);
  return Object.hasOwn(LITERALS, token.text) ? LITERALS[token.text] : token.text;
}

/** A point, a text, or a number in the unit of the parameter. */
function calculatedValue(script: Script, parameter: string): unknown {
  const { cursor } = script;
  const from = cursor.at;
  const value = expression(cursor, 'a value');
  if (value.kind === 'text') return value.text;
  // Read the value again according to its type
  cursor.at = from;
  return value.kind === 'point' ? point(cursor) : numberOf(script, parameter);
}

const VALUES = ['a length', 'a number', 'a "text"', 'a word', '(x, y)'];
/** Words that stand for values. */
const LITERALS: Readonly<Record<string, boolean | null>> = {
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

/** Pattern of ids: any other text or word after the elements is the name of the property set. */
const ID = /^[a-z]+_[0-9a-z]{12}$/u;

/** `properties REFS SET NAME VALUE, NAME VALUE …` */
export function propertiesStatement(script: Script, place: Place, name: string | null): void {
  const { cursor } = script;
  const element_ids = selectedIds(script, (text) => ID.test(text));
  const set = textOrWord(cursor, 'a set such as Pset_WallCommon');
  const properties = new Map<string, unknown>();
  do {
    const token = peek(cursor);
    const [property, value] = propertyOf(cursor);
    if (properties.has(property)) {
      refuseToken(token, ['another property, because each is set once']);
    }
    properties.set(property, value);
  } while (accept(cursor, ','));
  const values = { element_ids, set, properties: Object.fromEntries(properties) };
  addStatement(script, 'set_properties', finish(script, place, name, { values, options: {} }));
}

/** `NAME VALUE` or `NAME = VALUE`. */
function propertyOf(cursor: Cursor): readonly [name: string, value: unknown] {
  const name = textOrWord(cursor, 'the name of a property');
  accept(cursor, '=');
  return [name, propertyValue(cursor)];
}

const PROPERTY_VALUES = ['a number', 'a "text"', 'a word', 'true', 'false', 'none'];

/** A text, a word, or a number; a length with a unit is converted to millimetres. */
function propertyValue(cursor: Cursor): unknown {
  const token = peek(cursor);
  if (startsValue(cursor)) {
    const value = expression(cursor, 'a value');
    if (value.kind === 'text') return value.text;
    if (value.kind === 'number' && value.unit !== 'length') return value.value;
    return toGrid(asLength(cursor, value, { first: token, expected: 'a number or a "text"' }));
  }
  if (token.kind !== 'text' && token.kind !== 'word') return refuseNext(cursor, PROPERTY_VALUES);
  take(cursor);
  if (token.kind === 'text') return textIn(cursor, token);
  return Object.hasOwn(LITERALS, token.text) ? LITERALS[token.text] : token.text;
}
