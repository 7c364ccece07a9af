/** @module slide: moves selected doors, windows and openings in hosts that stay or are stretched. */
import type { PlanContext } from '../../../../../schemas/plan.ts';
import type { SpacePoint } from '../../../../../schemas/units.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import { wallAxis } from '../../../geometry/walls/arcs/wall-axis.ts';
import type { AnyElement, Filling, KindView } from '../../../kinds/kind.ts';
import { fillingOf } from '../../../kinds/kind.ts';
import { asHost, fillingsIn, requireOffset } from '../../../kinds/rules/hosting.ts';
import { axisOfCut, keptInWall } from '../../../kinds/rules/in-wall.ts';
import type { ModelView } from '../../view.ts';
import { checkElement } from '../check.ts';
import type { MoveCode } from '../move.ts';
import { movedInHost } from '../move.ts';
import { onGrid } from '../planned.ts';
import { asPlaced } from './as-placed.ts';
import type { Stretched } from './joined-ends.ts';
import { about, labelOf } from './selection.ts';

/** Displacement of fillings within their hosts; null if the operation cannot move them. */
export type Slide = SpacePoint | null;

/** A filling before and after the move, with notes for the answer. */
export type Slid = {
  readonly before: AnyElement;
  readonly after: AnyElement;
  readonly notes: readonly string[];
};

type Planning = { readonly view: ModelView; readonly context: PlanContext<MoveCode> };

/**
 * Returns new positions of fillings in unselected hosts. In a stretched wall, the filling moves by the
 * displacement from its old place in plan, independent of the other end of the wall and of its anchor.
 */
export function slidInHosts(
  in_host: readonly AnyElement[],
  slide: Slide,
  stretched: readonly Stretched[],
  { view, context }: Planning,
): readonly Slid[] {
  const walls = new Map(stretched.map((one) => [one.before.id, one]));
  return in_host.map((before) => {
    const host_id = view.kinds.references(before).host ?? '';
    if (slide === null) {
      return context.refuse(
        'INVALID_ARGUMENT',
        `${labelOf(before)} cannot move without its host: select \`${host_id}\``,
        { element_id: before.id },
      );
    }
    const own = about(before, context);
    const host = walls.get(host_id);
    const { element, notes } =
      host === undefined
        ? movedInHost(before, slide, view, own)
        : movedInStretched(before, slide, host, { view, context: own });
    return { before, after: onGrid(element, view.kinds), notes };
  });
}

/** Variant of `movedInHost` for a wall that is stretched by the same plan. */
function movedInStretched(
  element: AnyElement,
  delta: SpacePoint,
  wall: Stretched,
  { view, context }: Planning,
): Pick<Slid, 'notes'> & { readonly element: AnyElement } {
  const { fills } = view.kinds.of(element);
  const filling = fillingOf(view.kinds, element);
  const holds = asHost(wall.after, view.kinds.all)?.holds;
  if (fills === 'none' || filling === null || holds === undefined) return { element, notes: [] };
  const there = { ...filling, cut: { ...filling.cut, offset: placeIn(wall, filling) } };
  const { along, notes } = holds.slide(wall.after, there, delta, context);
  const offset = requireOffset(there.cut.offset + (along ?? 0), filling, context);
  return { element: fills.slid(element, { offset, dz: delta.z }, context), notes };
}

/** Offset in the stretched wall at which a cut keeps its place in plan, mm; in an arc measured from the fixed end. */
function placeIn({ before, after }: Stretched, { cut, ...filling }: Filling): number {
  const [was, is] = [wallAxis(before.params), wallAxis(after.params)];
  if (was.chain !== null || is.chain !== null) {
    return keptInWall(before, after, { ...filling, cut: { ...cut, anchor: null } });
  }
  const [from, to] = axisOfCut(before, cut);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const { start } = after.params;
  const { x: ux, y: uy } = is.directionAt(0);
  return toGrid((middle.x - start.x) * ux + (middle.y - start.y) * uy - cut.width / 2);
}

/**
 * Refuses a filling that does not fit at its new position next to the planned state of the others.
 * Returns the ids on which the result relies.
 */
export function checkSlid(
  slid: readonly Slid[],
  hosts: ReadonlyMap<string, AnyElement>,
  fillings: ReadonlyMap<string, readonly Filling[]>,
  { view, context }: Planning,
): readonly string[] {
  const there: KindView = asPlaced(view, hosts);
  const placed = new Map(slid.map(({ after }) => [after.id, fillingOf(view.kinds, after)]));
  return slid.flatMap(({ before, after }) => {
    const host_id = view.kinds.references(after).host ?? '';
    const around = fillings.get(host_id) ?? fillingsIn(view, host_id);
    const siblings = around.map((one): Filling => placed.get(one.id) ?? one);
    checkElement(after, there, about(before, context), siblings);
    return [host_id, ...siblings.map((one) => one.id)];
  });
}
