/** @module lookup: finds referenced elements, or refuses with data for the next attempt. */
import type { Refuse } from '../../../../schemas/plan.ts';
import type { AnyElement, ElementFor, KindView, ParamsSchema, Storey } from '../kind.ts';
import { isOf } from '../kind.ts';
import { level } from '../level/level.ts';

/** The context of a plan or query, which can refuse. */
export type Refusing<Code extends string> = { readonly refuse: Refuse<Code> };

/** The part of a view that finding references and levels needs. */
type References = Pick<
  KindView,
  'branch' | 'element' | 'levels' | 'named' | 'nearIds' | 'branchesWith' | 'version'
>;

/** Maximum number of similar ids and of levels in a refusal. */
const MAX_OFFERED = 5;
const MAX_LEVELS_LISTED = 50;

/** Codes of a reference to an element. */
export type ElementCode = 'ELEMENT_NOT_FOUND' | 'CROSS_BRANCH';
/** Codes of a reference to a level. */
export type LevelCode = 'LEVEL_NOT_FOUND' | 'CROSS_BRANCH';

/** The element with this id. Refuses ELEMENT_NOT_FOUND (`data.near`: similar ids) or CROSS_BRANCH. */
export function requireElement<E extends AnyElement>(
  view: Omit<References, 'element'> & { element(id: string): E | undefined },
  id: string,
  context: Refusing<ElementCode>,
): E {
  const found = view.element(id);
  if (found !== undefined) return found;
  if (view.version(id) > 0) {
    return context.refuse(
      'ELEMENT_NOT_FOUND',
      `\`${id}\` was deleted on branch \`${view.branch}\``,
      { element_id: id, deleted: true, near: [] },
    );
  }
  const branches = view.branchesWith(id);
  if (branches.length > 0) return refuseCrossBranch(view, { id, branches }, context);
  const near = view.nearIds(id, MAX_OFFERED);
  return context.refuse(
    'ELEMENT_NOT_FOUND',
    `no element \`${id}\` on branch \`${view.branch}\`${hintFor(view, id)}`,
    { element_id: id, near, ...dryRunData(view, id) },
  );
}

const ID = /^[a-z]+_[0-9a-z]{12}$/u;

/** `of_dry_run` for an unknown id in the form of an id. */
function dryRunData(view: Pick<References, 'named'>, id: string): { readonly of_dry_run?: true } {
  return ID.test(id) && view.named(id).length === 0 ? { of_dry_run: true } : {};
}

/** A hint at what an unknown id may be: a name, or an id that a dry run returned. */
function hintFor(view: Pick<References, 'named'>, id: string): string {
  if (view.named(id).length > 0) return `: this is a name, write \`@${id}\``;
  return ID.test(id)
    ? ': if a dry run returned it, repeat that call with dry_run false first, in the same state'
    : '';
}

/** The element with this id. Refuses INVALID_ARGUMENT for an element of another kind. */
export function requireKind<K extends string, P extends ParamsSchema>(
  view: References,
  id: string,
  kind: { readonly kind: K; readonly params: P },
  context: Refusing<ElementCode | 'INVALID_ARGUMENT'>,
): ElementFor<K, P> {
  const element = requireElement(view, id, context);
  if (isOf(kind, element)) return element;
  return context.refuse(
    'INVALID_ARGUMENT',
    `\`${id}\` is a ${element.kind}, expected a ${kind.kind}`,
    { element_id: id, kind: element.kind },
  );
}

/** The level with this id. Refuses LEVEL_NOT_FOUND (`data.levels`: the existing levels) or CROSS_BRANCH. */
export function requireLevel(view: References, id: string, context: Refusing<LevelCode>): Storey {
  const found = view.element(id);
  if (isOf(level, found)) return found;
  const branches = view.version(id) > 0 ? [] : view.branchesWith(id);
  if (branches.length > 0) return refuseCrossBranch(view, { id, branches }, context);
  const levels = view.levels().map(({ id: level_id, params }) => ({
    level_id,
    name: params.name,
    elevation: params.elevation,
  }));
  return context.refuse('LEVEL_NOT_FOUND', noLevel(view, id), {
    level_id: id,
    levels: levels.slice(0, MAX_LEVELS_LISTED),
    ...(found === undefined ? dryRunData(view, id) : {}),
  });
}

/** Why an id is not the id of a level; the most common mistake is a name instead of an id. */
function noLevel(view: References, id: string): string {
  const element = view.element(id);
  if (element !== undefined) return `\`${id}\` is a ${element.kind}, expected a level`;
  const levels = view.levels();
  const named = levels.find(({ params }) => params.name.toLowerCase() === id.toLowerCase());
  if (named !== undefined) {
    return `no level \`${id}\` on branch \`${view.branch}\`: this is the name of level \`${named.id}\`, write \`@${id}\``;
  }
  return levels.length === 0
    ? `no level \`${id}\`: branch \`${view.branch}\` has no levels yet${hintFor(view, id)}`
    : `no level \`${id}\` on branch \`${view.branch}\`${hintFor(view, id)}`;
}

function refuseCrossBranch(
  view: References,
  { id, branches }: { readonly id: string; readonly branches: readonly string[] },
  context: Refusing<'CROSS_BRANCH'>,
): never {
  const there = branches.slice(0, MAX_OFFERED);
  return context.refuse(
    'CROSS_BRANCH',
    `\`${id}\` is on branch \`${there[0] ?? ''}\`, not on branch \`${view.branch}\``,
    { element_id: id, branch: view.branch, branches: there },
  );
}
