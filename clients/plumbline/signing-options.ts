/** @module signing-options: the options of a decision: digest prefixes in place of a prompt, and a reason. */
import { printable } from '../../kernel/base/text/printable.ts';
import { type Call, textOf } from './command.ts';
import { misuse } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Minimum number of hexadecimal digits: 48 bits distinguish a plan from any other that can be constructed in practice. */
const DIGITS_MIN = 12;

/** Maximum length of a reason (characters). */
const REASON_MAX = 2000;

/**
 * The prefixes of `--digest`, one for each of `count` objects; null if a person is to be prompted instead.
 *
 * @param show command that prints the digest, in its line `digest`
 * @throws CliFailure with exit code 2 without option and terminal, for an invalid prefix, and for a wrong number of prefixes
 */
export function digestPrefixes(call: Call, show: string, count: number): readonly string[] | null {
  const given = givenPrefixes(call, show, count);
  if (given === null) {
    if (call.terminal.interactive && !call.json) return null;
    throw misuse(
      `--digest is missing, and ${call.json ? '--json allows no prompt' : 'there is no terminal for a prompt'}; expected at least ${DIGITS_MIN} hexadecimal digits of the displayed digest`,
      `run \`${show}\`, whose line \`digest\` has it; then add --digest PREFIX`,
    );
  }
  return given;
}

/**
 * The prefixes of `--digest`, one for each of `count` objects; null without the option.
 *
 * @param show command that prints the digest, in its line `digest`
 * @throws CliFailure with exit code 2 for an invalid prefix, and for a wrong number of prefixes
 */
export function givenPrefixes(call: Call, show: string, count: number): readonly string[] | null {
  const text = textOf(call, 'digest');
  if (text === null) return null;
  const prefixes = text.toLowerCase().split(',');
  const wrong = prefixes.find((prefix) => !/^[0-9a-f]{12,64}$/.test(prefix));
  if (wrong !== undefined) {
    throw misuse(
      `invalid --digest \`${printable(wrong)}\`, expected ${DIGITS_MIN} to 64 hexadecimal digits`,
      `copy them from the line \`digest\` of \`${show}\``,
    );
  }
  if (prefixes.length === count) return prefixes;
  throw misuse(
    `--digest has ${prefixes.length} prefixes for ${count} ids, expected one for each id, in the same order`,
    'separate them with commas: --digest PREFIX,PREFIX',
  );
}

/** The reason of `--reason`, null without it. @throws CliFailure with exit code 2 for an empty or too long reason. */
export function reasonOption(call: Call): string | null {
  const reason = textOf(call, 'reason');
  if (reason === null || (reason.trim() !== '' && reason.length <= REASON_MAX)) return reason;
  throw misuse(
    `the reason has ${reason.length} characters, expected 1 to ${REASON_MAX}`,
    'give a reason within this length',
  );
}

/** Whether the person answers a question with `y` or `yes`. */
export async function isConfirmed({ ask }: Terminal, question: string): Promise<boolean> {
  return ['y', 'yes'].includes((await ask(`${question} y/n `)).trim().toLowerCase());
}
