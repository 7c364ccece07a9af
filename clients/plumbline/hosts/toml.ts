/** @module toml: a host's configuration as TOML, to be pasted, and lines that its own command cannot write. */
import type { JsonValue } from './hosts.ts';
import type { Server } from './servers.ts';

/** One table for each server, below `key`. */
export function tomlOf(key: string, servers: readonly Server[]): string {
  const tables = servers.map(({ name, entry }) => {
    const fields = Object.entries(entry).map(([field, value]) => `${field} = ${tomlValue(value)}`);
    return [`[${key}.${name}]`, ...fields].join('\n');
  });
  return tables.join('\n\n');
}

/** A value in TOML. JSON strings are TOML strings except for DEL, which JSON does not escape. */
export function tomlValue(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value).replaceAll('\u007f', String.raw`\u007f`);
  }
  const fields = Object.entries(value).map(([key, inner]) => `${key} = ${tomlValue(inner)}`);
  return `{ ${fields.join(', ')} }`;
}

/**
 * A TOML text with lines inserted at the beginning of a table that has none of them; unchanged lines keep their form. Null if
 * the text has no line with exactly this table.
 *
 * @param table the header of the table, such as `[mcp_servers.x]`
 */
export function tomlWith(text: string, table: string, lines: readonly string[]): string | null {
  const all = text.split('\n');
  const at = all.findIndex((line) => line.trim() === table);
  if (at < 0) return null;
  const end = all.findIndex((line, i) => i > at && line.trimStart().startsWith('['));
  const own = all.slice(at + 1, end < 0 ? all.length : end).map((line) => line.trim());
  const added = lines.filter((line) => !own.includes(line));
  return all.toSpliced(at + 1, 0, ...added).join('\n');
}
