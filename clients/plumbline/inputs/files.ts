/** @module files: reads and creates the files that a command names. */
import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';

import { systemCause } from '../../../kernel/base/files/system-error.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { NotUtf8, utf8Text } from '../../../kernel/base/text/utf8.ts';
import type { Call } from '../command.ts';
import { CliFailure } from '../failure.ts';

/** The JSON value in a file. @throws CliFailure if it cannot be read or is not JSON. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(utf8Text(readFileSync(path)));
  } catch (error) {
    throw unreadable(path, error, 'name a file with JSON in UTF-8');
  }
}

/** The text of a file, relative to the caller's folder. `expected` describes the file for the hint. @throws CliFailure */
export function readTextFile(call: Call, file: string, expected: string): string {
  const path = resolve(call.terminal.cwd, file);
  try {
    return utf8Text(readFileSync(path));
  } catch (error) {
    throw unreadable(path, error, `name ${expected}`);
  }
}

/** The text of a file that will be rewritten. @throws CliFailure if it is not UTF-8: rewriting would change other bytes. */
export function readEditableFile(path: string): string {
  const bytes = readFileSync(path);
  try {
    return utf8Text(bytes);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw unreadable(path, error, 'save the file as UTF-8; it was not changed');
  }
}

/** Opens a new file for writing. @throws CliFailure if it exists or its folder does not. */
export async function createFile(path: string, mode?: number): Promise<FileHandle> {
  return await open(path, 'wx', mode).catch((error: unknown) => {
    throw new CliFailure(
      `cannot write ${printable(path)}: ${printable(causeOf(error))}`,
      'name a file that does not exist, in an existing folder',
    );
  });
}

function unreadable(path: string, error: unknown, next: string): CliFailure {
  return new CliFailure(`cannot read ${printable(path)}: ${printable(causeOf(error))}`, next);
}

/** The cause without the path, which the messages name. */
function causeOf(error: unknown): string {
  return systemCause(error) ?? (error instanceof Error ? error.message : String(error));
}
