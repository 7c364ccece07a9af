/** @module own-packs: packs of rules that the operator of a workspace has put into its folder of rules. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readOperatorPack } from '../../kernel/compliance/operator-pack.ts';
import type { Pack } from '../../kernel/compliance/pack.ts';
import type { OperatorRule } from '../../kernel/compliance/rule.ts';

/** Files that are read, in the order of their names, and their largest size in bytes. */
const FILES_MOST = 20;
const BYTES_MOST = 1_048_576;
/** Faults said of one file. */
const FAULTS_SAID = 5;

/** Packs of the operator, and what is wrong with files that are none. */
export type OwnPacks = {
  readonly packs: readonly Pack<OperatorRule>[];
  readonly warnings: readonly string[];
};

/** Files without use that a refusal names. */
const UNUSED_NAMED = 3;

/** What is said of standards that there are not, with the files that might have had them. */
export function noStandard(
  unknown: readonly string[],
  known: readonly string[],
  { warnings }: OwnPacks,
): string {
  const named = `no standard \`${unknown.join('`, `')}\`, expected one of ${known.join(', ')}`;
  return [named, ...warnings.slice(0, UNUSED_NAMED)].join('; ');
}

/** Where the packs of an operator come from; read anew for each run. */
export type PackSource = () => OwnPacks;

/** The packs in the `.json` files of a folder; none where there is no such folder. What cannot be read is said and left out. */
export function packsIn(folder: string): PackSource {
  return () => {
    const names = namesIn(folder);
    const packs = new Map<string, Pack<OperatorRule>>();
    const warnings: string[] = [];
    if (names.length > FILES_MOST) {
      warnings.push(`of ${names.length} files of rules the first ${FILES_MOST} were read`);
    }
    for (const name of names.slice(0, FILES_MOST)) {
      const read = packIn(join(folder, name));
      if (!read.ok) {
        const said = read.faults.slice(0, FAULTS_SAID).join('; ');
        warnings.push(`the rules in \`${name}\` were not used: ${said}`);
      } else if (packs.has(read.pack.standard)) {
        warnings.push(`the rules in \`${name}\` were not used: there is a pack of that standard`);
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
    if (!stat.isFile()) return { ok: false, faults: ['it is no file'] };
    if (stat.size > BYTES_MOST) {
      return { ok: false, faults: [`got ${stat.size} bytes, expected at most ${BYTES_MOST}`] };
    }
    return readOperatorPack(readFileSync(path, 'utf8'));
  } catch (error) {
    // A link to nothing, or a file that may not be read: the other files are read all the same.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { ok: false, faults: [`it cannot be read (${String(error.code)})`] };
  }
}
