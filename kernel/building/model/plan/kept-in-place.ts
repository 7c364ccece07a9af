/** @module kept in place: what a host holds, when the host becomes another. */
import type { PlannedEvent } from '../../../schemas/events.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { toGrid } from '../../../schemas/units.ts';
import type { AnyElement, Filling, KindCode, KindView } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import { asHost, fillingsIn, requireOffset } from '../../kinds/rules/hosting.ts';
import { listed } from '../../text/listed.ts';
import { modified } from './planned.ts';

type Stays = {
  readonly events: readonly PlannedEvent[];
  /** What the host holds, as it will be. */
  readonly fillings: readonly Filling[];
  readonly notes: readonly string[];
};

/** Something held whose offset becomes another, mm. */
type Kept = {
  readonly filling: Filling;
  readonly from: number;
  readonly offset: number;
  readonly is: AnyElement;
  readonly event: PlannedEvent;
};

/**
 * What a host holds keeps its distance from its anchor, and without one its place, when the host begins elsewhere or
 * becomes longer or shorter. Refuses OPENING_EXCEEDS_HOST for what would begin before the start.
 */
export function keptInPlace(
  before: AnyElement,
  after: AnyElement,
  view: KindView,
  context: PlanContext<KindCode>,
): Stays {
  const found = view.hostedBy(after.id).flatMap((held): readonly Kept[] => {
    const filling = fillingOf(view.kinds, held);
    const is = keptIn([before, after], held, view, context);
    const event = modified(held, is);
    const [from, offset] = [filling?.cut.offset, fillingOf(view.kinds, is)?.cut.offset];
    if (filling === null || event === null || !isPlace(from) || !isPlace(offset)) return [];
    return [{ filling, from, offset, is, event }];
  });
  const moved = new Map(found.map(({ is }) => [is.id, fillingOf(view.kinds, is)]));
  return {
    events: found.map(({ event }) => event),
    fillings: fillingsIn(view, after.id).map((filling) => moved.get(filling.id) ?? filling),
    notes: notesOf(after.id, found),
  };
}

function isPlace(offset: number | null | undefined): offset is number {
  return typeof offset === 'number';
}

/** One element of a host that became another: from its anchor as before, or in its place. */
export function keptIn(
  [before, after]: readonly [AnyElement, AnyElement],
  held: AnyElement,
  { kinds }: Pick<KindView, 'kinds'>,
  context: PlanContext<KindCode>,
): AnyElement {
  const filling = fillingOf(kinds, held);
  const { fills } = kinds.of(held);
  if (filling === null || fills === 'none') return held;
  const wanted = asHost(after, kinds.all)?.holds.kept(before, after, filling) ?? null;
  if (wanted === null || wanted === filling.cut.offset) return held;
  return fills.slid(held, { offset: requireOffset(wanted, filling, context), dz: 0 }, context);
}

/** Openings that a note names. */
const LISTED = 5;

function notesOf(host_id: string, kept: readonly Kept[]): readonly string[] {
  const staying = kept.filter(({ filling }) => (filling.cut.anchor ?? null) === null);
  const anchored = kept.filter((one) => !staying.includes(one));
  const [first] = staying;
  const by = first === undefined ? 0 : toGrid(first.offset - first.from);
  const named = anchored
    .slice(0, LISTED)
    .map(
      ({ filling: { id, kind, cut }, from, offset }) =>
        `${kind} \`${id}\` keeps its distance from the ${cut.anchor ?? ''} of wall \`${host_id}\`: its offset goes from ${from} to ${offset} mm`,
    );
  const more = anchored.length - named.length;
  return [
    ...(first === undefined
      ? []
      : [
          `what \`${host_id}\` holds stays in its place: ${staying.length} offsets change by ${by} mm (${listed(staying.map(({ filling }) => filling.id))})`,
        ]),
    ...named,
    ...(more === 0
      ? []
      : [`${more} more in wall \`${host_id}\` keep the distance of their anchor`]),
  ];
}
