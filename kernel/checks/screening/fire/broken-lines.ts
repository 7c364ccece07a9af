/** @module broken lines: walls that continue a rated wall with a lower rating. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { ElementOf } from '../../../building/kinds/elements.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Finding } from '../../findings/finding.ts';
import { findingId } from '../../findings/finding.ts';
import { onWall, ratedText, ratingOf } from './fire-rating.ts';

const CHECK = 'fire.line_broken';
const STEP = 100;
/** Sine of the largest angle at which one wall counts as the continuation of another: 1°. */
const MAX_SINE = 0.017_45;

/**
 * Lower-rated walls that continue a rated wall in a straight line. If another wall of that rating joins there, the rated
 * line turns and there is no finding.
 */
export function brokenLines(
  view: ModelView,
  walls: readonly ElementOf<'wall'>[],
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [done, wall] of walls.entries()) {
    if (done % STEP === 0) checkpoint({ done, total: walls.length, doing: 'rated lines' });
    if (ratingOf(wall, view) <= 0) continue;
    for (const { end, with: ids } of view.footprint(wall.id)?.joins ?? []) {
      const others = ids.flatMap((id) => view.elementOf(id, 'wall') ?? []);
      if (others.some((other) => ratingOf(other, view) >= ratingOf(wall, view))) continue;
      for (const next of others) {
        if (continues(wall, end, next)) findings.push(brokenLineFinding(next, wall, end, view));
      }
    }
  }
  return findings;
}

/** Whether `next` starts at this end of the wall and has its direction. */
function continues(
  { params: wall }: ElementOf<'wall'>,
  end: 'start' | 'end',
  { params: next }: ElementOf<'wall'>,
): boolean {
  const [here, back] = end === 'end' ? [wall.end, wall.start] : [wall.start, wall.end];
  const [dx, dy] = [here.x - back.x, here.y - back.y];
  const reach = (p: { readonly x: number; readonly y: number }): number =>
    dx * (p.x - here.x) + dy * (p.y - here.y);
  const far = reach(next.end) > reach(next.start) ? next.end : next.start;
  const near = far === next.end ? next.start : next.end;
  const [ex, ey] = [far.x - near.x, far.y - near.y];
  const cross = Math.abs(dx * ey - dy * ex);
  return (
    cross <= MAX_SINE * Math.sqrt((dx * dx + dy * dy) * (ex * ex + ey * ey)) &&
    reach(far) > Math.abs(reach(near))
  );
}

function brokenLineFinding(
  next: ElementOf<'wall'>,
  wall: ElementOf<'wall'>,
  end: 'start' | 'end',
  view: ModelView,
): Finding {
  return {
    finding_id: findingId(CHECK, [next.id, wall.id]),
    check: CHECK,
    severity: 'advisory',
    element_ids: [next.id, wall.id],
    level_id: view.levelOf(next.id),
    message: `wall \`${next.id}\` continues wall \`${wall.id}\` rated ${ratingOf(wall, view)} min and ${ratedText(next, view)}`,
    location: onWall(next, wall.params[end], view),
    box: view.bounds(next.id),
    details: { rating_min: ratingOf(next, view), wall_rating_min: ratingOf(wall, view) },
  };
}
