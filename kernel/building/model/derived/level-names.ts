import { Refusal } from '../../../schemas/errors.ts';
/** @module level names: no level comes to a name that another one of its branch has, in whatever way. */
import { nameTaken } from '../../kinds/rules/level-name.ts';
import { levelIn, levelsOf } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';

/** Refuses LEVEL_EXISTS where this is a level whose name is new and taken. Levels that had one name before keep it. */
export function checkLevelName(
  { before, after }: { readonly before: BranchState; readonly after: BranchState },
  id: string,
): void {
  const level = levelIn(after, id);
  if (level === undefined) return;
  const taken = nameTaken(level, { before: levelIn(before, id), levels: levelsOf(after) });
  if (taken === null) return;
  throw new Refusal('LEVEL_EXISTS', taken.message, 'give one of the two another name first', {
    level_id: taken.other.id,
    name: level.params.name,
  });
}
