/** @module own-packs: rule packs in the rules folder of a workspace. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readOperatorPack } from '../../kernel/checks/compliance/operator-pack.ts';
import type { Pack } from '../../kernel/checks/compliance/pack.ts';
import type { OperatorRule } from '../../kernel/checks/compliance/rule.ts';
import { useIssueWords } from '../../schemas/issue-words.ts';

useIssueWords();

/** Maximum number of files read, in the order of their names, and maximum size of a file in bytes. */
const MAX_FILES = 20;
const MAX_BYTES = 1_048_576;
/** Maximum number of faults reported per file. */
const MAX_FAULTS = 5;

/** Packs of the operator, and the faults of invalid files. */
export type OwnPacks = {
  readonly packs: readonly Pack<OperatorRule>[];
  readonly warnings: readonly string[];
};

/** Maximum number of invalid files listed in a refusal. */
const MAX_UNUSED = 3;

/** The message about unknown standards, with the invalid files that might contain them. */
export function noStandard(
  unknown: readonly string[],
  known: readonly string[],
  { warnings }: OwnPacks,
): string {
  const refusal = `unknown standard \`${unknown.join('`, `')}\`; expected one of ${known.join(', ')}`;
  return [refusal, ...warnings.slice(0, MAX_UNUSED)].join('; ');
}

/** Source of the operator's packs; it reads them again for each run. */
export type PackSource = () => OwnPacks;

/**
 * Reads the packs in the `.json` files of a folder; empty if the folder does not exist. Invalid files are reported and
 * skipped.
 */
export function packsIn(folder: string): PackSource {
  return () => {
    const names = namesIn(folder);
    const packs = new Map<string, Pack<OperatorRule>>();
    const warnings: string[] = [];
    if (names.length > MAX_FILES) {
      warnings.push(`only the first ${MAX_FILES} of ${names.length} rule files were read`);
    }
    for (const name of names.slice(0, MAX_FILES)) {
      const read = packIn(join(folder, name));
      if (!read.ok) {
        const faults = read.faults.slice(0, MAX_FAULTS).join('; ');
        warnings.push(`the rules in \`${name}\` were not used: ${faults}`);
      } else if (packs.has(read.pack.standard)) {
        warnings.push(
          `the rules in \`${name}\` were not used: another file defines the same standard`,
        );
      } else {
        packs.set(read.pack.standard, read.pack);
      }
    }
    return { packs: [...packs.values()], warnings };
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function packIn(path: string): ReturnType<typeof readOperatorPack> {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return { ok: false, faults: ['it is not a file'] };
    if (stat.size > MAX_BYTES) {
      return {
        ok: false,
        faults: [`the file has ${stat.size} bytes, expected at most ${MAX_BYTES}`],
      };
    }
    return readOperatorPack(readFileSync(path, 'utf8'));
  } catch (error) {
    // A broken link or an unreadable file is reported, and the other files are still read.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { ok: false, faults: [`it cannot be read (${String(error.code)})`] };
  }
}
