/** @module doubled: elements in the place of another of their kind, and rooms over rooms. */
import type { BoxMm } from '../../../../../schemas/units.ts';
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import { type Ring, signedArea } from '../../../geometry/plan/polygon.ts';
import { ringOverlap } from '../../../geometry/plan/ring-overlap.ts';
import type { Element, ElementOf } from '../../../kinds/elements.ts';
import { shareHeights } from '../../../kinds/room/foot.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';
import { sharedVolume, volumeOf } from './shared-volume.ts';

/** Two bodies are duplicates if this fraction of the smaller one lies in the other. */
const SAME = 0.9;
/** Smaller overlaps of rooms are accepted, because outlines are drawn to walls of differing thickness, mm². */
const MIN_ROOM_MM2 = 100_000;

/**
 * Maximum number of pairs of pieces that are compared for one element. This bounds the cost of a pile of large roofs.
 */
const MAX_PAIRS = 100_000;
/** Maximum number of duplicates collected for one element, far more than warnings name. */
const MAX_FOUND = 10;
/** The number of piece pairs that a comparison of two rooms counts for. */
const PAIRS_OF_ROOMS = 100;

/** Reports elements of the same kind in the same place. Overlapping walls are reported elsewhere. */
export function doubled(element: Element, view: ModelView): readonly Glimpse[] {
  if (element.kind === 'grid') return linesAt(element, view);
  const box = view.bounds(element.id);
  if (box === null || element.kind === 'wall') return [];
  const others = alike(element, box, view).filter(({ id }) => id !== element.id);
  const found: Glimpse[] = [];
  let pairs = 0;
  for (const other of others) {
    const over =
      element.kind === 'room' && other.kind === 'room'
        ? { glimpses: roomOver(element, other, view), pairs: PAIRS_OF_ROOMS }
        : sameBody(element, other, view);
    found.push(...over.glimpses);
    pairs += over.pairs;
    if (pairs > MAX_PAIRS || found.length >= MAX_FOUND) break;
  }
  return found;
}

function alike(element: Element, box: BoxMm, view: ModelView): readonly Element[] {
  if (element.kind !== 'room') return meeting(box, [element.kind], view);
  return view.inBox(box).flatMap((id) => view.elementOf(id, 'room') ?? []);
}

function keyOf(...ids: readonly string[]): string {
  return ids.toSorted(compareText).join('\n');
}

/** The findings for two elements, and the number of pairs of pieces that were compared. */
type Overlap = { readonly glimpses: readonly Glimpse[]; readonly pairs: number };

function sameBody(element: Element, other: Element, view: ModelView): Overlap {
  const [own, others] = [view.pieces(element.id), view.pieces(other.id)];
  if (own === null || others === null) return { glimpses: [], pairs: 0 };
  const pairs = own.length * others.length;
  const [own_volume, other_volume] = [volumeOf(own), volumeOf(others)];
  const least = Math.min(own_volume, other_volume);
  const shared = sharedVolume(own, others);
  if (least === 0 || shared < SAME * least) return { glimpses: [], pairs };
  const { kind } = element;
  const [inner, outer] = own_volume <= other_volume ? [element, other] : [other, element];
  const text =
    shared >= SAME * Math.max(own_volume, other_volume)
      ? `${kind} \`${element.id}\` is in the same place as ${kind} \`${other.id}\`: delete one of the two`
      : `${kind} \`${inner.id}\` is inside ${kind} \`${outer.id}\`: move or delete one of the two`;
  return { glimpses: [{ key: keyOf(element.id, other.id), text }], pairs };
}

function roomOver(
  room: ElementOf<'room'>,
  other: ElementOf<'room'>,
  view: ModelView,
): readonly Glimpse[] {
  if (room.params.level_id !== other.params.level_id) return [];
  if (!shareHeights(room.id, other.id, view)) return [];
  const area = commonArea(room.id, other.id, view);
  if (area < MIN_ROOM_MM2) return [];
  return [
    {
      key: keyOf(room.id, other.id),
      text: `room \`${room.id}\` overlaps room \`${other.id}\`: ${squareMetres(area)} m² count in both`,
    },
  ];
}

/** The area that two rooms share without the free-standing elements in it, mm². */
function commonArea(id: string, other: string, view: ModelView): number {
  const [a, b] = [view.outline(id), view.outline(other)];
  if (a === null || b === null) return 0;
  const around = ringOverlap(a, b)?.area_mm2 ?? 0;
  if (around === 0) return 0;
  const inHoles = [
    ...view.holes(id).map((hole) => ringOverlap(turnedLeft(hole), b)),
    ...view.holes(other).map((hole) => ringOverlap(turnedLeft(hole), a)),
  ];
  return inHoles.reduce((rest, hole) => rest - (hole?.area_mm2 ?? 0), around);
}

function turnedLeft(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}

function squareMetres(mm2: number): string {
  return (mm2 / 1e6).toFixed(2);
}

function linesAt({ id, params: own }: ElementOf<'grid'>, view: ModelView): readonly Glimpse[] {
  const isSame = ({ params }: ElementOf<'grid'>): boolean =>
    [
      [own.start, own.end],
      [own.end, own.start],
    ].some(
      ([from, to]) =>
        params.start.x === from?.x &&
        params.start.y === from.y &&
        params.end.x === to?.x &&
        params.end.y === to.y,
    );
  return [...view.elementsOf('grid')].flatMap((grid) =>
    grid.id === id || !isSame(grid)
      ? []
      : [
          {
            key: keyOf(id, grid.id),
            text: `grid line \`${id}\` coincides with grid line \`${grid.id}\``,
          },
        ],
  );
}
