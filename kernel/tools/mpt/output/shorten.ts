/** @module shorten: shortens an output to its tokens without counting all of it. */
import { isWithinTokens } from '../../apex/token-cap.ts';
import { canonicalJson } from '../../canonical/json.ts';
import type { Schema } from '../contracts/contract.ts';
import { isMedia, mapStrings } from '../contracts/schema-strings.ts';

/** A plain JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The canonical text of an output without its encoded files. */
export function textOf(output: JsonObject, schema: Schema): string {
  return canonicalJson(
    mapStrings(output, schema, (text, schemas, key) => (!key && isMedia(schemas) ? '' : text)),
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

/** The schema of an output, and the check of a shortened one. */
export type FitsIn = {
  readonly schema: Schema;
  readonly fits: (cut: JsonObject) => Promise<boolean>;
};

/** Longest string and list of the first attempt; both are halved until the output fits. */
const FIRST_CUT = { units: 4096, items: 128 } as const;

/**
 * The output with strings and lists cut to the greatest length that fits, undefined when not even empty ones do. Encoded
 * files stay whole.
 *
 * @param fits whether a shortened output is acceptable
 */
export async function shorten(
  output: JsonObject,
  schema: Schema,
  fits: FitsIn['fits'],
): Promise<JsonObject | undefined> {
  let { units, items }: { units: number; items: number } = FIRST_CUT;
  for (;;) {
    const [longest, most] = [units, items];
    const cut = mapStrings(cutLists(output, most), schema, (text, schemas, key) =>
      key || isMedia(schemas) ? text : text.slice(0, longest).toWellFormed(),
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
