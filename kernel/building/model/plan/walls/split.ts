/** @module split: splits a wall in two, at a distance from its start or where another wall crosses it. */
import type { PlannedEvent } from '../../../../../schemas/events.ts';
import type { Plan, PlanContext } from '../../../../../schemas/plan.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { AnyElement, Filling } from '../../../kinds/kind.ts';
import { fillingOf } from '../../../kinds/kind.ts';
import { unpinnedAt } from '../../../kinds/wall/pins/kept-pins.ts';
import type { Wall } from '../../../kinds/wall/wall.ts';
import { wall } from '../../../kinds/wall/wall.ts';
import type { ModelView } from '../../view.ts';
import { checkElement, checkHosted } from '../check.ts';
import { createElement } from '../create.ts';
import { translation } from '../motions.ts';
import { hosted, modified } from '../planned.ts';
import type { EditCode } from './line-change.ts';
import { lineOf, stretched } from './line-change.ts';

/** Result of a wall edit. */
export type WallEdit = {
  readonly wall_id: string;
  /** Id of the second piece or of the parallel copy. */
  readonly new_id: string | null;
  /** Openings, doors and windows that were moved to the second piece. */
  readonly rehosted_ids: string[];
  /** Walls that moved together with an end. */
  readonly along_ids: string[];
};

/**
 * Plans splitting a wall in two pieces; the first piece keeps the id. Each filling stays in place and
 * belongs to the piece that contains it. Refuses a cut through a filling, listing the intervals in
 * which a cut is possible, and a cut beyond the ends.
 */
export function planSplit(
  before: Wall,
  at: number,
  view: ModelView,
  context: PlanContext<EditCode>,
): Plan<WallEdit> {
  const line = lineOf(before);
  if (!(at > 0 && at < line.length)) {
    context.refuse(
      'OUT_OF_RANGE',
      `cannot split wall \`${before.id}\` ${toGrid(at)} mm from its start: expected more than 0 and less than its length of ${toGrid(line.length)} mm`,
      { element_id: before.id, at: toGrid(at), wall_length: toGrid(line.length) },
    );
  }
  const fillings = view.hostedBy(before.id).flatMap((content) => {
    const filling = fillingOf(view.kinds, content);
    return filling === null ? [] : [{ content, filling }];
  });
  requireClear(before, { at, length: line.length, fillings }, context);
  const shorter = checkElement(stretched(before, { to: at }), view, context);
  const second = unpinnedAt(stretched(before, { from: at }).params, ['start']);
  const made = createElement(wall, second, view, context);
  const moving = fillings.filter(({ filling }) => (filling.cut.offset ?? 0) >= at - TOLERANCE_MM);
  const taken = moving.map(({ content, filling }) => ({
    content,
    is: intoPiece(content, filling),
  }));
  function intoPiece(content: AnyElement, { cut: { offset } }: Filling): AnyElement {
    const { fills } = view.kinds.of(content);
    if (fills === 'none') return content;
    const carried = fills.carried(content, made.element, translation({ x: 0, y: 0, z: 0 }));
    return fills.slid(carried, { offset: Math.max(0, toGrid((offset ?? 0) - at)), dz: 0 }, context);
  }
  const inSecond = taken.flatMap(({ is }) => fillingOf(view.kinds, is) ?? []);
  const inFirst = fillings.filter((one) => !moving.includes(one)).map(({ filling }) => filling);
  checkHosted(shorter.element, inFirst, view, context);
  checkHosted(made.element, inSecond, view, context);
  const moved = taken.flatMap(({ content, is }): readonly PlannedEvent[] => {
    const event = modified(content, is);
    return event === null ? [] : [event, hosted(made.id, content.id)];
  });
  const rehosted_ids = taken.map(({ content }) => content.id);
  const plan = made.plan<WallEdit>(
    { wall_id: before.id, new_id: made.id, rehosted_ids, along_ids: [] },
    { relies_on: [before.id, ...fillings.map(({ content }) => content.id)] },
  );
  const event = modified(before, shorter.element);
  const events = [...plan.events, ...(event === null ? [] : [event]), ...moved];
  return { ...plan, events, joins: [{ of: before.id, id: made.id }] };
}

/** Tolerance below the grid, mm. */
const TOLERANCE_MM = 0.0005;

type Content = { readonly content: AnyElement; readonly filling: Filling };
type Cutting = {
  readonly at: number;
  readonly length: number;
  readonly fillings: readonly Content[];
};

function requireClear(
  { id }: Wall,
  { at, length, fillings }: Cutting,
  context: PlanContext<EditCode>,
): void {
  const across = fillings.find(({ filling: { cut } }) => {
    const from = cut.offset ?? 0;
    return from < at - TOLERANCE_MM && from + cut.width > at + TOLERANCE_MM;
  });
  if (across === undefined) return;
  const free = freeStretches(
    fillings.map(({ filling }) => filling),
    length,
  );
  const name = 'name' in across.content.params ? across.content.params['name'] : null;
  const called = typeof name === 'string' ? ` (${name})` : '';
  const intervals = free.map(([from, to]) => `${from} to ${to}`).join(', ');
  context.refuse(
    'OPENING_EXCEEDS_HOST',
    `a cut ${toGrid(at)} mm from the start of wall \`${id}\` goes through ${across.content.kind} \`${across.content.id}\`${called}: expected a cut in ${intervals} mm`,
    { element_id: across.content.id, host_id: id, at: toGrid(at), free },
  );
}

/** Intervals along a wall without fillings, mm. */
function freeStretches(
  fillings: readonly Filling[],
  length: number,
): readonly (readonly [number, number])[] {
  const free: [number, number][] = [];
  let from = 0;
  for (const { cut } of fillings.toSorted((a, b) => (a.cut.offset ?? 0) - (b.cut.offset ?? 0))) {
    const offset = cut.offset ?? 0;
    if (offset > from) free.push([toGrid(from), toGrid(offset)]);
    from = Math.max(from, offset + cut.width);
  }
  if (from < length) free.push([toGrid(from), toGrid(length)]);
  return free;
}
