/** @module taken volume: the volume that construction elements take within a room. */
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { heightsOfPiece, outlineOfPiece, sectionAt } from '../../geometry/convex/section-at.ts';
import { at } from '../../geometry/indexed.ts';
import { signedArea } from '../../geometry/plan/polygon.ts';
import { type Area, common, sizeOf, united } from '../../geometry/plan/regions.ts';
import type { HoldingView } from '../shared/held.ts';
import type { Content, RoomSpace } from './contents.ts';

/** Sections are taken this far inside a layer, mm, where they are unambiguous. */
const INSIDE_MM = 1e-6;
/** Areas in plan that differ by less are equal, mm². */
const SAME_MM2 = 100;

/** Volume of the elements within a space, mm³; parts that are in several elements count once. Null if it is unknown. */
export function takenVolume(
  contents: readonly Content[],
  space: RoomSpace,
  view: HoldingView,
): number | null {
  const elements: (readonly ConvexPiece[])[] = [];
  for (const { element } of contents) {
    const pieces = view.pieces(element.id);
    if (pieces === null) return null;
    const inside = pieces.filter(
      ({ bounds: [, , low, , , high] }) => low < space.high && high > space.low,
    );
    if (inside.length > 0) elements.push(inside);
  }
  return clusters(elements).reduce((sum, pieces) => sum + volumeIn(pieces, space), 0);
}

/** The pieces in groups, so that no piece overlaps one of another group. Pieces of one element share no volume. */
function clusters(elements: readonly (readonly ConvexPiece[])[]): readonly ConvexPiece[][] {
  const owned = elements.flatMap((pieces, owner) => pieces.map((piece) => ({ piece, owner })));
  const group = owned.map((_, i) => i);
  const rootOf = (i: number): number => {
    const up = at(group, i);
    return up === i ? i : rootOf(up);
  };
  for (const [i, a] of owned.entries()) {
    for (const [k, b] of owned.entries()) {
      if (k >= i) break;
      if (a.owner !== b.owner && overlap(a.piece, b.piece)) group[rootOf(i)] = rootOf(k);
    }
  }
  const found = new Map<number, ConvexPiece[]>();
  for (const [i, { piece }] of owned.entries()) {
    const root = rootOf(i);
    found.set(root, [...(found.get(root) ?? []), piece]);
  }
  return [...found.values()];
}

function overlap({ bounds: a }: ConvexPiece, { bounds: b }: ConvexPiece): boolean {
  return [0, 1, 2].every((axis) => {
    const [from, to] = [
      Math.max(at(a, axis), at(b, axis)),
      Math.min(at(a, axis + 3), at(b, axis + 3)),
    ];
    return to - from > INSIDE_MM;
  });
}

/** Volume of pieces within a space (Simpson's rule, exact where no faces cross within a layer), mm³. */
function volumeIn(pieces: readonly ConvexPiece[], space: RoomSpace): number {
  const [first] = pieces;
  const isAlone = pieces.length === 1 && first !== undefined && isWithin(first, space);
  const all = space.pieces === null || isAlone ? pieces : [...pieces, ...space.pieces];
  const inside = all.flatMap(heightsOfPiece).filter((z) => z > space.low && z < space.high);
  const cuts = [...new Set([space.low, ...inside, space.high])].toSorted((a, b) => a - b);
  let sum = 0;
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [from, to] = [at(cuts, i), at(cuts, i + 1)];
    const amid = pieces.filter(({ bounds }) => bounds[2] < to && bounds[5] > from);
    if (amid.length === 0) continue;
    const areaAt = isAlone
      ? (z: number) => Math.abs(signedArea(sectionAt(first, z) ?? []))
      : (z: number) => sizeOf(common(spaceAt(space, z), sectionsAt(amid, z)));
    sum += layer(areaAt, from, to);
  }
  return sum;
}

function layer(areaAt: (z: number) => number, from: number, to: number): number {
  const inside = Math.min(INSIDE_MM, (to - from) / 4);
  const ends = areaAt(from + inside) + areaAt(to - inside);
  return ((ends + 4 * areaAt((from + to) / 2)) * (to - from)) / 6;
}

/** Whether a piece lies in the plan of a space with level ends. */
function isWithin(piece: ConvexPiece, { area, pieces }: RoomSpace): boolean {
  const outline = outlineOfPiece(piece);
  if (pieces !== null || outline === null) return false;
  return sizeOf(common(area, [outline])) > signedArea(outline) - SAME_MM2;
}

function spaceAt({ area, pieces }: RoomSpace, z: number): Area {
  return pieces === null ? area : sectionsAt(pieces, z);
}

function sectionsAt(pieces: readonly ConvexPiece[], z: number): Area {
  return united([pieces.flatMap((one) => [sectionAt(one, z) ?? []])]);
}
