/** @module import-scorecard: the scorecards of the imports of a plan, counted in the manifests that a person approves. */
import { createHash } from 'node:crypto';

import { readRows } from '../../kernel/base/manifest/manifest-elements.ts';
import { ManifestError } from '../../kernel/base/manifest/manifest-reader.ts';
import { hangingLines, printable } from '../../kernel/base/text/printable.ts';
import type { BranchReader } from '../../kernel/building/model/projection/branch-reader.ts';
import type { Scorecard } from '../../kernel/documents/ifc/recognise/scorecard.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { chunksOf, IMPORT_LIMITS, type ManifestRow } from '../../schemas/imports.ts';
import { revisionLines, type RevisionScore, revisionScore } from './revision-score.ts';
import { scorecardLines } from './scorecard-lines.ts';

/** Where the content of blobs is read. */
type Blobs = Pick<BranchReader, 'blobPart'>;

/** The scorecard of an import of this file name; null if its manifest is missing or is another one. */
export type ImportScorecard = {
  readonly name: string;
  readonly manifest: string;
  readonly scorecard: Scorecard | null;
  /** Null for an import that supersedes none. */
  readonly revision: RevisionScore | null;
};

/**
 * The scorecards of the imports in these events. SECURITY: the requester states a scorecard and a revision, too, and a
 * hub may send any bytes; only rows of manifests with the digests of the event are counted.
 */
export async function scorecardsOf(
  blobs: Blobs,
  events: readonly PlannedEvent[],
): Promise<readonly ImportScorecard[]> {
  const found: ImportScorecard[] = [];
  for (const { type, payload } of events) {
    if (type !== 'model.imported') continue;
    const { name, manifest, supersedes } = payload;
    const rows = await rowsIn(blobs, manifest.sha256, manifest.bytes);
    const scorecard = rows === null ? null : await scorecardIn(rows);
    const old =
      supersedes === null
        ? null
        : await rowsIn(blobs, supersedes.manifest.sha256, IMPORT_LIMITS.manifest_bytes);
    const revision = supersedes === null ? null : await revisionScore(supersedes, old, rows);
    found.push({ name, manifest: manifest.sha256, scorecard, revision });
  }
  return found;
}

async function scorecardIn(rows: readonly ManifestRow[]): Promise<Scorecard> {
  // Imported here because only plans with imports need it.
  const { scorecardOfRows } = await import('../../kernel/documents/ifc/recognise/scorecard.ts');
  return scorecardOfRows(rows);
}

/** The rows of the manifest with this digest, of at most `bytes`; null if the blobs do not have it. */
async function rowsIn(
  blobs: Blobs,
  sha256: string,
  bytes: number,
): Promise<readonly ManifestRow[] | null> {
  const chunks = chunksOf(bytes);
  const hash = createHash('sha256');
  try {
    const rows = await readRows(async (n) => {
      const part = n < chunks ? await blobs.blobPart(sha256, n) : null;
      if (part !== null) hash.update(part);
      return part;
    });
    return hash.digest('hex') === sha256 ? rows : null;
  } catch (error) {
    if (error instanceof ManifestError) return null;
    throw error;
  }
}

/** The scorecards as lines of at most `width` characters, each below its heading; none for a plan without imports. */
export function importScorecardLines(
  scorecards: readonly ImportScorecard[],
  width: number,
): readonly string[] {
  return scorecards.flatMap(({ name, manifest, scorecard, revision }) => {
    const unknown = `unknown: the manifest \`${printable(manifest)}\` that the plan names cannot be read`;
    const lines =
      scorecard === null
        ? hangingLines(unknown, '', width - 2)
        : (scorecardLines(scorecard, width - 2) ?? []);
    const heading = scorecards.length === 1 ? 'scorecard' : `scorecard of ${printable(name)}`;
    return [
      '',
      ...hangingLines(heading, '', width),
      ...lines.map((line) => `  ${line}`.trimEnd()),
      ...(revision === null ? [] : ['', ...revisionLines(revision, width)]),
    ];
  });
}
