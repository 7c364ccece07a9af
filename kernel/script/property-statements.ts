/** @module property statements: what is said of elements beside their parameters. */
import { toGrid } from '../../schemas/units.ts';
import { accept, type Cursor, peek, refuseNext, refuseToken, take } from './cursor.ts';
import { asLength, expression, startsValue, textIn } from './expressions.ts';
import { addStatement, finish } from './options.ts';
import { LITERALS } from './parameters.ts';
import { textOrWord } from './quantities.ts';
import type { Script } from './references.ts';
import type { Place } from './script-error.ts';
import { selectedIds } from './transforms.ts';

/** What an id looks like: any other text or word behind the elements is the name of the set. */
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
    if (properties.has(property)) refuseToken(token, ['another property, each is said once']);
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

const WANTED = ['a number', 'a "text"', 'a word', 'true', 'false', 'none'];

/** A text, a word, or a number: a length with its unit in millimetres, any other as it is. */
function propertyValue(cursor: Cursor): unknown {
  const token = peek(cursor);
  if (startsValue(cursor)) {
    const value = expression(cursor, 'a value');
    if (value.kind === 'text') return value.text;
    if (value.kind === 'number' && value.unit !== 'length') return value.value;
    return toGrid(asLength(cursor, value, { first: token, wanted: 'a number or a "text"' }));
  }
  if (token.kind !== 'text' && token.kind !== 'word') return refuseNext(cursor, WANTED);
  take(cursor);
  if (token.kind === 'text') return textIn(cursor, token);
  return Object.hasOwn(LITERALS, token.text) ? LITERALS[token.text] : token.text;
}
