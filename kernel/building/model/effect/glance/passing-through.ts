/** @module passing through: stairs in floors and walls, columns in walls, windows and doors. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { ConvexPiece } from '../../../geometry/convex/convex-piece.ts';
import { uprightPiece } from '../../../geometry/convex/convex-piece.ts';
import type { Element } from '../../../kinds/elements.ts';
import { fillingOf } from '../../../kinds/kind.ts';
import { rectangleInWall } from '../../../kinds/rules/in-wall.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';
import { sharedVolume, volumeOf } from './shared-volume.ts';
import { standingBody } from './upright.ts';

type Placed = 'stair' | 'column' | 'floor' | 'roof' | 'wall' | 'window' | 'door';

/**
 * Kinds that pass through others, the kinds they pass through, and the minimum share of the body that must lie there.
 */
const PAIRS: readonly {
  readonly passes: Placed;
  readonly through: Placed;
  readonly part: number;
  readonly remedy: string;
}[] = [
  { passes: 'stair', through: 'floor', part: 0.005, remedy: 'cut an opening into the floor' },
  { passes: 'stair', through: 'roof', part: 0.005, remedy: 'cut an opening into the roof' },
  { passes: 'stair', through: 'wall', part: 0.02, remedy: 'move one of the two' },
  { passes: 'column', through: 'wall', part: 0.05, remedy: 'move it, or end the wall at it' },
  { passes: 'column', through: 'window', part: 0.01, remedy: 'move one of the two' },
  { passes: 'column', through: 'door', part: 0.01, remedy: 'move one of the two' },
  { passes: 'column', through: 'stair', part: 0.01, remedy: 'move one of the two' },
];

/** Reports elements that pass through this element or that it passes through. */
export function passingThrough(element: Element, view: ModelView): readonly Glimpse[] {
  const pairs = PAIRS.filter(({ passes, through }) =>
    [passes, through].some((kind) => kind === element.kind),
  );
  const box = pairs.length === 0 ? null : view.bounds(element.id);
  if (box === null) return [];
  const others = pairs.map(({ passes, through }) => (passes === element.kind ? through : passes));
  return meeting(box, [...new Set(others)], view).flatMap((other) => {
    if (other.id === element.id) return [];
    return pairs.flatMap((pair) => {
      if (pair.passes === element.kind && pair.through === other.kind) {
        return passage(element, other, pair, view);
      }
      if (pair.passes === other.kind && pair.through === element.kind) {
        return passage(other, element, pair, view);
      }
      return [];
    });
  });
}

function passage(
  passing: Element,
  other: Element,
  { part, remedy }: (typeof PAIRS)[number],
  view: ModelView,
): readonly Glimpse[] {
  const body = standingBody(passing.id, view);
  const shared = sharedVolume(body, spaceOf(other, view));
  if (shared === 0 || shared < part * volumeOf(body)) return [];
  return [
    {
      key: [passing.id, other.id].toSorted(compareText).join('\n'),
      text: `${passing.kind} \`${passing.id}\` stands in ${other.kind} \`${other.id}\`, with ${(shared / 1e9).toPrecision(2)} m³ of its body: ${remedy}`,
    },
  ];
}

/** The body of an element; for a door or window the whole void in its wall. */
function spaceOf(element: Element, view: ModelView): readonly ConvexPiece[] {
  const filling = fillingOf(view.kinds, element);
  if (filling === null) return standingBody(element.id, view);
  const wall = view.elementOf(filling.cut.host_id, 'wall');
  const level = view.elementOf(wall?.params.level_id ?? '', 'level');
  if (wall === undefined || level === undefined) return [];
  const low = level.params.elevation + wall.params.base_offset + filling.cut.sill;
  return [uprightPiece(rectangleInWall(wall, filling), low, low + filling.cut.height)];
}
