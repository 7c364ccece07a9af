/** @module given-file: a JSON file that the caller names. */
import { readFileSync } from 'node:fs';

import { NotUtf8, utf8Text } from '../../kernel/text/utf8.ts';
import { CliFailure } from './failure.ts';
import { printable } from './printable.ts';

/** The JSON value in a file. Throws CliFailure when there is none. */
export function parsedFile(path: string): unknown {
  try {
    return JSON.parse(utf8Text(readFileSync(path)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFailure(
      1,
      `cannot read ${printable(path)}: ${printable(reason)}`,
      'name a file with JSON in UTF-8 in it',
    );
  }
}

/** The text of a file that is read to be changed. Throws CliFailure where it is not UTF-8: writing it would replace bytes. */
export function textOfFile(path: string): string {
  const bytes = readFileSync(path);
  try {
    return utf8Text(bytes);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new CliFailure(
      1,
      `cannot read ${printable(path)}: ${error.message}`,
      'save the file in UTF-8; it was left as it is',
    );
  }
}
