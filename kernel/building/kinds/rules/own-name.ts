/** @module own name: names that are unique within their kind. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import { foldName } from '../../../base/text/fold-name.ts';
import type { AnyElement, KindView } from '../kind.ts';

type Named = AnyElement & { readonly params: { readonly name: string } };

/** Refuses INVALID_ARGUMENT for a new name that another element of the kind has on the branch. */
export function requireOwnName(
  { id, kind, params: { name } }: Named,
  view: KindView,
  context: PlanContext<'INVALID_ARGUMENT'>,
): void {
  const before = view.element(id)?.params['name'];
  if (typeof before === 'string' && foldName(before) === foldName(name)) return;
  const other = view.named(name).find((one) => one.kind === kind && one.id !== id);
  if (other === undefined) return;
  context.refuse('INVALID_ARGUMENT', `\`${name}\` is already the name of ${kind} \`${other.id}\``, {
    element_id: other.id,
    name,
  });
}
