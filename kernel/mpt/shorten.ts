/** @module shorten: an output within its tokens, cut where it is long, without ever counting it whole. */
import { isWithinTokens } from '../apex/token-cap.ts';
import { canonicalJson } from '../canonical/json.ts';
import type { Schema } from './contract.ts';
import { isMedia, mapStrings } from './schema-strings.ts';

/** A plain JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The canonical text of an output without its encoded files. */
export function textOf(output: JsonObject, schema: Schema): string {
  return canonicalJson(
    mapStrings(output, schema, (text, said, key) => (!key && isMedia(said) ? '' : text)),
  );
}

/** Whether the text of an output has at most so many tokens. */
export async function fitsTokens(
  output: JsonObject,
  schema: Schema,
  limit: number,
): Promise<boolean> {
  return await isWithinTokens(textOf(output, schema), limit);
}

/** Longest text and list that are tried first; both are halved until the output fits. */
const FIRST_CUT = { units: 4096, items: 128 } as const;

/**
 * The output with texts and lists cut to the longest that fit, undefined when not even empty ones do. Encoded files stay
 * whole.
 *
 * @param fits what must hold of the result
 */
export async function shorten(
  output: JsonObject,
  schema: Schema,
  fits: (cut: JsonObject) => Promise<boolean>,
): Promise<JsonObject | undefined> {
  let { units, items }: { units: number; items: number } = FIRST_CUT;
  for (;;) {
    const [longest, most] = [units, items];
    const cut = mapStrings(cutLists(output, most), schema, (text, said, key) =>
      key || isMedia(said) ? text : text.slice(0, longest).toWellFormed(),
    );
    if (isObject(cut) && (await fits(cut))) return cut;
    if (units === 0 && items === 0) return undefined;
    units = Math.floor(units / 2);
    items = Math.floor(items / 2);
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cutLists(value: unknown, items: number): unknown {
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cutLists(item, items));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cutLists(member, items)]),
  );
}
