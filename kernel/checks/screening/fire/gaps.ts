/** @module gaps: walls to rooms of another usage that have a lower rating than other such walls of the same room. */
import { toGrid } from '../../../../schemas/units.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { findingId } from '../../findings/finding.ts';
import type { NotEvaluated } from './fire-rating.ts';
import { onWall, ratedText, ratingOf } from './fire-rating.ts';
import type { Separation } from './separations.ts';
import { separationsOn } from './separations.ts';

const CHECK = 'fire.gap_round_room';

/** Number of walls between rooms of different usage, of the same usage and of unknown usage. */
export type SeparationCounts = {
  readonly different_usage: number;
  readonly same_usage: number;
  readonly unknown_usage: number;
};

export type GapsFound = {
  readonly findings: readonly Finding[];
  readonly separations: SeparationCounts;
  readonly not_evaluated: readonly NotEvaluated[];
};

/** Finds rating gaps around rooms, level by level. */
export function gapsAroundRooms(view: ModelView): GapsFound {
  const levels = view.levels();
  const findings: Finding[] = [];
  const counts = { different: 0, same: 0, unknown: 0 };
  for (const { id } of levels) {
    const different: Separation[] = [];
    for (const separation of separationsOn(id, view)) {
      const relation = usages(separation);
      counts[relation] += 1;
      if (relation === 'different') different.push(separation);
    }
    findings.push(...gapsIn(different, view));
  }
  const { different: different_usage, same: same_usage, unknown: unknown_usage } = counts;
  return {
    findings,
    separations: { different_usage, same_usage, unknown_usage },
    not_evaluated:
      unknown_usage === 0
        ? []
        : [
            {
              what: 'walls between rooms',
              count: unknown_usage,
              reason: 'the usage of an adjacent room is not stated',
            },
          ],
  };
}

function usages({ rooms: [a, b] }: Separation): 'different' | 'same' | 'unknown' {
  const [one, other] = [usageOf(a), usageOf(b)];
  if (one === '' || other === '') return 'unknown';
  return one === other ? 'same' : 'different';
}

function usageOf({ params: { usage } }: ElementOf<'room'>): string {
  return (usage ?? '').trim().toLowerCase();
}

/**
 * One finding for each wall and pair of rooms. It refers to the room whose other walls have the higher rating; if both
 * are equal, to the first room.
 */
function gapsIn(separations: readonly Separation[], view: ModelView): readonly Finding[] {
  const highest = new Map<string, number>();
  for (const { wall, rooms } of separations) {
    for (const { id } of rooms) {
      highest.set(id, Math.max(highest.get(id) ?? 0, ratingOf(wall, view)));
    }
  }
  return separations.flatMap((separation) => {
    const [first, second] = separation.rooms;
    const [a, b] = [highest.get(first.id) ?? 0, highest.get(second.id) ?? 0];
    const rooms = a >= b ? ([first, second] as const) : ([second, first] as const);
    const highest_min = Math.max(a, b);
    return ratingOf(separation.wall, view) < highest_min
      ? [gapFinding({ ...separation, rooms }, highest_min, view)]
      : [];
  });
}

function gapFinding(
  { wall, rooms: [room, other], shared_mm, middle }: Separation,
  highest_rating_min: number,
  view: ModelView,
): Finding {
  return {
    finding_id: findingId(CHECK, [wall.id, ...[room.id, other.id].toSorted()]),
    check: CHECK,
    severity: 'advisory',
    element_ids: [wall.id, room.id, other.id],
    level_id: view.levelOf(wall.id),
    message: `wall \`${wall.id}\` between room \`${room.id}\` (${room.params.usage}) and room \`${other.id}\` (${other.params.usage}) ${ratedText(wall, view)}; other walls between \`${room.id}\` and rooms of another usage are rated up to ${highest_rating_min} min`,
    location: onWall(wall, middle, view),
    box: view.bounds(wall.id),
    details: { rating_min: ratingOf(wall, view), highest_rating_min, shared_mm: toGrid(shared_mm) },
  };
}
