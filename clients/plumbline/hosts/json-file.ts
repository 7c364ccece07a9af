/** @module json-file: a host's JSON file, which is rewritten only if nothing but white space changes in its other content. */
import { printable } from '../../../kernel/base/text/printable.ts';
import { CliFailure } from '../failure.ts';
import {
  leadsTo,
  type NamedHost,
  otherTarget,
  removalCommand,
  startFolder,
  targetOf,
} from './belonging.ts';
import { deleteHostFile, type HostFile, readHostFile, replaceHostFile } from './host-file.ts';
import type { Entry, Host, JsonValue } from './hosts.ts';
import type { Server } from './servers.ts';

type JsonObject = Readonly<Record<string, JsonValue>>;

/** A file that can be rewritten. */
export type JsonFile = HostFile & {
  readonly value: JsonObject;
  readonly indent: string;
};

/** Entries of a host's file by name; empty if there are none. */
export function entriesIn({ value }: JsonFile, { key }: Host): Readonly<Record<string, Entry>> {
  const entries = objectOf(value[key]) ?? {};
  return Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, objectOf(entry) ?? {}]),
  );
}

/**
 * The file as JSON, an empty object if there is none. Returns null if rewriting would lose comments, duplicate keys or
 * other spellings of numbers or characters, and for a file whose entries are not in an object.
 */
export function plainJsonFile(path: string, { key }: Host): JsonFile | null {
  const file = readHostFile(path);
  const text = file.text ?? '';
  if (text.trim() === '') return { ...file, value: {}, indent: '  ' };
  const value = objectOf(parseOrNull(text));
  // JSON without the white space outside its strings.
  const compact = text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
  if (value === null || JSON.stringify(value) !== compact) return null;
  if (value[key] !== undefined && objectOf(value[key]) === null) return null;
  return { ...file, value, indent: /^[\t ]+/m.exec(text)?.[0] ?? '  ' };
}

/**
 * The content with the servers added; a person's own additions to an entry are kept.
 *
 * @param dir the folder of the workspace
 * @throws CliFailure if an entry of one of these names leads elsewhere
 */
export function withServers(
  file: JsonFile,
  host: NamedHost,
  servers: readonly Server[],
  { inputs, dir }: { readonly inputs: readonly JsonValue[]; readonly dir: string },
): JsonObject | null {
  const present = entriesIn(file, host);
  for (const { name, entry } of servers) {
    const replaced = { file, host, dir, name, present: present[name] ?? {} };
    assertSameForm(replaced, entry);
    assertSameTarget(replaced, entry);
  }
  const merged = servers.map(({ name, entry }) => {
    const before = present[name] ?? {};
    const env = mergedEnvironment(before[host.environment], entry[host.environment]);
    return [name, { ...before, ...entry, ...(env === null ? {} : { [host.environment]: env }) }];
  });
  const value = {
    ...file.value,
    [host.key]: { ...objectOf(file.value[host.key]), ...Object.fromEntries(merged) },
  };
  if (inputs.length === 0) return value;
  const others = file.value['inputs'] ?? [];
  if (!Array.isArray(others)) return null;
  const added = inputs.filter((input) => !others.some((other) => isSame(input, other)));
  return { ...value, inputs: [...others, ...added] };
}

/**
 * The content without the servers of these names, without inputs that only they used, and without lists that become empty;
 * null if nothing remains.
 */
export function withoutServers(
  file: JsonFile,
  { key, token }: Host,
  names: readonly string[],
  inputs: readonly JsonValue[],
): JsonObject | null {
  const servers = objectOf(file.value[key]);
  if (servers === null) return file.value;
  const others = Object.entries(servers).filter(([name]) => !names.includes(name));
  if (others.length === Object.keys(servers).length) return file.value;
  const { [key]: _servers, ...rest } = file.value;
  const kept = { ...rest, ...(others.length === 0 ? {} : { [key]: Object.fromEntries(others) }) };
  const isUsed = token !== null && JSON.stringify(others).includes(token);
  const after = isUsed ? kept : withoutInputs(kept, inputs);
  return Object.keys(after).length === 0 ? null : after;
}

function withoutInputs(value: JsonObject, inputs: readonly JsonValue[]): JsonObject {
  const { inputs: given, ...rest } = value;
  if (!Array.isArray(given)) return value;
  const others = given.filter((one: JsonValue) => !inputs.some((input) => isSame(one, input)));
  return others.length === 0 ? rest : { ...rest, inputs: others };
}

/** Replaces the whole file; deletes it if nothing remains. Returns whether it has changed. @throws CliFailure */
export async function rewrite(file: JsonFile, after: JsonObject | null): Promise<boolean> {
  if (isSame(file.value, after)) return false;
  const text = `${JSON.stringify(after ?? {}, null, file.indent)}\n`;
  // A link was made by a person, and may not lead nowhere.
  if (after === null && !file.isLink) deleteHostFile(file);
  else await replaceHostFile(file, text);
  return true;
}

/** An entry that a new one of its name would replace. */
type Replaced = {
  readonly file: JsonFile;
  readonly host: NamedHost;
  readonly dir: string;
  readonly name: string;
  readonly present: Entry;
};

/** @throws CliFailure if the present entry is a program and the new one an address, or the reverse: a mixture would be invalid. */
function assertSameForm({ file, host, dir, name, present }: Replaced, entry: Entry): void {
  const isProgram = 'command' in entry;
  const others = isProgram ? ['url', 'serverUrl'] : ['command'];
  if (!others.some((key) => key in present)) return;
  const target = targetOf(present, startFolder(host, dir));
  throw new CliFailure(
    `${printable(file.path)} already has \`${name}\` ${isProgram ? 'at an address' : 'as a program'}, which ${leadsTo(target)}; the file was not changed`,
    `run \`${removalCommand(host, target, dir)}\` first`,
  );
}

/** @throws CliFailure if the present entry leads to another workspace or hub: a file for all workspaces has one entry of a name. */
function assertSameTarget({ file, host, dir, name, present }: Replaced, entry: Entry): void {
  const other = otherTarget(present, entry, startFolder(host, dir));
  if (other === null) return;
  throw new CliFailure(
    `\`${name}\` in ${printable(file.path)} leads to ${printable(other)}; the file was not changed`,
    `run \`${removalCommand(host, other, dir)}\` first, or print the block with \`plumbline config --for ${host.name}\` and add it with other names`,
  );
}

/** Variables that identify the host to a workspace; all others in an environment belong to the person. */
const OURS = ['PLUMBLINE_AGENT', 'PLUMBLINE_TOKEN'];

/** The present environment with another agent and its token; null if there is no other agent. */
function mergedEnvironment(present: unknown, added: JsonValue | undefined): JsonObject | null {
  if (added === undefined) return null;
  const kept = Object.entries(objectOf(present) ?? {}).filter(([name]) => !OURS.includes(name));
  return { ...Object.fromEntries(kept), ...objectOf(added) };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
