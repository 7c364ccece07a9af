/** @module digest-prefix: which plans a script means to approve, by the beginnings of their digests. */
import { type Call, textOf } from '../command.ts';
import { misuse } from '../failure.ts';

/** Hexadecimal digits that tell a plan from every other one that somebody could make up: 48 bits. */
const LEAST = 12;

/**
 * The digests given with `--digest`, one for each id; null where a person is asked instead. Throws CliFailure with
 * exit code 2 where nobody can be asked, for what is no beginning of a digest, and for another number of them than ids.
 */
export function digestPrefixes(call: Call): readonly string[] | null {
  const given = textOf(call, 'digest');
  const ids = call.positionals;
  if (given === null) {
    if (call.terminal.interactive && !call.json) return null;
    throw misuse(
      `got no --digest${call.json ? ' with --json' : ' and no terminal to ask on'}, want at least ${LEAST} hexadecimal digits of the digest that was shown`,
      `read \`plumbline approvals show ${ids[0] ?? 'ID'}\`, its last line has the digest; then add --digest PREFIX`,
    );
  }
  const prefixes = given.toLowerCase().split(',');
  const wrong = prefixes.find((prefix) => !/^[0-9a-f]{12,64}$/.test(prefix));
  if (wrong !== undefined) {
    throw misuse(
      `got \`${wrong}\` for --digest, want ${LEAST} to 64 hexadecimal digits`,
      'take them from the last line of `plumbline approvals show ID`',
    );
  }
  if (prefixes.length !== ids.length) {
    throw misuse(
      `got ${prefixes.length} digests for ${ids.length} ids, want one for each, in their order`,
      'separate them by commas: --digest PREFIX,PREFIX',
    );
  }
  return prefixes;
}
