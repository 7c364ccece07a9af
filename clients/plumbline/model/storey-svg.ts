/** @module storey-svg: a storey as SVG. */
import { svgDocument } from '../approvals/plan-picture.ts';
import { svgMark, svgText } from '../approvals/plan-svg.ts';
import { fitted } from '../printable.ts';
import { PAGE, type Storey } from './storey.ts';

export function storeySvg({ title, drawings, frame, bar_mm }: Storey): string {
  const { x, y, width, height } = frame.area;
  const parts = [
    svgText({ x, y: y - 16 }, fitted(title, 100), 'title'),
    `<rect class="panel" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  ];
  // Names stand above everything.
  for (const texts of [false, true]) {
    for (const { chosen, marks } of drawings) {
      const shown = marks.filter(({ shape }) => (shape === 'text') === texts);
      const drawn = shown.map((mark) => svgMark(frame, mark)).join('');
      if (drawn !== '') parts.push(`<g class="${chosen ? 'modified' : 'same'}">${drawn}</g>`);
    }
  }
  const bottom = PAGE.height - PAGE.foot + 16;
  const right = x + bar_mm * frame.scale;
  parts.push(
    `<path class="bar" d="M${x} ${bottom}v10H${right.toFixed(1)}v-10"/>`,
    svgText({ x: right + 8, y: bottom + 11 }, `${bar_mm / 1000} m, north is up`, 'caption'),
  );
  if (drawings.length === 0) {
    parts.push(svgText({ x: x + 12, y: y + 24 }, 'nothing on this level', 'caption'));
  }
  return svgDocument(PAGE.width, PAGE.height, parts);
}
