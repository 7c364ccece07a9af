/** @module nearest first: sorts items by depth with a bucket sort, in linear time for evenly spread depths. */

/** Mean number of items in a bucket. */
const SHARED = 8;

/** Indexes of the depths, sorted by ascending depth; equal depths keep their order. All depths must be finite. */
export function nearestFirst(depths: Float64Array): readonly number[] {
  let [low, high] = [Infinity, -Infinity];
  for (const depth of depths) {
    if (depth < low) low = depth;
    if (depth > high) high = depth;
  }
  const count = Math.ceil(depths.length / SHARED);
  const per = high > low ? (count - 1) / (high - low) : 0;
  const parts = Array.from({ length: count }, (): number[] => []);
  for (const [index, depth] of depths.entries()) {
    parts[Math.floor((depth - low) * per)]?.push(index);
  }
  const out: number[] = [];
  for (const part of parts) {
    part.sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0) || a - b);
    for (const index of part) out.push(index);
  }
  return out;
}
