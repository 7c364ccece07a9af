/** @module nearest first: the order of many things by how far they are, in a time that grows as their number does. */

/** As many things as share a part of the depth, if they are spread evenly. */
const SHARED = 8;

/** Indexes of depths from the least up; of equal ones the first comes first. Finite numbers only. */
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
