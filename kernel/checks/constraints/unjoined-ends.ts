/** @module unjoined ends: ends of walls that meet no other wall. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { ElementOf } from '../../building/kinds/elements.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../findings/finding.ts';
import { findingId } from '../findings/finding.ts';
import type { Constraint } from './constraint.ts';

const NAME = 'unjoined_end';
const STEP = 100;

/** Every end of a wall meets another wall, unless its `join_type` is `none`. */
export const unjoinedEnds: Constraint = { name: NAME, title: 'walls end at other walls', check };

function check(view: ModelView): readonly Finding[] {
  const walls = [...view.elementsOf('wall')];
  const found: Finding[] = [];
  for (const [done, wall] of walls.entries()) {
    if (done % STEP === 0) checkpoint({ done, total: walls.length, doing: 'ends of walls' });
    if (wall.params.join_type === 'none') continue;
    const joins = new Map((view.footprint(wall.id)?.joins ?? []).map((join) => [join.end, join]));
    for (const end of ['start', 'end'] as const) {
      if ((joins.get(end)?.with.length ?? 0) === 0) found.push(freeEndFinding(wall, end, view));
    }
  }
  return found;
}

function freeEndFinding(wall: ElementOf<'wall'>, end: 'start' | 'end', view: ModelView): Finding {
  const { level_id, base_offset } = wall.params;
  const { x, y } = wall.params[end];
  const elevation = view.elementOf(level_id, 'level')?.params.elevation ?? 0;
  return {
    finding_id: findingId(NAME, [wall.id], end),
    check: NAME,
    severity: 'warning',
    element_ids: [wall.id],
    level_id: view.levelOf(wall.id),
    message: `the ${end} of wall \`${wall.id}\` at (${x}, ${y}) meets no other wall`,
    location: { x, y, z: elevation + base_offset },
    box: view.bounds(wall.id),
    details: { end },
  };
}
