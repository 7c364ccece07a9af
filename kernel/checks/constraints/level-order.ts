/** @module level order: levels that reach into the level above, or have the same elevation. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';

const NAME = 'level_order';

/** The top of a level is at or below the elevation of the level above it. */
export const levelOrder: Constraint = { name: NAME, title: 'levels are above each other', check };

function check(view: ModelView): readonly Finding[] {
  const levels = view.levels();
  checkpoint({ done: 0, total: levels.length, doing: 'levels' });
  return levels.flatMap((upper, at): readonly Finding[] => {
    const lower = levels[at - 1];
    if (lower === undefined) return [];
    const { elevation, height } = lower.params;
    const over_mm = elevation + height - upper.params.elevation;
    if (over_mm <= 0) return [];
    const same = elevation === upper.params.elevation;
    const lower_name = `level \`${lower.id}\` (${lower.params.name})`;
    const upper_name = `level \`${upper.id}\` (${upper.params.name})`;
    return [
      {
        finding_id: findingId(NAME, [lower.id, upper.id]),
        check: NAME,
        severity: 'warning',
        element_ids: [lower.id, upper.id],
        level_id: lower.id,
        message: same
          ? `${lower_name} and ${upper_name} have the same elevation ${elevation} mm`
          : `${lower_name} extends ${over_mm} mm into ${upper_name}`,
        location: null,
        box: null,
        details: { over_mm },
      },
    ];
  });
}
