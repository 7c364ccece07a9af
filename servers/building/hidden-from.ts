/** @module hidden-from: what a caller with a restricted READ scope does not see of a change. */
import type { Touch } from '../../governance/tool/domain.ts';
import {
  blind,
  concealmentOf,
  isAboutHidden,
  type IsHidden,
} from '../../kernel/building/view/hidden.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** What a refusal says that a caller may not do. */
export const [ALIKE, UNPINNED] = [
  'change its copies elsewhere',
  'unpin the walls that meet it',
] as const;

/**
 * Runs `work`; a refusal because of a hidden group change does not reveal whether the change is impossible or only
 * hidden.
 */
export function withoutHiddenGroups<T>(work: () => T, isHidden: IsHidden): T {
  try {
    return work();
  } catch (error) {
    if (isAboutHidden(error, isHidden)) throw blind(ALIKE);
    throw concealmentOf(isHidden).refusal(error);
  }
}

/** Returns a predicate that is true for ids of existing elements that the caller cannot see. */
export function hiddenIn(whole: BuildingView, seen: BuildingView): IsHidden {
  return (id) => whole.element(id) !== undefined && seen.element(id) === undefined;
}

/** The touch without the names of levels that the caller cannot see. */
export function shownTouch(touch: Touch, isHidden: IsHidden): Touch {
  const levels = touch.levels.map((level) =>
    isHidden(level.id) ? { ...level, shown: null } : level,
  );
  return { ...touch, levels };
}
