/** @module plan-measure: distances between two points of a drawing. */
import { STRINGS } from '../strings.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Distance within which a click snaps to an end point, pixels. */
const SNAP = 10;
/** Size of the label and of the points, pixels. */
const [TEXT, DOT] = [14, 4];
/** A command of a path with its numbers. */
const COMMAND = /([MLA])([^A-Za-z]*)/g;
/** Numbers of an arc before its end point. */
const ARC = 5;

/** A point in units of the drawing. */
type Point = { readonly x: number; readonly y: number };

/** Measures in one drawing at a time. */
export class PlanMeasure {
  readonly #onValue: (text: string) => void;
  #svg: SVGSVGElement | null = null;
  #ends: readonly Point[] | null = null;
  #from: Point | null = null;
  #to: Point | null = null;

  /** `onValue` receives each measured distance in words. */
  constructor(onValue: (text: string) => void) {
    this.#onValue = onValue;
  }

  /** Whether there is a point or a distance. */
  get isStarted(): boolean {
    return this.#from !== null;
  }

  /** Measures in another drawing. */
  show(svg: SVGSVGElement | null): void {
    this.clear();
    this.#svg = svg;
    this.#ends = null;
  }

  /** Forgets the points. */
  clear(): void {
    this.#from = null;
    this.#to = null;
    this.#svg?.querySelector('.plan-measure')?.remove();
  }

  /** A click at a place of the page: a first point, or a second one. `isStraight`: in the direction of an axis. */
  click(event: MouseEvent, isStraight: boolean): void {
    if (this.#to !== null) this.clear();
    const at = this.#pointAt(event, isStraight);
    if (at === null) return;
    if (this.#from === null) {
      this.#from = at;
    } else {
      this.#to = at;
      this.#onValue(this.#words(this.#from, at));
    }
    this.draw(this.#to);
  }

  /** The pointer is at a place of the page: shows the distance to it. */
  move(event: MouseEvent, isStraight: boolean): void {
    if (this.#to !== null) return;
    const at = this.#pointAt(event, isStraight);
    if (at !== null) this.draw(at);
  }

  /** Draws the line to `to` in the size of the screen. */
  draw(to: Point | null = this.#to): void {
    const svg = this.#svg;
    svg?.querySelector('.plan-measure')?.remove();
    const scale = svg?.getScreenCTM()?.a ?? 0;
    const from = this.#from ?? to;
    if (svg === null || scale <= 0 || from === null) return;
    const group = part('g', { class: 'plan-measure' });
    for (const { x, y } of to === null ? [from] : [from, to]) {
      group.append(part('circle', { cx: x, cy: y, r: DOT / scale }));
    }
    if (this.#from !== null && to !== null) {
      group.append(part('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
      const label = part('text', {
        x: (from.x + to.x) / 2,
        y: (from.y + to.y) / 2 - 6 / scale,
        'font-size': TEXT / scale,
        'stroke-width': 4 / scale,
        'text-anchor': 'middle',
      });
      label.append(this.#words(from, to));
      group.append(label);
    }
    svg.append(group);
  }

  #words(from: Point, to: Point): string {
    const scale = Number(this.#svg?.getAttribute('data-scale') ?? 0);
    return STRINGS.measure.distance((Math.hypot(to.x - from.x, to.y - from.y) * scale) / 1000);
  }

  /** The end point near a place of the page, or the place itself. */
  #pointAt({ clientX, clientY }: MouseEvent, isStraight: boolean): Point | null {
    const matrix = this.#svg?.getScreenCTM();
    if (matrix === undefined || matrix === null) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const near = this.#nearest({ x, y }, SNAP / matrix.a) ?? { x, y };
    const from = this.#to === null ? this.#from : null;
    if (!isStraight || from === null) return near;
    const isAcross = Math.abs(near.x - from.x) >= Math.abs(near.y - from.y);
    return isAcross ? { x: near.x, y: from.y } : { x: from.x, y: near.y };
  }

  #nearest(at: Point, reach: number): Point | null {
    this.#ends ??= this.#svg === null ? [] : endsOf(this.#svg);
    let best: Point | null = null;
    let least = reach;
    for (const end of this.#ends) {
      const distance = Math.hypot(end.x - at.x, end.y - at.y);
      if (distance > least) continue;
      least = distance;
      best = end;
    }
    return best;
  }
}

/** End points of the lines and arcs of elements, in units of the drawing. */
function endsOf(svg: SVGSVGElement): readonly Point[] {
  const ends: Point[] = [];
  const page = svg.getScreenCTM()?.inverse();
  if (page === undefined) return ends;
  for (const shape of svg.querySelectorAll<SVGPathElement>('path[data-id], [data-id] path')) {
    const matrix = shape.getScreenCTM();
    if (matrix === null) continue;
    const toDrawing = page.multiply(matrix);
    for (const [, command = '', text = ''] of (shape.getAttribute('d') ?? '').matchAll(COMMAND)) {
      const numbers = text
        .trim()
        .split(/[\s,]+/u)
        .map(Number);
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        if (command === 'A') at += ARC;
        const point = new DOMPoint(numbers[at], numbers[at + 1]).matrixTransform(toDrawing);
        if (Number.isFinite(point.x) && Number.isFinite(point.y)) {
          // The place in the model is on a grid of 0.1 mm.
          ends.push({ x: rounded(point.x), y: rounded(point.y) });
        }
      }
    }
  }
  return ends;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function part(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
