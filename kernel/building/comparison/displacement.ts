/**
 * @module displacement: by how much an element was moved as a whole, derived from its parameters and those of its host
 * and level, and never from the vertices of its body.
 */
import type { PlanContext } from '../../../schemas/plan.ts';
import { type BoxMm, type SpacePoint, toGrid } from '../../../schemas/units.ts';
import { isSameContent } from '../../base/manifest/same-content.ts';
import { SAME_PLACE_MM } from '../geometry/tolerances.ts';
import type { Element } from '../kinds/elements.ts';
import { type AnyElement, fillingOf, isOf, type KindCode, type Transform } from '../kinds/kind.ts';
import { level } from '../kinds/level/level.ts';
import { translation } from '../model/plan/motions.ts';
import { onGrid } from '../model/plan/planned.ts';
import type { ModelView } from '../model/view.ts';
import { builtOrNull, type Sides } from './sides.ts';

const NOWHERE: SpacePoint = { x: 0, y: 0, z: 0 };

/** A kind refuses a motion: the element was not moved as a whole. */
class Immovable extends Error {}

const CONTEXT: PlanContext<KindCode> = {
  refuse: () => {
    throw new Immovable();
  },
  ids: { next: (kind) => kind },
  snap_mm: 0,
};

/** The displacements of the elements of two views, each computed once. */
export class Displacements {
  readonly #sides: Sides;
  readonly #known = new Map<string, SpacePoint | null>();

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /**
   * Displacement of an element that is on both sides, mm: its parameters differ by a translation only, its host moved
   * with it, or its level did. Zero if it stays where it was. Null if anything else about its shape differs.
   */
  of(id: string): SpacePoint | null {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    // An element that depends on itself, which no valid model has, counts as unmoved.
    this.#known.set(id, null);
    const [was, is] = [this.#sides.before.element(id), this.#sides.after.element(id)];
    const found = was === undefined || is === undefined ? null : this.#between(was, is);
    this.#known.set(id, found);
    return found;
  }

  #between(was: Element, is: Element): SpacePoint | null {
    if (was.kind !== is.kind) return null;
    const { transform } = this.#sides.after.kinds.of(is);
    if (transform === 'none') return null;
    if (transform === 'up_and_down') return raised(was, is);
    return transform === 'in_host' ? this.#inHost(was, is) : this.#free(was, is, transform);
  }

  /** The displacement of an element without a host. */
  #free(was: Element, is: Element, transform: Transform<AnyElement>): SpacePoint | null {
    const rise = toGrid(zeroOf(this.#sides.after, is) - zeroOf(this.#sides.before, was));
    const own = isSameContent(was, is) ? NOWHERE : this.#own(was, is, transform, rise);
    if (own === null || rise === 0) return own;
    const total = { ...own, z: toGrid(own.z + rise) };
    return this.#isBoxMoved(was.id, total) ? total : null;
  }

  #own(
    was: Element,
    is: Element,
    transform: Transform<AnyElement>,
    rise: number,
  ): SpacePoint | null {
    const [from, to] = [transform.reference(was), transform.reference(is)];
    const across = { x: toGrid(to.x - from.x), y: toGrid(to.y - from.y) };
    const up = this.#boxRise(was.id) ?? 0;
    // The heights of most kinds count from their level, those of some from the ground.
    for (const z of new Set([0, toGrid(up - rise), up])) {
      const delta = { ...across, z };
      if (this.#isTranslated(was, is, transform, delta)) return delta;
    }
    return null;
  }

  #isTranslated(
    was: Element,
    is: Element,
    transform: Transform<AnyElement>,
    delta: SpacePoint,
  ): boolean {
    const back = { x: 0 - delta.x, y: 0 - delta.y, z: 0 - delta.z };
    // A motion may drop a parameter, such as the pins of a wall end; then only one direction leads from one to the other.
    return (
      this.#isReached(is, () => transform.moved(was, translation(delta), CONTEXT)) ||
      this.#isReached(was, () => transform.moved(is, translation(back), CONTEXT))
    );
  }

