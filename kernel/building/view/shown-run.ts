/** @module shown-run: a run of a check for who sees a part of the model. */
import type { Sight } from '../../governance/tool/domain.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { BuildingView, ValidationRun } from './view.ts';

/** The check that reads files; what it finds is content of them, and not of the branch. */
export const FILE_CHECK = 'check_ifc';

/**
 * Whether a run looked by this permission, of files by this principal too, or at the whole where that is null. A run that saw more is not told, not even
 * of what is seen: how wide, how far and whether at all a way is may be due to what is not.
 */
export function lookedBy(
  { payload }: ValidationRun,
  { sight, maker }: Pick<BuildingView, 'sight' | 'maker'>,
): boolean {
  if (sight === null) return payload.whole;
  return !payload.whole && payload.sight === (payload.tool === FILE_CHECK ? maker : sight);
}

/**
 * The run with what it found of what is seen still. What it counts is of everything that it looked at, so it is left out;
 * so are positions in the log, and why somebody ran it. Of a run that looked by another permission nothing is left.
 */
export function shownRun(
  run: ValidationRun,
  view: Pick<BuildingView, 'sight' | 'maker'>,
  sees: (id: string) => boolean,
): ValidationRun {
  const told = lookedBy(run, view);
  const isOfFile = run.payload.tool === FILE_CHECK;
  const findings = told
    ? run.payload.findings.filter(({ element_ids }) => isOfFile || element_ids.every(sees))
    : [];
  const { branch } = run.payload.head;
  return {
    ...run,
    reasoning: null,
    payload: {
      ...run.payload,
      ...(told ? {} : { options: {} }),
      head: { branch, branch_seq: 0, seq: 0 },
      summary: {},
      findings,
      found: findings.length,
    },
  };
}

/**
 * Whether the record of a run is of this principal. The entry of a tool also says what its maker could read: one from
 * before another READ is not told.
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
