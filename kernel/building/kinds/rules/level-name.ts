/** @module level name: names of levels are unique on a branch, compared without case and Unicode spelling. */
import { foldName } from '../../../base/text/fold-name.ts';
import type { Storey } from '../kind.ts';

/** The level before the change, if there was one, and the other levels. */
type Among = { readonly before: Storey | undefined; readonly levels: readonly Storey[] };

/** Why a level cannot have its name, with the level that has it. */
export type NameTaken = { readonly message: string; readonly other: Storey };

/** The fault if another level has the new name of this one; null otherwise. */
export function nameTaken({ id, params }: Storey, { before, levels }: Among): NameTaken | null {
  const folded = foldName(params.name);
  if (before !== undefined && foldName(before.params.name) === folded) return null;
  const other = levels.find((one) => one.id !== id && foldName(one.params.name) === folded);
  if (other === undefined) return null;
  const spelt = other.params.name === params.name ? '' : `, written \`${other.params.name}\``;
  return {
    other,
    message: `\`${params.name}\` is already the name of level \`${other.id}\`${spelt}`,
  };
}
