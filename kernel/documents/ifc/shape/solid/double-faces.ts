/** @module double-faces: faces of a body that are written twice. */
import type { Face } from './surface.ts';

/** A face by its corners, and whether it was turned for that: opposite faces have equal keys. */
type Key = { readonly key: string; readonly isTurned: boolean };

/**
 * The faces without pairs that face each other, which enclose nothing: walls inside of a body. Of equal faces one is
 * kept.
 */
export function withoutOpposites(faces: readonly Face[]): readonly Face[] {
  const pairs = new Map<string, { one: Face | null; other: Face | null; sum: number }>();
  for (const face of faces) {
    const { key, isTurned } = keyOf(face);
    const pair = pairs.get(key) ?? { one: null, other: null, sum: 0 };
    pair.sum += isTurned ? -1 : 1;
    if (isTurned) pair.other ??= face;
    else pair.one ??= face;
    pairs.set(key, pair);
  }
  return [...pairs.values()].flatMap(({ one, other, sum }) => {
    const kept = sum > 0 ? one : sum < 0 ? other : null;
    return kept === null ? [] : [kept];
  });
}

/** The faces, each once: of two that face each other the first is kept. */
export function withoutDoubles(faces: readonly Face[]): readonly Face[] {
  const found = new Map<string, Face>();
  for (const face of faces) {
    const { key } = keyOf(face);
    if (!found.has(key)) found.set(key, face);
  }
  return [...found.values()];
}

function keyOf(face: Face): Key {
  const [outer = [], ...holes] = face;
  const { key, isTurned } = ringKey(outer);
  const rest = holes.map((hole) => ringKey(hole).key).toSorted((a, b) => (a < b ? -1 : 1));
  return { key: [key, ...rest].join(';'), isTurned };
}

/** The corners from the smallest one towards its smaller neighbour. */
function ringKey(ring: readonly number[]): Key {
  let start = 0;
  for (const [i, one] of ring.entries()) if (one < (ring[start] ?? one)) start = i;
  const forward = [...ring.slice(start), ...ring.slice(0, start)];
  const isTurned = (forward[1] ?? 0) > (forward.at(-1) ?? 0);
  const [first = 0, ...rest] = forward;
  return { key: [first, ...(isTurned ? rest.toReversed() : rest)].join(), isTurned };
}
