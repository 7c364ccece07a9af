/** @module joint warnings: doors, windows and openings that reach into a wall joined to their own. */
import { fillingOf } from '../../kinds/kind.ts';
import { betweenJoints, pastJoints } from '../../kinds/wall/between-joints.ts';
import type { StateView } from '../state-view.ts';

/** Maximum number of listed elements; any others are only mentioned. */
const MAX_NAMED = 10;

/**
 * Warns of elements hosted by these walls that newly reach into a neighbour, because they or their walls were joined,
 * moved or changed.
 */
export function jointWarnings(
  { before, after }: { readonly before: StateView; readonly after: StateView },
  ids: readonly string[],
): readonly string[] {
  const warnings: string[] = [];
  for (const wall_id of new Set(ids)) {
    const past = pastIn(after, wall_id);
    if (past.size === 0) continue;
    const was = pastIn(before, wall_id);
    for (const [id, { kind, mm }] of past) {
      if (was.has(id)) continue;
      if (warnings.length === MAX_NAMED) {
        return [...warnings, 'more doors, windows or openings reach into other walls'];
      }
      warnings.push(
        `${kind} \`${id}\` reaches ${Math.ceil(mm)} mm into a wall that joins wall \`${wall_id}\`: move it away from the joint`,
      );
    }
  }
  return warnings;
}

type Past = { readonly kind: string; readonly mm: number };

/** Elements that a wall hosts beyond its joints, by id. */
function pastIn(view: StateView, wall_id: string): ReadonlyMap<string, Past> {
  const found = new Map<string, Past>();
  const wall = view.elementOf(wall_id, 'wall');
  const contents = wall === undefined ? [] : view.hostedBy(wall_id);
  if (wall === undefined || contents.length === 0) return found;
  const footprint = view.footprint(wall_id);
  if (footprint === null) return found;
  for (const element of contents) {
    const filling = fillingOf(view.kinds, element);
    if (filling === null) continue;
    const { cut } = filling;
    const mm = pastJoints(cut, betweenJoints(wall.params, footprint, cut));
    if (mm > 0) found.set(element.id, { kind: element.kind, mm });
  }
  return found;
}
