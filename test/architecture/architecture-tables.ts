/** @module architecture-tables: the two tables of ARCHITECTURE.md, as the tests that hold them read them. */
import { readFileSync } from 'node:fs';

/** First cells (without backticks and closing slash) and second cells of the table under a heading. */
function tableUnder(heading: string): readonly (readonly [string, string])[] {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`ARCHITECTURE.md has no section \`${heading}\``);
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, first = '', second = ''] = line.split('|').map((cell) => cell.trim());
      const name = /^`([^`]+?)\/?`$/.exec(first)?.[1];
      if (name === undefined) throw new Error(`got \`${first}\`, want one name in backticks`);
      return [name, second] as const;
    });
}

/** Folders (and files) that the page describes, in its order. */
export function describedFolders(): readonly string[] {
  return tableUnder('Folders').map(([name]) => name);
}

/** For each row of the import table, the paths and `npm:` packages that it permits. */
export function importRules(): ReadonlyMap<string, readonly string[]> {
  const rows = tableUnder('Allowed imports').map(
    ([from, targets]) =>
      [
        from,
        targets
          .split(',')
          .map((target) => target.trim())
          .filter((target) => target !== '')
          .map((target) => (isPath(target) ? target : `npm:${target}`)),
      ] as const,
  );
  const rules = new Map(rows);
  if (rules.size !== rows.length) throw new Error('the import table has two rows for one folder');
  return rules;
}

function isPath(target: string): boolean {
  return /^(?:schemas|kernel|governance|servers|clients)(?:\/|$)/.test(target);
}
