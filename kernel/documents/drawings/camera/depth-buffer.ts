/** @module depth buffer: the nearest face at each pixel of a picture. */

/**
 * For each pixel, the number of the nearest face (0: no face) and its `near` value. `near` grows towards the viewer
 * (see `Lens`); it is -Infinity without a face.
 */
export type DepthBuffer = {
  readonly width: number;
  readonly height: number;
  readonly near: Float32Array;
  readonly face: Int32Array;
};

/** An empty buffer. */
export function newBuffer(width: number, height: number): DepthBuffer {
  return {
    width,
    height,
    near: new Float32Array(width * height).fill(-Infinity),
    face: new Int32Array(width * height),
  };
}

/** Buffers that one picture after another uses: allocating those of a picture takes a tenth of its time. */
export class DepthBuffers {
  readonly #free: DepthBuffer[] = [];

  /** An empty buffer. */
  take(width: number, height: number): DepthBuffer {
    const at = this.#free.findIndex((one) => one.width === width && one.height === height);
    const [free] = at < 0 ? [] : this.#free.splice(at, 1);
    if (free === undefined) return newBuffer(width, height);
    free.near.fill(-Infinity);
    free.face.fill(0);
    return free;
  }

  /** Takes back buffers that nothing reads any more. */
  give(buffers: readonly DepthBuffer[]): void {
    this.#free.push(...buffers);
  }
}

/**
 * Receives one row of a triangle: the indexes of its first and last pixel, `near` at the first, and the change of
 * `near` per pixel.
 */
export type Span = (first: number, last: number, near: number, per: number) => void;

/**
 * Calls `visit` for each row of a triangle within the picture, from the top. A pixel belongs to a triangle if its
 * centre does, so that adjacent triangles leave no gap and share no pixel.
 *
 * @param spots x, y and near of the three corners, consecutively
 */
export function eachSpan(
  { width, height }: Pick<DepthBuffer, 'height' | 'width'>,
  spots: Float64Array,
  visit: Span,
): void {
  const [ax, ay, an] = [real(spots, 0), real(spots, 1), real(spots, 2)];
  const [bx, by, bn] = [real(spots, 3), real(spots, 4), real(spots, 5)];
  const [cx, cy, cn] = [real(spots, 6), real(spots, 7), real(spots, 8)];
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy) - 0.5) - 1);
  if (
    top > bottom ||
    Math.ceil(Math.min(ax, bx, cx) - 0.5) >= Math.ceil(Math.max(ax, bx, cx) - 0.5)
  ) {
    return;
  }
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (Math.abs(area) < 1e-9) return;
  const perX = ((bn - an) * (cy - ay) - (cn - an) * (by - ay)) / area;
  const perY = ((cn - an) * (bx - ax) - (bn - an) * (cx - ax)) / area;
  for (let row = top; row <= bottom; row += 1) {
    const y = row + 0.5;
    let left = Infinity;
    let right = -Infinity;
    if (ay < y !== by < y) {
      const x = crossing(ax, ay, bx, by, y);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    if (by < y !== cy < y) {
      const x = crossing(bx, by, cx, cy, y);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    if (cy < y !== ay < y) {
      const x = crossing(cx, cy, ax, ay, y);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    const first = Math.max(0, Math.ceil(left - 0.5));
    const last = Math.min(width - 1, Math.ceil(right - 0.5) - 1);
    if (first > last) continue;
    const near = an + (y - ay) * perY + (first + 0.5 - ax) * perX;
    visit(row * width + first, row * width + last, near, perX);
  }
}

/** The x coordinate at which an edge crosses a row; exactly the same number for both triangles at the edge. */
// oxlint-disable-next-line max-params -- called for every row: avoids the allocation of an object
function crossing(ax: number, ay: number, bx: number, by: number, y: number): number {
  return ay < by
    ? ax + ((y - ay) / (by - ay)) * (bx - ax)
    : bx + ((y - by) / (ay - by)) * (ax - bx);
}

/**
 * Draws a triangle of the face `number`, except at pixels where a nearer face is drawn already. `bodies` contains the
 * body number of each face, at the index `number - 1`.
 */
export function drawTriangle(
  buffer: DepthBuffer,
  spots: Float64Array,
  number: number,
  bodies: Int32Array,
): void {
  const { near: nearest, face } = buffer;
  const body = bodies[number - 1] ?? 0;
  eachSpan(buffer, spots, (first, last, near, per) => {
    for (let dot = first, depth = near; dot <= last; dot += 1, depth += per) {
      const own = Math.fround(depth);
      if (own < (nearest[dot] ?? 0)) continue;
      if (own === nearest[dot] && isEarlier(bodies, face[dot], body)) continue;
      nearest[dot] = own;
      face[dot] = number;
    }
  });
}

/** Whether a face belongs to an earlier body. At equal depth, this face is visible, in any drawing order. */
function isEarlier(bodies: Int32Array, face: number | undefined, body: number): boolean {
  return (bodies[(face ?? 0) - 1] ?? 0) < body;
}

/** The number at an index, or 0. Only for Float64Array, because JavaScript engines optimise monomorphic access. */
function real(list: Float64Array, index: number): number {
  return list[index] ?? 0;
}
