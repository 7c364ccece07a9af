/** @module toml: a host's configuration as TOML, to be pasted. */
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
