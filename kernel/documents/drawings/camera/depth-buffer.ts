/** @module depth buffer: the nearest face in each dot of a picture. */

/** `near` of the nearest face in each dot, and its number; 0 is none. */
export type DepthBuffer = {
  readonly width: number;
  readonly height: number;
  readonly near: Float32Array;
  readonly face: Int32Array;
};

/** A buffer without anything. */
export function newBuffer(width: number, height: number): DepthBuffer {
  return {
    width,
    height,
    near: new Float32Array(width * height).fill(-Infinity),
    face: new Int32Array(width * height),
  };
}

/** Draws a triangle: x, y and near of its corners one after the other. Each dot counts by its middle. */
export function drawTriangle(
  { width, height, near, face }: DepthBuffer,
  spots: Float64Array,
  number: number,
  bodies: Int32Array,
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
  const body = bodies[number - 1] ?? 0;
  for (let row = top; row <= bottom; row += 1) {
    const y = row + 0.5;
    let left = Infinity;
    let right = -Infinity;
    if (ay < y !== by < y) {
      const x = ax + ((y - ay) / (by - ay)) * (bx - ax);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    if (by < y !== cy < y) {
      const x = bx + ((y - by) / (cy - by)) * (cx - bx);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    if (cy < y !== ay < y) {
      const x = cx + ((y - cy) / (ay - cy)) * (ax - cx);
      if (x < left) left = x;
      if (x > right) right = x;
    }
    const first = Math.max(0, Math.ceil(left - 0.5));
    const last = Math.min(width - 1, Math.ceil(right - 0.5) - 1);
    let depth = an + (y - ay) * perY + (first + 0.5 - ax) * perX;
    const end = row * width + last;
    for (let dot = row * width + first; dot <= end; dot += 1, depth += perX) {
      const own = Math.fround(depth);
      if (own < (near[dot] ?? 0)) continue;
      if (own === near[dot] && isEarlier(bodies, face[dot], body)) continue;
      near[dot] = own;
      face[dot] = number;
    }
  }
}

/** Of faces that lie as near the one of the earlier body is seen, in whatever order they are drawn. */
function isEarlier(bodies: Int32Array, face: number | undefined, body: number): boolean {
  return (bodies[(face ?? 0) - 1] ?? 0) < body;
}

/** A function of its own: the engine reads one kind of list faster than several. */
function real(list: Float64Array, index: number): number {
  return list[index] ?? 0;
}
