/** @module shorten: shortens an output to its token limit without counting all of its tokens. */
import { canonicalJson } from '../../../base/canonical/json.ts';
import { isWithinTokens } from '../../apex/token-cap.ts';
import type { Schema } from '../contracts/contract.ts';
import { isJsonObject, isMedia, mapStrings } from '../contracts/schema-strings.ts';

/** A plain JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The canonical text of an output without its encoded files. */
export function textOf(output: JsonObject, schema: Schema): string {
  return canonicalJson(
    mapStrings(output, schema, (text, schemas, key) => (!key && isMedia(schemas) ? '' : text)),
  );
}

/** Whether the text of an output has at most `limit` tokens. */
export async function fitsTokens(
  output: JsonObject,
  schema: Schema,
  limit: number,
): Promise<boolean> {
  return await isWithinTokens(textOf(output, schema), limit);
}

/** The schema of an output, and whether a shortened output is acceptable. */
export type FitsIn = {
  readonly schema: Schema;
  readonly fits: (cut: JsonObject) => Promise<boolean>;
};

/** Longest string and list of the first attempt; both are halved until the output fits. */
const FIRST_CUT = { units: 4096, items: 128 } as const;

/**
 * The output with its strings and lists cut to the first length, halved at each attempt, that fits. Encoded files stay
 * whole. Undefined if not even empty strings and lists fit.
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
    if (isJsonObject(cut) && (await fits(cut))) return cut;
    if (units === 0 && items === 0) return undefined;
    units = Math.floor(units / 2);
    items = Math.floor(items / 2);
  }
}

function cutLists(value: unknown, items: number): unknown {
  if (Array.isArray(value)) return value.slice(0, items).map((item) => cutLists(item, items));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cutLists(member, items)]),
  );
}
