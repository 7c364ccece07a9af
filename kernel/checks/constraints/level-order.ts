/** @module level order: levels that reach into the one above, or lie at the same height. */
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { ConstrainedView, Constraint } from './constraint.ts';

const NAME = 'level_order';

/** A level ends where the one above it begins, or below. */
export const levelOrder: Constraint = { name: NAME, title: 'levels stand above each other', check };

function* check(view: ConstrainedView): Steps<readonly Finding[]> {
  const levels = view.levels();
  yield { done: 0, total: levels.length, doing: 'levels' };
  return levels.flatMap((upper, at): readonly Finding[] => {
    const lower = levels[at - 1];
    if (lower === undefined) return [];
    const { elevation, height } = lower.params;
    const over_mm = elevation + height - upper.params.elevation;
    if (over_mm <= 0) return [];
    const same = elevation === upper.params.elevation;
    const names = `level \`${lower.id}\` (${lower.params.name})`;
    const other = `level \`${upper.id}\` (${upper.params.name})`;
    return [
      {
        finding_id: findingId(NAME, [lower.id, upper.id]),
        check: NAME,
        severity: 'warning',
        element_ids: [lower.id, upper.id],
        level_id: lower.id,
        message: same
          ? `${names} and ${other} lie at the same elevation ${elevation} mm`
          : `${names} reaches ${over_mm} mm into ${other}`,
        location: null,
        box: null,
        details: { over_mm },
      },
    ];
  });
}
