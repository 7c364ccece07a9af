/** @module integer: parses an integer argument. */
import { printable } from '../../../kernel/base/text/printable.ts';
import { misuse } from '../failure.ts';

/** An integer from 1 to `max`. `next`: the next step after a wrong one. @throws CliFailure with exit code 2. */
export function parseInteger(
  text: string,
  name: string,
  max: number,
  next = 'see `plumbline audit --help`',
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw misuse(
    `invalid ${name} \`${printable(text)}\`, expected a whole number from 1 to ${max}`,
    next,
  );
}
