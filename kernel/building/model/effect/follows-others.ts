/** @module follows others: whether a change of an element only follows from a change of its levels or type. */
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import type { Element } from '../../kinds/elements.ts';
import type { AnyElement } from '../../kinds/kind.ts';
import { isOf } from '../../kinds/kind.ts';
import { opening } from '../../kinds/opening/opening.ts';
import { atLevels } from '../../kinds/rules/level-height.ts';
import { drawnEnds } from '../../kinds/rules/location-line.ts';
import { typeIdOf, withTypeParams } from '../../kinds/types/of-type.ts';
import { wall } from '../../kinds/wall/wall.ts';
import type { ModelView } from '../view.ts';

type Sides = { readonly before: ModelView; readonly after: ModelView };

/**
 * Whether an element changes only because its levels or its type change. Its new parameters then follow from the old
 * ones, so the request that changed the level or type covers them. An opening that was cut for a stair follows the
 * levels of the stair.
 */
export function followsOthers(sides: Sides, was: Element | undefined, is: Element): boolean {
  if (was === undefined || deepEqual(was.params, is.params)) return false;
  return isShaft(sides, was, is) || deepEqual(asMade(sides, was, is).params, is.params);
}

/** The old element with the values that its type and its levels give it afterwards. */
function asMade({ before, after }: Sides, was: Element, is: Element): AnyElement {
  const id = typeIdOf(was) ?? '';
  const [had, has] = [before.elementOf(id, 'type'), after.elementOf(id, 'type')];
  const isTyped = has !== undefined && !deepEqual(had ?? null, has);
  const given = isTyped ? inItsPlace(was, is, withTypeParams(was, has)) : was;
  return atLevels(given, (level_id) => after.elementOf(level_id, 'level'));
}

/**
 * Adapts positions to a new size: an element anchored in a wall gets another offset, and a wall drawn off its axis
 * another axis.
 */
function inItsPlace(was: AnyElement, is: AnyElement, made: AnyElement): AnyElement {
  if (isOf(wall, was) && isOf(wall, is)) {
    if (!deepEqual(drawnEnds(was.params), drawnEnds(is.params))) return made;
    const { start, end, via, line_offset } = is.params;
    const placed = { start, end, ...(via === undefined ? {} : { via }) };
    const line = line_offset === undefined ? {} : { line_offset };
    return { ...made, params: { ...made.params, ...placed, ...line } };
  }
  if (typeof made.params['anchor'] !== 'string' || made.params['width'] === undefined) return made;
  return { ...made, params: { ...made.params, offset: is.params['offset'] ?? null } };
}

/** Whether this opening was cut for an unchanged stair of which at least one level has moved. */
function isShaft({ before, after }: Sides, was: Element, is: Element): boolean {
  if (!isOf(opening, was) || !isOf(opening, is)) return false;
  const id = is.params.stair_id;
  if (typeof id !== 'string' || id !== was.params.stair_id) return false;
  const [had, has] = [before.elementOf(id, 'stair'), after.elementOf(id, 'stair')];
  if (had === undefined || has === undefined || !deepEqual(had, has)) return false;
  return [has.params.level_id, has.params.top_level_id].some((level_id) => {
    const [from, to] = [before.elementOf(level_id, 'level'), after.elementOf(level_id, 'level')];
    return from?.params.elevation !== to?.params.elevation;
  });
}
