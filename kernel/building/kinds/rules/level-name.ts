/** @module level name: no two levels of a branch have names that a person reads as one. */
import { foldName } from '../../text/fold-name.ts';
import type { Storey } from '../kind.ts';

/** Where a level stood before, if it did, and the levels beside it. */
type Among = { readonly before: Storey | undefined; readonly levels: readonly Storey[] };

/** Why a level cannot have its name, with the level that has it. */
export type NameTaken = { readonly message: string; readonly other: Storey };

/** Whether another level has the name of this one; null where none does, or where the name is not new. */
export function nameTaken({ id, params }: Storey, { before, levels }: Among): NameTaken | null {
  const folded = foldName(params.name);
  if (before !== undefined && foldName(before.params.name) === folded) return null;
  const other = levels.find((one) => one.id !== id && foldName(one.params.name) === folded);
  if (other === undefined) return null;
  const spelt = other.params.name === params.name ? '' : `, written \`${other.params.name}\``;
  return {
    other,
    message: `\`${params.name}\` is the name of level \`${other.id}\` already${spelt}`,
  };
}