  #isReached(target: Element, moved: () => AnyElement): boolean {
    const found = movedOrNull(moved);
    return found !== null && isSameContent(onGrid(found, this.#sides.after.kinds), target);
  }

  /** The displacement of an element in a host: of its void in plan, and of its host upwards. */
  #inHost(was: Element, is: Element): SpacePoint | null {
    const { before, after } = this.#sides;
    const [from, to] = [fillingOf(before.kinds, was), fillingOf(after.kinds, is)];
    if (from === null || to === null || from.cut.host_id !== to.cut.host_id) return null;
    const { host_id } = from.cut;
    const [had, has] = [before.element(host_id), after.element(host_id)];
    if (had === undefined || has === undefined) return null;
    const { holds } = after.kinds.of(has);
    if (holds === 'none') return null;
    const across = ringDisplacement(
      builtOrNull(() => holds.outline(had, from)),
      builtOrNull(() => holds.outline(has, to)),
    );
    if (across === null) return null;
    const up = toGrid(to.cut.sill - from.cut.sill);
    const { offset } = to.cut;
    const { fills } = after.kinds.of(is);
    if (fills === 'none') return null;
    const isSlid =
      isSameContent(was, is) ||
      this.#isReached(is, () =>
        offset === null
          ? fills.carried(was, has, translation({ ...across, z: 0 }))
          : fills.slid(was, { offset, dz: up }, CONTEXT),
      );
    if (!isSlid) return null;
    const total = { ...across, z: toGrid(up + (this.of(host_id)?.z ?? 0)) };
    return this.#isBoxMoved(was.id, total, ['z']) ? total : null;
  }

  /** Whether the box of an element keeps its size and is displaced by this, along these axes; true without a box. */
  #isBoxMoved(id: string, by: SpacePoint, axes: readonly Axis[] = AXES): boolean {
    const [was, is] = this.#boxes(id);
    if (was === null || is === null) return was === is;
    return axes.every((axis) =>
      (['min', 'max'] as const).every((end) => isAbout(is[end][axis] - was[end][axis], by[axis])),
    );
  }

  #boxRise(id: string): number | null {
    const [was, is] = this.#boxes(id);
    return was === null || is === null ? null : toGrid(is.min.z - was.min.z);
  }

  #boxes(id: string): readonly [BoxMm | null, BoxMm | null] {
    const { before, after } = this.#sides;
    return [builtOrNull(() => before.bounds(id)), builtOrNull(() => after.bounds(id))];
  }
}

type Axis = 'x' | 'y' | 'z';
const AXES: readonly Axis[] = ['x', 'y', 'z'];

function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_PLACE_MM;
}

function movedOrNull(moved: () => AnyElement): AnyElement | null {
  try {
    return moved();
  } catch (error) {
    if (error instanceof Immovable || error instanceof RangeError) return null;
    throw error;
  }
}

/** The displacement of a level of which only the elevation differs. */
function raised(was: Element, is: Element): SpacePoint | null {
  if (!isOf(level, was) || !isOf(level, is)) return null;
  const { elevation } = is.params;
  const there = { ...was, params: { ...was.params, elevation } };
  return isSameContent(there, is)
    ? { x: 0, y: 0, z: toGrid(elevation - was.params.elevation) }
    : null;
}

/** The height from which the heights of an element are measured, mm; 0 without a visible level. */
function zeroOf(view: ModelView, element: Element): number {
  const storey = view.elementOf(view.kinds.references(element).level ?? '', 'level');
  if (storey === undefined) return 0;
  const { elevation, height } = storey.params;
  return view.kinds.roleOfLevel(element) === 'hangs_from' ? elevation + height : elevation;
}

type Outline = readonly { readonly x: number; readonly y: number }[] | null;

/** The displacement of an outline that keeps its form and direction, mm; null for any other change. */
function ringDisplacement(was: Outline, is: Outline): { x: number; y: number } | null {
  const [from, to] = [was?.[0], is?.[0]];
  if (was === null || is === null || from === undefined || to === undefined) return null;
  if (was.length !== is.length) return null;
  const [x, y] = [to.x - from.x, to.y - from.y];
  const isWhole = was.every((point, index) => {
    const other = is[index];
    return other !== undefined && isAbout(other.x - point.x, x) && isAbout(other.y - point.y, y);
  });
  return isWhole ? { x: toGrid(x), y: toGrid(y) } : null;
}
