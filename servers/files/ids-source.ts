/** @module ids-source: an IDS file below `artifacts/`, read for a check of it or by it. */
import { auditIds } from '../../kernel/documents/ids/audit/audit-ids.ts';
import type { IdsFinding } from '../../kernel/documents/ids/finding.ts';
import { shownText } from '../../kernel/documents/ids/findings/ids-findings.ts';
import type { Ids } from '../../kernel/documents/ids/ids.ts';
import type { JsonObject } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { fileDigest } from './file-digest.ts';
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
  /** Faults of the file: of its format, and of names and values that no model can have. */
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
  const { ids, findings } = auditIds(bytes);
  const sha256 = fileDigest(bytes);
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

/** Number of faults that a warning names. */
const FAULTS_NAMED = 3;

/** Warns that the file has errors, so that parts of it are not checked, or can apply to no object. */
export function idsWarnings({ path, findings }: IdsSource): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  const named = errors.slice(0, FAULTS_NAMED).map(faultText).join('; ');
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const more = errors.length > FAULTS_NAMED ? '; …' : '';
  return [
    `\`${path}\` has ${count}: ${named}${more}. Specifications with errors may apply to no object or not be checked; audit_ids lists all`,
  ];
}

/** A fault with its line, as a part of a sentence. */
export function faultText({ place: { line }, message, expected }: IdsFinding): string {
  const where = line === 0 ? '' : `line ${line}: `;
  return `${where}${shownText(message)}, expected ${shownText(expected)}`;
}
