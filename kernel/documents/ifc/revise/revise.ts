/** @module revise: an IFC file as a revision of an earlier import. */
import type { ImportMatches, ImportRecord } from '../../../../schemas/events.ts';
import type { ManifestRow } from '../../../../schemas/imports.ts';
import { compareText } from '../../../base/canonical/deep-equal.ts';
import { type Import, type ImportChoices, importOf } from '../recognise/import-of.ts';
import type { Kernels } from '../recognise/kernels.ts';
import { decisionsOf, type MatchChoice, matchesOf } from './decisions.ts';
import { type RowDifferences, rowDifferences } from './differences.ts';
import { extentsOf } from './extents.ts';
import { ManifestSide } from './manifest-side.ts';
import { type Ambiguous, matchRows, type Matching, type Pass } from './match.ts';
import {
  adoptedRow,
  adoptedRows,
  isSamePlace,
  nameable,
  type OwnElements,
} from './own-elements.ts';
import { newIds, renamedRows } from './rename.ts';

/** The import that is superseded, the decisions of a person, and whether an id is taken on the branch. */
export type Superseded = {
  readonly record: ImportRecord;
  readonly rows: readonly ManifestRow[];
  readonly choices: readonly MatchChoice[];
  readonly isTaken: (id: string) => boolean;
  readonly own: OwnElements;
};

/** A product that became an element of another kind, as a body that is now recognised. */
export type Replaced = { readonly before_id: string; readonly element_id: string };

/** How the elements of a revision are those of the superseded import. */
export type RevisionMatch = {
  /** Numbers of elements by the pass that found their predecessor. */
  readonly matched: Readonly<Record<Pass, number>>;
  /** Matched elements with another kind, and therefore another id. */
  readonly replaced: readonly Replaced[];
  /** In the order of the file. */
  readonly ambiguous: readonly Ambiguous[];
  readonly differences: RowDifferences;
  /** Ids of elements of the branch that the file has, too, and of those that have another place or extent in it. */
  readonly own: { readonly found: readonly string[]; readonly differing: readonly string[] };
  /** The decisions that were applied. */
  readonly matches: ImportMatches['matches'];
};

/** An import that is a revision. */
export type RevisedImport = { readonly made: Import; readonly match: RevisionMatch };

/**
 * Reads a file as a revision of an earlier import. Its elements have the ids of their predecessors, and its frame is
 * that of the earlier import.
 *
 * @throws {NoIfcFile | ImportFault} as `importOf`
 * @throws {RevisionFault} for decisions that do not fit the files
 */
export async function revisionOf(
  bytes: Buffer,
  choices: Omit<ImportChoices, 'revision'>,
  superseded: Superseded,
): Promise<RevisedImport> {
  const { record } = superseded;
  const found: RevisionMatch[] = [];
  const made = await importOf(bytes, {
    ...choices,
    revision: {
      supersedes: {
        import_id: record.import_id,
        manifest: { elements: record.manifest.elements, sha256: record.manifest.sha256 },
      },
      origin: record.frame.origin,
      revised: (fresh, kernels) => {
        const { rows, ids, match } = revisedRows(fresh, superseded, kernels);
        found.push(match);
        return { rows, ids };
      },
    },
  });
  const [match] = found;
  if (match === undefined) throw new Error('the rows of a revision were not matched');
  return { made, match };
}

/** The rows of a revision with the ids of their predecessors. @throws {RevisionFault} */
export function revisedRows(
  fresh: readonly ManifestRow[],
  { rows: old, choices, isTaken, own }: Omit<Superseded, 'record'>,
  { solids }: Pick<Kernels, 'solids'>,
): {
  readonly rows: readonly ManifestRow[];
  readonly ids: ReadonlyMap<string, string>;
  readonly match: RevisionMatch;
} {
  const { decisions, chosen } = decisionsOf(choices, fresh, { old, own: own.elements });
  const candidates = adoptedRows(fresh, own, { chosen, others: decisions });
  const side = new ManifestSide(fresh, extentsOf(fresh, solids));
  const matching = matchRows(
    new ManifestSide(old, extentsOf(old, solids)),
    side,
    new Map([...decisions, ...[...candidates.keys()].map((row) => [row, null] as const)]),
  );
  const oldIds = new Set(old.flatMap(({ element }) => element?.id ?? []));
  const { predecessors, ambiguous } = matching;
  const isUsed = (id: string): boolean => oldIds.has(id) || isTaken(id);
  const all = newIds(fresh, { predecessors, adopted: candidates }, isUsed);
  const adopted = nameable(candidates, new Set(all.values()));
  const ids = newIds(fresh, { predecessors, adopted }, isUsed);
  const present = new Set(ids.values());
  const differing: string[] = [];
  const rows = renamedRows(fresh, ids, (row, from) => {
    const one = adopted.get(from);
    if (one === undefined) return row;
    const isSame = isSamePlace(from, one, { fresh: side, own });
    if (!isSame) differing.push(one.id);
    return adoptedRow(row, one, { isSame, ids: present });
  });
  const found = [...adopted.values()].map(({ id }) => id).toSorted(compareText);
  const differences = rowDifferences(old, rows);
  const isOwn = new Set(found);
  return {
    rows,
    ids,
    match: {
      matched: countsOf(matching),
      replaced: replacedIn(matching, ids),
      ambiguous,
      differences: { ...differences, created: differences.created.filter((id) => !isOwn.has(id)) },
      own: { found, differing: differing.toSorted(compareText) },
      matches: matchesOf(decisions),
    },
  };
}

function countsOf({ predecessors }: Matching): Readonly<Record<Pass, number>> {
  const counts = { person: 0, guid: 0, tag: 0, geometry: 0, name: 0 };
  for (const [fresh, { row, by }] of predecessors) {
    if (fresh.element !== null && row.element !== null) counts[by] += 1;
  }
  return counts;
}

function replacedIn(
  { predecessors }: Matching,
  ids: ReadonlyMap<string, string>,
): readonly Replaced[] {
  const replaced: Replaced[] = [];
  for (const [{ element }, { row }] of predecessors) {
    if (element === null || row.element === null || element.kind === row.element.kind) continue;
    replaced.push({ before_id: row.element.id, element_id: ids.get(element.id) ?? element.id });
  }
  return replaced;
}
