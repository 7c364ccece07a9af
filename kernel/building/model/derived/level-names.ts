/** @module level names: prevents any change from giving a level the name of another level of its branch. */
import { Refusal } from '../../../../schemas/errors.ts';
import { nameTaken } from '../../kinds/rules/level-name.ts';
import { levelIn, levelsOf } from '../state/lookup.ts';
import type { BranchState } from '../state/state.ts';

/** Refuses LEVEL_EXISTS if this level's name is new and taken. Levels that shared a name before keep it. */
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
