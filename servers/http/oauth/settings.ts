/** @module settings: reads the file of `plumbline serve --oauth`. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type * as z from 'zod';

import { NotUtf8, utf8Text } from '../../../kernel/base/text/utf8.ts';
import { useIssueWords } from '../../../schemas/issue-words.ts';
import { OAuthFile } from '../../../schemas/oauth.ts';
import { UsageError } from '../../host/options.ts';
import { publicKeys } from './key-set.ts';
import { fetchedJson, fileJson } from './key-sources.ts';

useIssueWords();

/** The file, and how to read the keys that it names. */
export type OAuthSettings = {
  readonly file: OAuthFile;
  /** Rejects if they cannot be read. */
  readonly readKeys: () => Promise<unknown>;
};

/** Reads the file at a path. Throws UsageError with all faults; it never contains values of keys. */
export async function readOAuthFile(path: string): Promise<OAuthSettings> {
  const at = resolve(path);
  const given = jsonOf(at);
  const { success, data: file, error } = OAuthFile.safeParse(given);
  if (!success) {
    const faults = error.issues.map((issue) => faultOf(issue, given));
    throw faulty(at, faults);
  }
  const twice = ambiguous(file.subjects);
  if (twice !== null) throw faulty(at, [twice]);
  const readKeys = keysOf(file, dirname(at));
  if (!('url' in file.jwks)) {
    try {
      const { faults } = publicKeys(await readKeys());
      if (faults.length > 0) throw new Error(faults.join('; '));
    } catch (cause) {
      throw faulty(at, [`jwks: ${cause instanceof Error ? cause.message : String(cause)}`]);
    }
  }
  return { file, readKeys };
}

function keysOf({ jwks }: OAuthFile, folder: string): OAuthSettings['readKeys'] {
  if ('url' in jwks) return async () => await fetchedJson(jwks.url);
  if ('file' in jwks) return async () => await fileJson(resolve(folder, jwks.file));
  return () => Promise.resolve(jwks);
}

function jsonOf(path: string): unknown {
  const bytes = readFileSync(path);
  try {
    return JSON.parse(utf8Text(bytes));
  } catch (error) {
    if (error instanceof NotUtf8) throw faulty(path, [error.message]);
    throw faulty(path, ['it is not JSON']);
  }
}

function faulty(path: string, faults: readonly string[]): UsageError {
  return new UsageError(
    `${path} is not a valid OAuth file: ${faults.join('; ')}; docs/hub.md describes the file`,
  );
}

/** The fault of two names for one subject, whose tokens would be refused; null without one. */
function ambiguous(subjects: OAuthFile['subjects']): string | null {
  const names = new Map<string, string>();
  for (const [place, { name, claims }] of subjects.entries()) {
    const key = JSON.stringify(Object.entries(claims).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const other = names.get(key);
    if (other !== undefined && other !== name) {
      return `subjects.${place}: the claims of \`${other}\` are also those of \`${name}\`, expected one name for them`;
    }
    names.set(key, name);
  }
  return null;
}

function faultOf({ path, message }: z.core.$ZodIssue, given: unknown): string {
  const place = path.map(String).join('.') || 'the file';
  // A value at the position of keys may be a secret key.
  if (path[0] === 'jwks') return `${place}: ${message}`;
  return `${place}: found ${described(valueAt(given, path))}, ${message}`;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

const MAX_SHOWN = 80;

function described(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `\`${value.slice(0, MAX_SHOWN)}\``;
  if (typeof value === 'number' || typeof value === 'boolean') return `\`${value}\``;
  if (value === null) return '`null`';
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
}
