/** @module imports-in: names the imports of a branch in refusals. */
import type { BuildingView } from '../../kernel/building/view/view.ts';

/** Most imports that a refusal names. */
const NAMED = 5;

/**
 * A clause with the ids of the newest imports of the branch, starting with a semicolon; empty for a caller who may not
 * list them.
 */
export function importsIn(view: Pick<BuildingView, 'branch' | 'imports' | 'whole'>): string {
  if (!view.whole) return '';
  const ids = view.imports().map(({ import_id }) => `\`${import_id}\``);
  if (ids.length === 0) return `; branch \`${view.branch}\` has no import`;
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} earlier ones` : '';
  return `; branch \`${view.branch}\` has ${ids.slice(-NAMED).join(', ')}${more}`;
}
