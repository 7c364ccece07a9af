/** @module kept in place: fillings of a changed host. */
import type { PlannedEvent } from '../../../../schemas/events.ts';
import type { PlanContext } from '../../../../schemas/plan.ts';
import { toGrid } from '../../../../schemas/units.ts';
import { listed } from '../../../base/text/id-list.ts';
import type { AnyElement, Filling, KindCode, KindView } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import { asHost, fillingsIn, requireOffset } from '../../kinds/rules/hosting.ts';
import { modified } from './planned.ts';

type Stays = {
  readonly events: readonly PlannedEvent[];
  /** Fillings of the host in their planned state. */
  readonly fillings: readonly Filling[];
  readonly notes: readonly string[];
};

/** A filling whose offset changes, mm. */
type Kept = {
  readonly filling: Filling;
  readonly from: number;
  readonly offset: number;
  readonly is: AnyElement;
  readonly event: PlannedEvent;
};

/**
 * Adjusts the offsets of fillings when the start or the length of their host changes. A filling with
 * an anchor keeps its distance from it; a filling without one keeps its place. Refuses
 * OPENING_EXCEEDS_HOST for a filling that would begin before the start of the host.
 */
export function keptInPlace(
  before: AnyElement,
  after: AnyElement,
  view: KindView,
  context: PlanContext<KindCode>,
): Stays {
  const found = view.hostedBy(after.id).flatMap((hosted): readonly Kept[] => {
    const filling = fillingOf(view.kinds, hosted);
    const is = keptIn([before, after], hosted, view, context);
    const event = modified(hosted, is);
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

/** Returns one filling of a changed host: with an anchor at the same distance from it, otherwise in the same place. */
export function keptIn(
  [before, after]: readonly [AnyElement, AnyElement],
  hosted: AnyElement,
  { kinds }: Pick<KindView, 'kinds'>,
  context: PlanContext<KindCode>,
): AnyElement {
  const filling = fillingOf(kinds, hosted);
  const { fills } = kinds.of(hosted);
  if (filling === null || fills === 'none') return hosted;
  const new_offset = asHost(after, kinds.all)?.holds.kept(before, after, filling) ?? null;
  if (new_offset === null || new_offset === filling.cut.offset) return hosted;
  return fills.slid(
    hosted,
    { offset: requireOffset(new_offset, filling, context), dz: 0 },
    context,
  );
}

/** Maximum number of anchored openings named in the notes. */
const MAX_LISTED = 5;

function notesOf(host_id: string, kept: readonly Kept[]): readonly string[] {
  const staying = kept.filter(({ filling }) => (filling.cut.anchor ?? null) === null);
  const anchored = kept.filter((one) => !staying.includes(one));
  const [first] = staying;
  const by = first === undefined ? 0 : toGrid(first.offset - first.from);
  const named = anchored
    .slice(0, MAX_LISTED)
    .map(
      ({ filling: { id, kind, cut }, from, offset }) =>
        `${kind} \`${id}\` keeps its distance from the ${cut.anchor ?? ''} of wall \`${host_id}\`: its offset changes from ${from} to ${offset} mm`,
    );
  const more = anchored.length - named.length;
  return [
    ...(first === undefined
      ? []
      : [
          `the contents of \`${host_id}\` stay in place: ${staying.length} offsets change by ${by} mm (${listed(staying.map(({ filling }) => filling.id))})`,
        ]),
    ...named,
    ...(more === 0
      ? []
      : [`${more} more in wall \`${host_id}\` keep the distance from their anchor`]),
  ];
}
