/** @module gone-shapes: what a change deletes, in the drawing of the later moment, which no longer has it. */
const SVG = 'http://www.w3.org/2000/svg';

/** Adds the shapes of these elements from the earlier drawing to the later one, and shows both drawings in full. */
export function addGone(
  later: SVGSVGElement,
  earlier: SVGSVGElement,
  gone: ReadonlySet<string>,
): void {
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'plan-gone');
  for (const shape of earlier.querySelectorAll(':scope > [data-id]:not(text)')) {
    if (gone.has(shape.getAttribute('data-id') ?? '')) group.append(shape);
  }
  if (group.childElementCount === 0) return;
  later.append(group);
  const [one, other] = [boxIn(later), boxIn(earlier)];
  if (one === null || other === null) return;
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  later.setAttribute('viewBox', `${x} ${y} ${right - x} ${bottom - y}`);
}

function boxIn(svg: SVGSVGElement): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
} | null {
  const [x, y, width, height] = (svg.getAttribute('viewBox') ?? '').split(/\s+/).map(Number);
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    return null;
  }
  return { x, y, width, height };
}
