/** @module json-table: reads JSON, JSON Lines and GeoJSON as rows of the table of a query. */
import { TextDecoder } from 'node:util';

import { TaskStop } from '../../task/task-stop.ts';
import type { DataMeter } from '../bounds.ts';
import { chunksOf } from '../source.ts';
import type { DataSource } from '../source.ts';
import type { Cell, QueryTable } from './table.ts';

/** Largest JSON file, 64 MiB: it is parsed as one value, not row by row. */
const JSON_BYTES_MAX = 67_108_864;

type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Adds the rows to `table` and returns the column names in order of first occurrence, or null if rows are lists
 * without a header. Objects and lists in a cell become JSON text for SQLite's JSON functions. Rows are
 *
 * - the objects of a list, of JSON Lines, or of the only list of objects in an object;
 * - lists; with `header`, the first one is the header;
 * - the features of GeoJSON: their properties, then `feature_id`, `geometry_type`, `min_x`, `min_y`, `max_x`, `max_y`
 *   and `geometry`.
 *
 * @throws {TaskStop} BOUND_DATA for more than 64 MiB, BOUND_GAS, TOOL_FAIL for text that is not JSON
 */
export async function readJsonTable(
  source: DataSource,
  { header }: { readonly header: boolean },
  { meter, table }: { readonly meter: DataMeter; readonly table: QueryTable },
): Promise<readonly string[] | null> {
  const items = itemsOf(valueOf(await textOf(source, meter)));
  if (items.every(Array.isArray)) return addLists(items, { header, meter, table });
  const names: string[] = [];
  const places = new Map<string, number>();
  for (const item of items) {
    const record = isRecord(item) ? rowOf(item) : { value: item };
    const row: Cell[] = names.map(() => null);
    for (const [name, value] of Object.entries(record)) {
      const at = places.get(name) ?? names.push(name) - 1;
      places.set(name, at);
      row[at] = cellOf(value);
    }
    meter.cells(row.length);
    table.take(row);
  }
  return names;
}

function addLists(
  items: readonly (readonly unknown[])[],
  { header, meter, table }: { header: boolean; meter: DataMeter; table: QueryTable },
): readonly string[] | null {
  const [first, ...rest] = items;
  for (const item of header ? rest : items) {
    meter.cells(item.length);
    table.take(item.map(cellOf));
  }
  return header ? (first ?? []).map((name) => String(cellOf(name) ?? '')) : null;
}

/** Decodes the next chunk, or the rest of the text without one. Invalid UTF-8 is refused, never replaced. */
function decode(decoder: TextDecoder, bytes: number, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new TaskStop('TOOL_FAIL', `the JSON is not UTF-8 within its first ${bytes} bytes`);
  }
}

async function textOf(source: DataSource, meter: DataMeter): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(source)) {
    bytes += chunk.length;
    if (bytes > JSON_BYTES_MAX) {
      throw new TaskStop('BOUND_DATA', `the JSON has more than ${JSON_BYTES_MAX} bytes`);
    }
    meter.bytes(chunk.length);
    parts.push(decode(decoder, bytes, chunk));
  }
  return parts.join('') + decode(decoder, bytes);
}

/** The value of a JSON text, or the values of its lines. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const values = lines.flatMap((line) => parseLine(line));
    if (lines.length > 1 && values.length === lines.length) return values;
    const [cause = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new TaskStop('TOOL_FAIL', `the text is not JSON: ${cause.slice(0, 200)}`);
  }
}

/** The value of a line in a list, which is empty if the line is not JSON. */
function parseLine(line: string): readonly unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [value];
  if (Array.isArray(value['features'])) return value['features'];
  if (value['type'] === 'Feature') return [value];
  const lists = Object.values(value).filter((one) => Array.isArray(one) && one.some(isRecord));
  const [only] = lists;
  return lists.length === 1 && Array.isArray(only) ? only : [value];
}

function rowOf(item: JsonRecord): JsonRecord {
  if (item['type'] !== 'Feature' || !('geometry' in item)) return item;
  const { properties, geometry, id } = item;
  const shape = isRecord(geometry) ? geometry : null;
  const box = new CoordinateBox();
  if (shape !== null) box.add(shape, 0);
  return {
    ...(isRecord(properties) ? properties : {}),
    feature_id: id ?? null,
    geometry_type: shape?.['type'] ?? null,
    ...box.bounds,
    geometry: shape,
  };
}

/** Deepest nesting of a geometry and its coordinates; deeper coordinates are ignored. */
const DEPTH_MAX = 16;

/** The smallest and largest coordinates of a geometry. */
class CoordinateBox {
  #min: readonly [number, number] | null = null;
  #max: readonly [number, number] = [0, 0];

  /** Null if the geometry has no coordinates. */
  get bounds(): JsonRecord {
    const [min_x, min_y] = this.#min ?? [null, null];
    const [max_x, max_y] = this.#min === null ? [null, null] : this.#max;
    return { min_x, min_y, max_x, max_y };
  }

  add(value: unknown, depth: number): void {
    if (depth > DEPTH_MAX) return;
    if (isRecord(value)) {
      this.add(value['coordinates'] ?? value['geometries'], depth + 1);
    } else if (Array.isArray(value)) {
      const [x, y]: readonly unknown[] = value;
      if (typeof x === 'number' && typeof y === 'number') this.#point(x, y);
      else for (const item of value) this.add(item, depth + 1);
    }
  }

  #point(x: number, y: number): void {
    if (this.#min === null) {
      this.#min = [x, y];
      this.#max = [x, y];
      return;
    }
    this.#min = [Math.min(this.#min[0], x), Math.min(this.#min[1], y)];
    this.#max = [Math.max(this.#max[0], x), Math.max(this.#max[1], y)];
  }
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  try {
    return JSON.stringify(value);
  } catch {
    // JSON.parse uses a loop, JSON.stringify recursion
    throw new TaskStop('BOUND_DATA', 'a value in the JSON is nested too deeply');
  }
}
