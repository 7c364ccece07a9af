/** @module sheet-marks: marks over a drawing that keep their size on the screen. */
import type { PlanMark } from '../state/plan-marks.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Radius of a mark, pixels. */
const RADIUS = 9;

/** Adds the marks to a drawing instead of those before. `scale`: mm of the model for a unit of the drawing. */
export function putMarks(svg: SVGSVGElement, marks: readonly PlanMark[], scale: number): void {
  svg.querySelector('.plan-marks')?.remove();
  if (marks.length === 0) return;
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'plan-marks');
  for (const { key, at, sign, look, isActive } of marks) {
    const mark = document.createElementNS(SVG, 'g');
    mark.setAttribute('data-mark', key);
    mark.setAttribute('data-at', `${at[0] / scale} ${-at[1] / scale}`);
    mark.setAttribute('class', `plan-mark mark-${look}${isActive ? ' is-active' : ''}`);
    const circle = document.createElementNS(SVG, 'circle');
    circle.setAttribute('r', String(isActive ? RADIUS * 1.3 : RADIUS));
    const text = document.createElementNS(SVG, 'text');
    text.setAttribute('text-anchor', 'middle');
    text.setAttribute('dy', '0.36em');
    text.append(sign);
    mark.append(circle, text);
    group.append(mark);
  }
  svg.append(group);
}

/** Sizes the marks. `unit`: units of the drawing for a pixel. */
export function sizeMarks(svg: SVGSVGElement, unit: number): void {
  for (const mark of svg.querySelectorAll('[data-mark]')) {
    const at = mark.getAttribute('data-at') ?? '0 0';
    mark.setAttribute('transform', `translate(${at}) scale(${unit})`);
  }
}
