/** @module revision-score: how a revision differs from the import that it supersedes, counted in both manifests. */
import { hangingLines, printable } from '../../kernel/base/text/printable.ts';
import type { ImportRevised } from '../../schemas/events.ts';
import type { ManifestRow } from '../../schemas/imports.ts';

/** Maximum number of elements that are listed as new, changed or gone; more are counted. */
const LISTED = 20;

/** Elements that are new, changed or gone: their number, and kinds, names and ids of the first ones. */
type Changes = { readonly count: number; readonly texts: readonly string[] };

/** The differences of a revision; null if one of both manifests is missing or is another one. */
export type RevisionScore = {
  readonly supersedes: string;
  readonly manifest: string;
  readonly differences: {
    readonly created: Changes;
    readonly changed: Changes;
    readonly gone: Changes;
    readonly unchanged: number;
  } | null;
};

/** Compares the rows of both manifests; null stands for a manifest that cannot be read. */
export async function revisionScore(
  { import_id, manifest }: ImportRevised,
  old: readonly ManifestRow[] | null,
  fresh: readonly ManifestRow[] | null,
): Promise<RevisionScore> {
  const about = { supersedes: import_id, manifest: manifest.sha256 };
  if (old === null || fresh === null) return { ...about, differences: null };
  // Imported here because only plans with revisions need it.
  const { rowDifferences } = await import('../../kernel/documents/ifc/revise/differences.ts');
  const { created, changed, gone, unchanged } = rowDifferences(old, fresh);
  return {
    ...about,
    differences: {
      created: changesOf(created, fresh),
      changed: changesOf(changed, fresh),
      gone: changesOf(gone, old),
      unchanged,
    },
  };
}

function changesOf(ids: readonly string[], rows: readonly ManifestRow[]): Changes {
  const listed = ids.slice(0, LISTED);
  const shown = new Map<string, string>();
  for (const { element, name } of rows) {
    if (element === null || !listed.includes(element.id)) continue;
    const named = name === null || name === '' ? '' : ` \`${printable(name)}\``;
    shown.set(element.id, `${printable(element.kind)}${named} (${printable(element.id)})`);
  }
  return { count: ids.length, texts: listed.map((id) => shown.get(id) ?? printable(id)) };
}

/** The differences as lines of at most `width` characters: counts, then elements that are gone, new and changed. */
export function revisionLines(
  { supersedes, manifest, differences }: RevisionScore,
  width: number,
): readonly string[] {
  const heading = hangingLines(`revision of ${printable(supersedes)}`, '', width);
  if (differences === null) {
    const unknown = `unknown: the manifest \`${printable(manifest)}\` that it supersedes, or its own, cannot be read`;
    return [...heading, ...hangingLines(unknown, '  ', width)];
  }
  const { created, changed, gone, unchanged } = differences;
  const counts = `${gone.count} gone, ${created.count} new, ${changed.count} changed, ${unchanged} unchanged; properties in the file are not compared`;
  return [
    ...heading,
    ...hangingLines(counts, '  ', width),
    ...listLines('gone', gone, width),
    ...listLines('new', created, width),
    ...listLines('changed', changed, width),
  ];
}

function listLines(word: string, { count, texts }: Changes, width: number): readonly string[] {
  const more = count - texts.length;
  return [
    ...texts.flatMap((text) => hangingLines(`${word}: ${text}`, '  ', width)),
    ...(more > 0 ? [`  and ${more} more ${word}`] : []),
  ];
}
