/** @module measure-tool: measures between two clicked points, and draws them over the picture. */
import type { Vector } from './camera/vectors.ts';
import type { Measured } from './scene-view.ts';

/** A point of an element near the pointer. */
export type Snap = { readonly point: Vector; readonly kind: 'corner' | 'edge' | 'face' };

export type MeasureSources = {
  /** The point at CSS pixels of the picture; null for the background. */
  readonly snapAt: (x: number, y: number) => Snap | null;
  /** CSS pixels of a point. */
  readonly project: (point: Vector) => readonly [number, number];
  readonly onMeasured: (measured: Measured | null) => void;
};

const LINE = '#d4380d';
const HALO = 'rgba(255, 255, 255, 0.85)';

/** Two points and a line between them. Owner of a canvas that lies over the picture. */
export class MeasureTool {
  readonly #canvas: HTMLCanvasElement;
  readonly #from: MeasureSources;
  #start: Vector | null = null;
  #end: Vector | null = null;
  #near: Snap | null = null;
  #isOn = false;

  constructor(picture: HTMLCanvasElement, from: MeasureSources) {
    this.#from = from;
    this.#canvas = picture.ownerDocument.createElement('canvas');
    this.#canvas.setAttribute('aria-hidden', 'true');
    const style = {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      'pointer-events': 'none',
      display: 'none',
    };
    for (const [name, value] of Object.entries(style)) this.#canvas.style.setProperty(name, value);
    picture.after(this.#canvas);
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    this.#canvas.style.setProperty('display', isOn ? 'block' : 'none');
    this.clear();
  }

  clear(): void {
    if (this.#start !== null) this.#from.onMeasured(null);
    this.#start = null;
    this.#end = null;
    this.#near = null;
    this.draw();
  }

  hover(x: number, y: number): void {
    this.#near = this.#from.snapAt(x, y);
    this.draw();
  }

  /** The first click sets one end, the second the other; a third begins again. */
  click(x: number, y: number): void {
    const snap = this.#from.snapAt(x, y);
    if (snap === null) return;
    if (this.#start === null || this.#end !== null) {
      if (this.#end !== null) this.#from.onMeasured(null);
      this.#start = snap.point;
      this.#end = null;
    } else {
      this.#end = snap.point;
      this.#from.onMeasured({ from: this.#start, to: snap.point });
    }
    this.draw();
  }

  /** Draws the points where they are in the present picture. */
  draw(): void {
    const canvas = this.#canvas;
    const ratio = window.devicePixelRatio;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const pen = canvas.getContext('2d');
    if (pen === null || !this.#isOn) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    const start = this.#start === null ? null : this.#from.project(this.#start);
    const target = this.#end ?? this.#near?.point ?? null;
    const end = target === null ? null : this.#from.project(target);
    if (start !== null && end !== null) {
      for (const [colour, thickness] of [
        [HALO, 5],
        [LINE, 2],
      ] as const) {
        pen.strokeStyle = colour;
        pen.lineWidth = thickness;
        pen.setLineDash(this.#end === null && colour === LINE ? [6, 4] : []);
        pen.beginPath();
        pen.moveTo(...start);
        pen.lineTo(...end);
        pen.stroke();
      }
    }
    pen.setLineDash([]);
    for (const point of [start, this.#end === null ? null : end]) {
      if (point !== null) mark(pen, point, 'corner');
    }
    if (this.#near !== null) mark(pen, this.#from.project(this.#near.point), this.#near.kind);
  }

  dispose(): void {
    this.#canvas.remove();
  }
}

/** A square at a corner, a cross on an edge, a ring on a face. */
function mark(
  pen: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  kind: Snap['kind'],
): void {
  for (const [colour, thickness] of [
    [HALO, 4],
    [LINE, 2],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = thickness;
    pen.beginPath();
    if (kind === 'corner') {
      pen.rect(x - 5, y - 5, 10, 10);
    } else if (kind === 'edge') {
      pen.moveTo(x - 5, y - 5);
      pen.lineTo(x + 5, y + 5);
      pen.moveTo(x - 5, y + 5);
      pen.lineTo(x + 5, y - 5);
    } else {
      pen.arc(x, y, 4, 0, 2 * Math.PI);
    }
    pen.stroke();
  }
}
