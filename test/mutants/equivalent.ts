/** @module equivalent: mutants that behave like the original code, so that no test can fail, each with the reason. */

/** The changed line before and after the mutation; each sequence of whitespace is one space. */
export type Equivalent = {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly because: string;
};

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'kernel/documents/drawings/camera/hidden-tiles.ts',
    before: 'if ((this.#farthest[row * this.#columns + column] ?? 0) > than) continue;',
    after: 'if ((this.#farthest[row * this.#columns + column] ?? 1) > than) continue;',
    because: 'the list has an entry for every tile',
  },
  {
    file: 'kernel/checks/clash/clashes-around.ts',
    before: 'for (const id of view.inBox(grown(region, gap + 1))) ids.add(id);',
    after: 'for (const id of view.inBox(grown(region, gap + 2))) ids.add(id);',
    because: 'more bodies are measured, and those are too far away to clash',
  },
  {
    file: 'servers/documentation/camera.ts',
    before: 'if (x * x + y * y + up * up <= 1e-12) return null;',
    after: 'if (x * x + y * y + up * up < 1e-12) return null;',
    because: 'no sum of squares of numbers that people write is exactly 1e-12',
  },
  {
    file: 'servers/pseudo-axion/live-episodes.ts',
    before: 'busy: false,',
    after: 'busy: true,',
    because: 'the end of the turn clears it, and nothing reads it of the returned episode',
  },
  {
    file: 'servers/files/picture-files.ts',
    before: 'for (const name of folder === PICTURES ? own : await this.#entries(folder)) {',
    after: 'for (const name of false ? own : await this.#entries(folder)) {',
    because: 'the entries are those that were read before',
  },
  {
    file: 'servers/files/picture-files.ts',
    before: 'if (this.#left < 0) {',
    after: 'if (this.#left < 1) {',
    because: 'cleaning below the limit deletes nothing',
  },
  {
    file: 'kernel/building/spatial/disc/edge-grid.ts',
    before: 'const end = first[cell + 1] ?? 0;',
    after: 'const end = first[cell + 1] ?? 1;',
    because: 'the list has one entry more than there are cells',
  },
  {
    file: 'kernel/building/spatial/disc/tangent-graph.ts',
    before: 'if (a % STOP_AFTER === 0) {',
    after: 'if (a % STOP_AFTER !== 0) {',
    because: 'only how often the work can be interrupted changes',
  },
  {
    file: 'kernel/building/kinds/opening/opening-outline.ts',
    before: 'return { x: (to.offset ?? 0) - (from.offset ?? 0), y: to.sill - from.sill };',
    after: 'return { x: (to.offset ?? 0) - (from.offset ?? 1), y: to.sill - from.sill };',
    because: 'an opening without a place in plan has an offset',
  },
  {
    file: 'kernel/building/model/branches/differences.ts',
    before:
      'return [host, level, top].find((owner) => owner !== null && deleted.has(owner)) ?? null;',
    after:
      'return [host, level, top].find((owner) => owner !== null && deleted.get(owner)) ?? null;',
    because: 'the values of the map are elements',
  },
  {
    file: 'kernel/building/model/state/lookup.ts',
    before: 'Math.min(start.y, end.y) - margin <= max.y &&',
    after: 'Math.min(start.y, end.y) - margin < max.y &&',
    because: 'the margin is 0.001 mm larger than the wall can reach',
  },
  {
    file: 'kernel/building/model/state/lookup.ts',
    before: 'if (near > 0 || far < 0) return false;',
    after: 'if (near > 0 || far < 0) return true;',
    because: 'the check of a room that is not affected changes nothing',
  },
  {
    file: 'kernel/building/model/state/plan-grid.ts',
    before: 'const MAX_CELLS = 2048;',
    after: 'const MAX_CELLS = 2049;',
    because: 'elements that cover more cells are kept in another list and found there',
  },
  {
    file: 'kernel/building/model/effect/effect.ts',
    before: 'return Object.fromEntries(changed.toSorted(([a], [b]) => (a < b ? -1 : 1)));',
    after: 'return Object.fromEntries(changed.toSorted(([a], [b]) => (a < b ? -2 : 1)));',
    because: 'only the sign of a comparison matters',
  },
  {
    file: 'kernel/building/geometry/walls/wall-cuts.ts',
    before:
      'Math.max(from, to) > HALF_GRID_UM && Math.min(from, to) < 1000 * wall.length - HALF_GRID_UM',
    after:
      'Math.max(from, to) >= HALF_GRID_UM && Math.min(from, to) < 1000 * wall.length - HALF_GRID_UM',
    because: 'ends in line are grid points, at 0 or at least 1 µm from each other',
  },
  {
    file: 'kernel/building/geometry/walls/wall-cuts.ts',
    before:
      'Math.max(from, to) > HALF_GRID_UM && Math.min(from, to) < 1000 * wall.length - HALF_GRID_UM',
    after:
      'Math.max(from, to) > HALF_GRID_UM && Math.min(from, to) <= 1000 * wall.length - HALF_GRID_UM',
    because: 'ends in line are grid points, at 0 or at least 1 µm from each other',
  },
];
