/** @module pointing: what is at a pixel: the element by the id picture, the exact point by its triangles. */
import type { BoxNumbers } from '../../../servers/view/protocol/scene.ts';
import type { CameraRig, Lens } from './camera/camera-rig.ts';
import { mapPoint, type Vector } from './camera/vectors.ts';
import type { Snap } from './measure-tool.ts';
import type { IdPicture } from './picture/id-picture.ts';
import { lensOf, type Pane } from './picture/scene-content.ts';
import type { Picked } from './scene-view.ts';
import { type ElementShape, hitOf, rayOf, snapped } from './shapes/element-shape.ts';
import type { ElementStore } from './shapes/element-store.ts';
import type { ShapeSet } from './shapes/shape-set.ts';

/** Where the answers come from. */
export type PointingSources = {
  readonly canvas: HTMLCanvasElement;
  readonly store: ElementStore;
  readonly rig: CameraRig;
  readonly shapes: () => ShapeSet;
  readonly ids: () => IdPicture | null;
  /** Size of the picture in pixels. */
  readonly size: () => readonly [number, number];
  readonly panes: () => readonly Pane[];
  readonly planes: () => readonly number[];
  readonly box: () => BoxNumbers | null;
};

type Spot = { readonly lens: Lens; readonly x: number; readonly y: number; readonly pane: Pane };

/** Answers for CSS pixels of the canvas. */
export class Pointing {
  readonly #from: PointingSources;
  /** The shape that was read last, with its slot and part. */
  #known: { readonly key: string; readonly shape: ElementShape } | null = null;

  constructor(from: PointingSources) {
    this.#from = from;
  }

  /** Forgets shapes that were read. */
  forget(): void {
    this.#known = null;
  }

  /** Slot of the element, or of the nearest one within `reach` pixels; 0 for the background. */
  slotAt(x: number, y: number, reach: number): number {
    const ids = this.#from.ids();
    if (ids === null) return 0;
    const scale = ids.width / Math.max(this.#from.canvas.clientWidth, 1);
    const slot = ids.at(x * scale, y * scale, reach);
    return slot < this.#from.store.end ? slot : 0;
  }

  /** The element of a slot as it is reported; null for none. */
  pickedOf(slot: number, point: Vector | null): Picked | null {
    const { store } = this.#from;
    const id = store.ids[slot] ?? '';
    if (slot === 0 || id === '') return null;
    return { id, is_before: store.slotOf(id) !== slot, point };
  }

  /** The point of an element under a pixel; null if the ray misses it. */
  pointOf(slot: number, x: number, y: number): Vector | null {
    const shape = this.#shapeOf(slot);
    if (shape === null) return null;
    const spot = this.#spot(x, y);
    return hitOf(shape, rayOf(spot.lens.inverse, spot.x, spot.y), this.#from.planes());
  }

  pointAt(x: number, y: number): Vector | null {
    const slot = this.slotAt(x, y, 0);
    return slot === 0 ? null : this.pointOf(slot, x, y);
  }

  /** The corner or edge near a pixel, else the point under it. */
  snapAt(x: number, y: number): Snap | null {
    const slot = this.slotAt(x, y, 8);
    const shape = this.#shapeOf(slot);
    if (shape === null) return null;
    const hit = this.pointOf(slot, x, y) ?? this.#nearest(slot);
    const { pane, lens } = this.#spot(x, y);
    return snapped(shape, hit, [x, y], (point) => this.#project(point, pane, lens));
  }

  /** CSS pixels of a point in the first pane that shows the later moment. */
  project(point: Vector): readonly [number, number] {
    const panes = this.#from.panes();
    const pane = panes.at(-1);
    if (pane === undefined) return [0, 0];
    const lens = lensOf(this.#from.rig, pane, this.#from.box());
    const [x, y] = this.#project(point, pane, lens);
    return [x, y];
  }

  #project(point: Vector, { rect }: Pane, lens: Lens): readonly [number, number, number] {
    const [x, y, depth] = mapPoint(lens.matrix, point);
    const scale = this.#scale();
    const [, height] = this.#from.size();
    return [
      (rect[0] + ((x + 1) / 2) * rect[2]) / scale,
      (height - (rect[1] + ((y + 1) / 2) * rect[3])) / scale,
      depth,
    ];
  }

  /** Pixels of the picture per CSS pixel. */
  #scale(): number {
    return this.#from.size()[0] / Math.max(this.#from.canvas.clientWidth, 1);
  }

  #spot(x: number, y: number): Spot {
    const scale = this.#scale();
    const column = x * scale;
    const row = this.#from.size()[1] - y * scale;
    const panes = this.#from.panes();
    const hit = panes.find(({ clip: [left, , width] }) => column >= left && column < left + width);
    const pane = hit ?? panes[0];
    if (pane === undefined) throw new Error('expected a picture with a pane');
    const [left, low, width, height] = pane.rect;
    return {
      lens: lensOf(this.#from.rig, pane, this.#from.box()),
      x: ((column - left) / width) * 2 - 1,
      y: ((row - low) / height) * 2 - 1,
      pane,
    };
  }

  /** The centre of an element, as a start for its edges. */
  #nearest(slot: number): Vector {
    const [x0, y0, z0, x1, y1, z1] = this.#from.store.boxOf(slot);
    return [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2];
  }

  #shapeOf(slot: number): ElementShape | null {
    const { store } = this.#from;
    const part = this.#from.shapes().partOf(slot);
    if (slot === 0 || part === undefined) return null;
    const lift = store.lifts[slot] ?? 0;
    const key = [slot, part.number, lift].join();
    if (this.#known?.key !== key) {
      this.#known = { key, shape: { triangles: part.trianglesOf(store, slot, lift) } };
    }
    return this.#known.shape;
  }
}
