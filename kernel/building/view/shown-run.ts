/** @module shown-run: a run of a check as shown to a caller with a restricted READ scope. */
import type { StoredEvent } from '../../../schemas/events.ts';
import type { Sight } from '../../../schemas/sight.ts';
import type { BuildingView, ValidationRun } from './view.ts';

/** The checks that read files; their findings show content of these files. */
const FILE_CHECKS: ReadonlySet<string> = new Set(['check_ifc', 'check_ids', 'audit_ids']);

type Run = Pick<ValidationRun['payload'], 'tool' | 'options'>;

/** Whether a check reads files. A run of it is shown to agents of its own author only, if they may not read everything. */
export function readsFiles({ tool, options }: Run): boolean {
  const hasDictionary = tool === 'data_completeness' && typeof options['dictionary'] === 'string';
  return hasDictionary || FILE_CHECKS.has(tool);
}

/** Whether the findings of a run are about a file and not about elements of the branch. */
export function isAboutFile({ tool, options }: Run): boolean {
  return FILE_CHECKS.has(tool) && (tool !== 'check_ids' || typeof options['path'] === 'string');
}

/**
 * Whether a run was made with the permission of this view: with its READ scope, for file checks also by its principal,
 * or on the whole model if that is null. A run that could see more is not shown, not even its findings about visible
 * elements: the existence, length and width of a route can depend on hidden elements.
 */
export function hasSameSight(
  { payload }: ValidationRun,
  { sight, maker }: Pick<BuildingView, 'sight' | 'maker'>,
): boolean {
  if (sight === null) return payload.whole;
  return !payload.whole && payload.sight === (readsFiles(payload) ? maker : sight);
}

/**
 * The run with only the findings whose elements are still visible. Its counts cover everything that it examined, so
 * they are removed, except those of a file: a file does not change. Positions in the log and the reasoning are removed
 * too. Nothing remains of a run made with another permission.
 */
export function shownRun(
  run: ValidationRun,
  view: Pick<BuildingView, 'sight' | 'maker'>,
  sees: (id: string) => boolean,
): ValidationRun {
  const same_sight = hasSameSight(run, view);
  const isOfFile = isAboutFile(run.payload);
  const findings = same_sight
    ? run.payload.findings.filter(({ element_ids }) => isOfFile || element_ids.every(sees))
    : [];
  const { branch } = run.payload.head;
  const counts =
    same_sight && isOfFile
      ? { summary: run.payload.summary, found: run.payload.found }
      : { summary: {}, found: findings.length };
  return {
    ...run,
    reasoning: null,
    payload: {
      ...run.payload,
      ...(same_sight ? {} : { options: {} }),
      head: { branch, branch_seq: 0, seq: 0 },
      ...counts,
      findings,
    },
  };
}

/**
 * Whether the record of a run belongs to this principal. The entry of a tool also reflects what its author could read,
 * so an entry made under another READ scope is not shown.
 */
export function isOwnRun(
  event: StoredEvent,
  { own, maker }: Pick<Sight, 'own' | 'maker'>,
): boolean {
  if (event.type !== 'tool.run') return own(event);
  const { provenance } = event.payload;
  if (typeof provenance !== 'object' || provenance === null) return own(event);
  return own(event) && 'sight' in provenance && provenance['sight'] === maker;
}
