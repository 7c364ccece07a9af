/** @module cause: the changed element from which the change of another one follows. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import { isSameContent } from '../../base/manifest/same-content.ts';
import { ringBounds } from '../geometry/plan/polygon.ts';
import { GRID_MM } from '../geometry/tolerances.ts';
import type { Element } from '../kinds/elements.ts';
import { group } from '../kinds/group/group.ts';
import { fillingOf, isOf } from '../kinds/kind.ts';
import { widened } from '../kinds/shared/boxes.ts';
import { followsOthers } from '../model/effect/follows-others.ts';
import { goesWithElements } from '../model/effect/touch.ts';
import { onGrid } from '../model/plan/planned.ts';
import type { ModelView } from '../model/view.ts';
import type { ChangedElement } from './changed-elements.ts';
import { builtOrNull, type Sides } from './sides.ts';

/** The changed elements by id: the only possible causes, so that a cause is always an element of the result. */
type Changed = ReadonlyMap<string, ChangedElement>;

/**
 * Id of the changed element from which the change of this one follows, null for a change of its own. An element that was
 * created or deleted together with its host or level follows that one. An element with the same parameters follows its
 * host, its level, its type, what it ends under, its own contents, or the walls next to it, in this order.
 */
export function causeOf(sides: Sides, one: ChangedElement, changed: Changed): string | null {
  if (one.was === undefined || one.is === undefined) return ownerOf(sides, one, changed);
  if (!one.direct) return followedBy(sides, one.is, changed);
  return isKeptInHost(sides, one.was, one.is) || followsOthers(sides, one.was, one.is)
    ? (referredIn(sides, one.is).find((id) => changed.get(id)?.direct === true) ?? null)
    : memberOf(sides, one.was, one.is, changed);
}

/** The host or level that appears or disappears with an element. */
function ownerOf({ before, after }: Sides, one: ChangedElement, changed: Changed): string | null {
  const [view, element] = one.is === undefined ? [before, one.was] : [after, one.is];
  const { host, level, top } = view.kinds.references(element);
  const isAlike = (id: string | null): boolean => {
    const owner = id === null ? undefined : changed.get(id);
    return owner !== undefined && (one.is === undefined ? owner.is : owner.was) === undefined;
  };
  return [host, level, top].find(isAlike) ?? null;
}

/** Ids of the elements to which an element refers, in the order in which they can be causes. */
function referredIn({ after }: Sides, element: Element): readonly string[] {
  const { host, level, top, rise, type, under } = after.kinds.references(element);
  const { params } = element;
  const stair =
    'stair_id' in params && typeof params.stair_id === 'string' ? params.stair_id : null;
  return [host, level, top, rise, type, under, stair].filter((id) => id !== null);
}

function followedBy(sides: Sides, element: Element, changed: Changed): string | null {
  const { before, after } = sides;
  const { id } = element;
  const { host } = after.kinds.references(element);
  if (host !== null && changed.has(host)) return host;
  const isDirect = (one: string): boolean => changed.get(one)?.direct === true;
  const referred = referredIn(sides, element).find(isDirect);
  if (referred !== undefined) return referred;
  const contents = [...before.hostedBy(id), ...after.hostedBy(id)].map((one) => one.id);
  const hosted = contents.filter(isDirect).toSorted(compareText)[0];
  if (hosted !== undefined) return hosted;
  const joined = [...before.joinedWalls(id), ...after.joinedWalls(id)];
  const joint = joined.filter(isDirect).toSorted(compareText)[0];
  return joint ?? wallNextTo(sides, element, isDirect);
}

/** The first changed wall that may touch an element, such as one that encloses a room; mm. */
function wallNextTo(
  sides: Sides,
  { id }: Element,
  isDirect: (id: string) => boolean,
): string | null {
  const found = [sides.before, sides.after].flatMap((view) => wallsAt(view, id));
  return found.filter(isDirect).toSorted(compareText)[0] ?? null;
}

function wallsAt(view: ModelView, id: string): readonly string[] {
  const level_id = view.levelOf(id);
  const box = builtOrNull(() => view.bounds(id));
  if (level_id === null || box === null) return [];
  const near = widened(ringBounds([box.min, box.max]), GRID_MM);
  return view.wallsNear(level_id, near).map((wall) => wall.id);
}

/** Whether only the offset of an element in its host differs, and keeps it in place while the host changes. */
function isKeptInHost({ before, after }: Sides, was: Element, is: Element): boolean {
  const [from, to] = [fillingOf(before.kinds, was), fillingOf(after.kinds, is)];
  if (from === null || to === null || from.cut.host_id !== to.cut.host_id) return false;
  const [had, has] = [before.element(from.cut.host_id), after.element(to.cut.host_id)];
  if (had === undefined || has === undefined || isSameContent(had, has)) return false;
  const [{ holds }, { fills }] = [after.kinds.of(has), after.kinds.of(is)];
  if (holds === 'none' || fills === 'none') return false;
  const offset = builtOrNull(() => holds.kept(had, has, from));
  if (offset === null) return false;
  const there = { ...was, params: { ...was.params, offset } };
  return isSameContent(onGrid(there, after.kinds), is);
}

/** The first changed element of a group that changes only with its elements. */
function memberOf(sides: Sides, was: Element, is: Element, changed: Changed): string | null {
  if (!isOf(group, was) || !isOf(group, is) || !goesWithElements(sides, was, is)) return null;
  const members = [...was.params.members.flat(), ...is.params.members.flat()];
  return members.filter((id) => changed.has(id)).toSorted(compareText)[0] ?? null;
}
