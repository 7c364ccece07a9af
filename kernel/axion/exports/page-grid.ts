/** @module page-grid: the grid world of a moment as SVG inside a page. */
import type { Cell, ToyEnv } from '../env/toy-env.ts';
import { plain } from './page-text.ts';

/** Width and height of a cell in SVG units. */
const CELL = 16;

/** Definitions of the shapes; included once per page and referenced by every grid. */
export const GRID_SHAPES = `<svg width="0" height="0" aria-hidden="true"><defs>
<g id="self"><circle r="6.5" fill="#fff"/><circle r="5.5" fill="#0065ad"/></g>
<g id="dead"><circle r="5.5" fill="#8c8c8c"/></g>
<g id="object"><circle r="4.5" fill="#e6ac00"/><circle r="1.6" fill="#fff"/></g>
<path id="hazard" d="M0-6L6 5H-6Z" fill="#d54c00"/>
<path id="agent" d="M0-6L6 0 0 6-6 0Z" fill="#7850a0"/>
<path id="denied" d="M-4-4L4 4M4-4L-4 4" stroke="#be143c" stroke-width="2.5" fill="none"/>
</defs></svg>`;

/** The legend of the shapes, as a row of a page. */
export function gridLegend(): string {
  const words = [
    ['self', 'the agent, its path in blue'],
    ['object', 'object'],
    ['hazard', 'hazard'],
    ['agent', 'other agent'],
    ['denied', 'denied here'],
  ] as const;
  const marks = words.map(
    ([shape, meaning]) =>
      `<span><svg width="16" height="16" viewBox="-8 -8 16 16"><use href="#${shape}"/></svg> ${meaning}</span>`,
  );
  return `<p class="legend">${marks.join('')}<span><i class="wall"></i> wall</span></p>`;
}

/** The grid with the path so far and the cells of denials. */
export function gridSvg(env: ToyEnv, path: readonly Cell[], denied: readonly Cell[]): string {
  const { w, h, walls } = env.grid;
  const [width, height] = [w * CELL, h * CELL];
  const lines = [
    ...Array.from({ length: w + 1 }, (_, x) => `M${x * CELL} 0V${height}`),
    ...Array.from({ length: h + 1 }, (_, y) => `M0 ${y * CELL}H${width}`),
  ];
  const pathPoints = path.map(({ x, y }) => `${cellCentre(x)},${cellCentre(y)}`).join(' ');
  return [
    `<svg class="grid" viewBox="-1 -1 ${width + 2} ${height + 2}" width="${width}" height="${height}" role="img" aria-label="the grid">`,
    `<path d="${lines.join('')}" stroke="#e2dfd6" fill="none"/>`,
    ...walls.map(
      ({ x, y }) =>
        `<rect x="${x * CELL + 1}" y="${y * CELL + 1}" width="${CELL - 2}" height="${CELL - 2}" fill="#4a4e56"/>`,
    ),
    path.length > 1
      ? `<polyline points="${pathPoints}" fill="none" stroke="#78aedb" stroke-width="3"/>`
      : '',
    ...env.hazards.map((one) => useShape('hazard', one, `${one.id}, severity ${one.severity}`)),
    ...env.objects.map((one) => useShape('object', one, one.id)),
    ...env.agents.map((one) => useShape('agent', one, one.id)),
    useShape(env.self.status.alive ? 'self' : 'dead', env.self, `energy ${env.self.energy}`),
    ...denied.map((cell) => useShape('denied', cell, 'denied')),
    '</svg>',
  ].join('');
}

function useShape(shape: string, cell: Cell, title: string): string {
  return `<use href="#${shape}" x="${cellCentre(cell.x)}" y="${cellCentre(cell.y)}"><title>${plain(title)}</title></use>`;
}

function cellCentre(cell: number): number {
  return cell * CELL + CELL / 2;
}
