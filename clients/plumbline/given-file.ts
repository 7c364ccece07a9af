/** @module given-file: a JSON file that the caller names. */
import { readFileSync } from 'node:fs';

import { CliFailure } from './failure.ts';
import { printable } from './printable.ts';

/** The JSON value in a file. Throws CliFailure when there is none. */
export function parsedFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFailure(
      1,
      `cannot read ${printable(path)}: ${printable(reason)}`,
      'name a file with JSON in it',
    );
  }
}
