/** @module ids-source: an IDS file below `artifacts/`, read for a check of it or by it. */
import { createHash } from 'node:crypto';

import type { IdsFinding } from '../../kernel/documents/ids/finding.ts';
import { shownText } from '../../kernel/documents/ids/findings/ids-findings.ts';
import type { Ids } from '../../kernel/documents/ids/ids.ts';
import { readIds } from '../../kernel/documents/ids/read/read-ids.ts';
import type { JsonObject } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { IfcFiles } from './ifc-files.ts';

/** An IDS file: what was read of it, and what identifies its content. */
export type IdsSource = {
  /** Below `artifacts/`. */
  readonly path: string;
  readonly bytes: Buffer;
  /** SHA-256 of the file, hexadecimal digits. */
  readonly sha256: string;
  /** Null if the file is no IDS file. */
  readonly ids: Ids | null;
  /** In what the file differs from the format. */
  readonly findings: readonly IdsFinding[];
};

type Context = {
  readonly refuse: Refuse<'INVALID_ARGUMENT'>;
  readonly principal: Principal;
};

/**
 * Reads an IDS file for a principal. Refuses INVALID_ARGUMENT for a path outside `artifacts/`, and with the same message
 * for a file that does not exist and one that the principal may not read.
 */
export async function idsSource(
  given: string,
  files: Pick<IfcFiles, 'pathOf' | 'read'>,
  context: Context,
): Promise<IdsSource> {
  const path = await files.pathOf({ path: given }, context);
  const bytes = await files.read(path, context);
  const { ids, findings } = readIds(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, bytes, sha256, ids, findings };
}

/** An IDS file that can be checked. Refuses INVALID_ARGUMENT for a file that is no IDS file, with its first fault. */
export async function requiredIds(
  given: string,
  files: Pick<IfcFiles, 'pathOf' | 'read'>,
  context: Context,
): Promise<IdsSource & { readonly ids: Ids }> {
  const source = await idsSource(given, files, context);
  const { ids, path, findings } = source;
  if (ids !== null) return { ...source, ids };
  const [first] = findings;
  const where = first === undefined || first.place.line === 0 ? '' : `line ${first.place.line}: `;
  return context.refuse(
    'INVALID_ARGUMENT',
    `\`${path}\` cannot be read as an IDS file: ${where}${first?.message ?? 'it has no content'}; expected ${first?.rule === 'pattern-limit' ? first.expected : 'an IDS 1.0 file'}`,
  );
}

/** What identifies the file in the record of a run. */
export function idsFacts({ path, bytes, sha256, ids }: IdsSource): JsonObject {
  return {
    path,
    bytes: bytes.length,
    sha256,
    title: (ids?.info.title ?? '').slice(0, 200),
    specifications: ids?.specifications.length ?? 0,
  };
}

/** Warns that parts of the file could not be read, so that they are not among what is checked. */
export function idsWarnings({ path, findings }: IdsSource): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return [];
  return [
    `\`${path}\` differs from the format of IDS in ${errors.length} places, first in line ${first.place.line}: ${shownText(first.message)}; parts of it may not be checked, audit_ids lists all`,
  ];
}
