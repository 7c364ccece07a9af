/** @module merged-config: a host's configuration with our servers in it and everything else as it was. */
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { makeFolder } from '../../../kernel/files/make-folder.ts';
import { writeFileAtomically } from '../../../kernel/files/write-file-atomically.ts';
import { CliFailure } from '../failure.ts';
import { textOfFile } from '../given-file.ts';
import { printable } from '../printable.ts';
import type { Host } from './hosts.ts';
import { JsoncFault, type JsonValue, withJsoncValue } from './jsonc.ts';
import { tomlValue, TomlFault, withTomlTable } from './toml-table.ts';

/** Values to set in the file: a path of keys and what stands there, as JSON has it. */
export type Setting = { readonly path: readonly string[]; readonly value: JsonValue };

/**
 * Sets the values in the host's file, which is made where there is none and replaced as a whole. Answers whether it
 * was changed. Throws CliFailure when the file cannot be understood; it then stays as it was.
 */
export async function mergeIntoFile(
  { form }: Pick<Host, 'form'>,
  path: string,
  values: readonly Setting[],
): Promise<boolean> {
  // A link, as of people who keep such files elsewhere, stays a link.
  const file = existsSync(path) ? realpathSync(path) : path;
  const before = existsSync(file) ? textOfFile(file) : '';
  const after = mergedText(form, before, values, path);
  if (after === before) return false;
  makeFolder(dirname(file));
  const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0o644) & 0o777;
  await writeFileAtomically(file, after, { unique: randomUUID(), mode });
  return true;
}

function mergedText(
  form: Host['form'],
  before: string,
  values: readonly Setting[],
  path: string,
): string {
  try {
    return values.reduce(
      (text, { path: keys, value }) =>
        form === 'json' ? withJsoncValue(text, keys, value) : withToml(text, keys, value),
      before,
    );
  } catch (error) {
    if (!(error instanceof JsoncFault || error instanceof TomlFault)) throw error;
    throw new CliFailure(
      1,
      `${printable(path)} was left as it is: ${printable(error.message)}`,
      'put in by hand what the same command prints without --write',
    );
  }
}

/** One key of a TOML table: the last of the keys, in the table that the others name. */
function withToml(text: string, keys: readonly string[], value: JsonValue): string {
  return withTomlTable(text, keys.slice(0, -1).join('.'), {
    [keys.at(-1) ?? '']: tomlValue(value),
  });
}
