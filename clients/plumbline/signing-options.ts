/** @module signing-options: the options with which a person decides without a prompt: digest prefixes and a reason. */
import { type Call, textOf } from './command.ts';
import { misuse } from './failure.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

/** Hexadecimal digits that distinguish a plan from any other that can be constructed in practice: 48 bits. */
const DIGITS_LEAST = 12;

/** Longest reason (characters). */
const REASON_MAX = 2000;

/**
 * The prefixes of `--digest`, one for each of `count` objects; null if a person is asked instead.
 *
 * @param show command that prints the digest in its last line
 * @throws CliFailure with exit code 2 without option and terminal, for an invalid prefix, and for another number of them
 */
export function digestPrefixes(call: Call, show: string, count: number): readonly string[] | null {
  const given = textOf(call, 'digest');
  if (given === null) {
    if (call.terminal.interactive && !call.json) return null;
    throw misuse(
      `--digest is missing, and ${call.json ? '--json allows no prompt' : 'there is no terminal for a prompt'}; expected at least ${DIGITS_LEAST} hexadecimal digits of the displayed digest`,
      `run \`${show}\`, whose last line has the digest; then add --digest PREFIX`,
    );
  }
  const prefixes = given.toLowerCase().split(',');
  const wrong = prefixes.find((prefix) => !/^[0-9a-f]{12,64}$/.test(prefix));
  if (wrong !== undefined) {
    throw misuse(
      `invalid --digest \`${printable(wrong)}\`, expected ${DIGITS_LEAST} to 64 hexadecimal digits`,
      `take them from the last line of \`${show}\``,
    );
  }
  if (prefixes.length === count) return prefixes;
  throw misuse(
    `got ${prefixes.length} digests for ${count} ids, expected one for each, in their order`,
    'separate them by commas: --digest PREFIX,PREFIX',
  );
}

/** The reason of `--reason`, null without it. @throws CliFailure with exit code 2 for an empty or too long reason. */
export function givenReason(call: Call): string | null {
  const reason = textOf(call, 'reason');
  if (reason === null || (reason.trim() !== '' && reason.length <= REASON_MAX)) return reason;
  throw misuse(
    `the reason has ${reason.length} characters, expected 1 to ${REASON_MAX}`,
    'shorten the reason, or give one',
  );
}

/** Whether the person answers a question with `y` or `yes`. */
export async function isConfirmed({ ask }: Terminal, question: string): Promise<boolean> {
  return ['y', 'yes'].includes((await ask(`${question} y/n `)).trim().toLowerCase());
}
