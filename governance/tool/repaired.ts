/** @module repaired: arguments that do not fit a schema, as they were most likely meant; only what fits is told. */
import * as z from 'zod';

import { nearest } from '../../kernel/text/nearest.ts';
import { isPoint, repairedKeys, unwrapped } from './repaired-keys.ts';
import { numberIn, structureIn, truthIn } from './repaired-texts.ts';

/**
 * Searches for a meant name or word that one value may cost. Each takes some microseconds, a call can have millions of
 * members, and a suggestion that is worth reading needs far fewer.
 */
const SEARCHES_MAX = 100;
/** A longer text (UTF-16 units) is not read as a number, a truth, a word, a point or a colour. */
const SHORT_UNITS = 200;

/** Takes off searches; false where too few are left. */
type Allows = (searches: number) => boolean;

function searches(left: number): Allows {
  let rest = left;
  return (wanted) => {
    rest -= wanted;
    return rest >= 0;
  };
}

/** A value as the schema takes it; null where no reading of it does. */
export function repaired(schema: z.core.$ZodType, given: unknown): unknown {
  const value = meant(schema, given, searches(SEARCHES_MAX));
  return z.safeParse(schema, value).success ? value : null;
}

function meant(schema: z.core.$ZodType, given: unknown, allows: Allows): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return meantObject(inner, given, allows);
  if (inner instanceof z.ZodArray) return meantList(inner, given, allows);
  if (inner !== undefined && typeof given === 'string') return meantText(inner, given, allows);
  if (!(inner instanceof z.ZodString)) return given;
  if (typeof given === 'number') return String(given);
  return Array.isArray(given) && given.length === 1 ? meant(inner, given[0], allows) : given;
}

/** What a text stands for where something else is wanted, or another text. */
function meantText(schema: z.core.$ZodType, text: string, allows: Allows): unknown {
  if (schema instanceof z.ZodRecord) return structureIn(text) ?? text;
  if (text.length > SHORT_UNITS) return text;
  if (schema instanceof z.ZodNumber) return numberIn(text) ?? text;
  if (schema instanceof z.ZodBoolean) return truthIn(text) ?? text;
  if (schema instanceof z.ZodEnum) return wordIn(text, schema.options.map(String), allows);
  return schema instanceof z.ZodString ? signed(schema, text) : text;
}

/** One of these words: the text without what it says of them all (`l_shaped`), or the nearest. */
function wordIn(text: string, words: readonly string[], allows: Allows): string {
  if (words.includes(text) || !allows(1)) return text;
  const short = text.toLowerCase().replace(/[-_ ]?(?:shaped?|type|wall|roof|door|window)$/u, '');
  return words.find((word) => word === short) ?? nearest(text, words) ?? text;
}

/** A colour without its sign. */
function signed(schema: z.ZodString, text: string): string {
  return !schema.safeParse(text).success && schema.safeParse(`#${text}`).success
    ? `#${text}`
    : text;
}

const AXES = ['x', 'y', 'z'] as const;

function meantObject(schema: z.ZodObject, given: unknown, allows: Allows): unknown {
  let value = typeof given === 'string' ? (structureIn(given) ?? pointIn(given)) : given;
  if (isPoint(schema) && Array.isArray(value) && value.length <= AXES.length) {
    value = Object.fromEntries(value.map((at: unknown, index) => [AXES[index], at]));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return given;
  const { shape } = schema;
  const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
  const members = isOpen ? { ...value } : repairedKeys({ ...value }, shape, allows);
  const taken = Object.entries(members).map(([name, member]: [string, unknown]) => {
    const own = shape[name];
    return [name, own === undefined ? member : meant(own, member, allows)] as const;
  });
  // A point in plan has no height.
  const flat = isPoint(schema) && !Object.hasOwn(shape, 'z');
  return Object.fromEntries(flat ? taken.filter(([name]) => name !== 'z') : taken);
}

/** Two or three numbers with something between them. */
function pointIn(text: string): readonly number[] | null {
  if (text.length > SHORT_UNITS) return null;
  const numbers = text.match(/-?\d+(?:\.\d+)?/gu)?.map(Number) ?? [];
  return numbers.length === 2 || numbers.length === 3 ? numbers : null;
}

function meantList(schema: z.ZodArray, given: unknown, allows: Allows): unknown {
  const parsed = typeof given === 'string' ? (structureIn(given) ?? partsOf(given)) : given;
  const inner = unwrapped(schema.element);
  if (parsed === undefined || parsed === null) return given;
  if (!Array.isArray(parsed)) return [meant(schema.element, parsed, allows)];
  const items: readonly unknown[] = isPoint(inner) ? paired(parsed) : parsed;
  return items.map((item) => meant(schema.element, item, allows));
}

function partsOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Coordinates one after the other as points. */
function paired(values: readonly unknown[]): readonly unknown[] {
  if (values.length % 2 !== 0 || !values.every((value) => typeof value === 'number')) return values;
  return Array.from({ length: values.length / 2 }, (_, at) => values.slice(2 * at, 2 * at + 2));
}
