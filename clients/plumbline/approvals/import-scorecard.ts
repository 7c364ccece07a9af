/** @module import-scorecard: the scorecards of the imports of a plan, counted in the manifests that a person approves. */
import { createHash } from 'node:crypto';

import { readRows } from '../../../kernel/base/manifest/manifest-elements.ts';
import { ManifestError } from '../../../kernel/base/manifest/manifest-reader.ts';
import type { BranchReader } from '../../../kernel/building/model/projection/branch-reader.ts';
import type { Scorecard } from '../../../kernel/documents/ifc/recognise/scorecard.ts';
import type { ImportRecord, PlannedEvent } from '../../../schemas/events.ts';
import { chunksOf } from '../../../schemas/imports.ts';
import { scorecardLines } from '../calls/scorecard-lines.ts';
import { hangingLines, printable } from '../printable.ts';

/** Where the content of blobs is read. */
type Blobs = Pick<BranchReader, 'blobPart'>;

/** The scorecard of an import of this file name; null if its manifest is missing or is another one. */
export type ImportScorecard = {
  readonly name: string;
  readonly manifest: string;
  readonly scorecard: Scorecard | null;
};

/**
 * The scorecards of the imports in these events. SECURITY: the requester states a scorecard, too, and a hub may send any
 * bytes; only rows of a manifest with the digest of the event are counted.
 */
export async function scorecardsOf(
  blobs: Blobs,
  events: readonly PlannedEvent[],
): Promise<readonly ImportScorecard[]> {
  const found: ImportScorecard[] = [];
  for (const { type, payload } of events) {
    if (type !== 'model.imported') continue;
    const { name, manifest } = payload;
    const scorecard = await scorecardIn(blobs, manifest);
    found.push({ name, manifest: manifest.sha256, scorecard });
  }
  return found;
}

async function scorecardIn(
  blobs: Blobs,
  { sha256, bytes }: ImportRecord['manifest'],
): Promise<Scorecard | null> {
  const chunks = chunksOf(bytes);
  const hash = createHash('sha256');
  try {
    const rows = await readRows(async (n) => {
      const part = n < chunks ? await blobs.blobPart(sha256, n) : null;
      if (part !== null) hash.update(part);
      return part;
    });
    if (hash.digest('hex') !== sha256) return null;
    // Imported here because only plans with imports need it.
    const { scorecardOfRows } =
      await import('../../../kernel/documents/ifc/recognise/scorecard.ts');
    return scorecardOfRows(rows);
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
  return scorecards.flatMap(({ name, manifest, scorecard }) => {
    const unknown = `unknown: the manifest \`${printable(manifest)}\` that the plan names cannot be read`;
    const lines =
      scorecard === null
        ? hangingLines(unknown, '', width - 2)
        : (scorecardLines(scorecard, width - 2) ?? []);
    const heading = scorecards.length === 1 ? 'scorecard' : `scorecard of ${printable(name)}`;
    return ['', ...hangingLines(heading, '', width), ...lines.map((line) => `  ${line}`.trimEnd())];
  });
}
