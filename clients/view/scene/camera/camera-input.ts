/** @module camera-input: pointer, wheel, touch and keys as movements of the camera. */
import type { CameraRig } from './camera-rig.ts';
import type { Vector } from './vectors.ts';

/** What the input does, apart from movements of the camera. */
export type InputEvents = {
  readonly onMove: () => void;
  /** After a step of a walk, before `onMove`. */
  readonly onStep: () => void;
  /** A click without a movement, at CSS pixels of the canvas. */
  readonly onClick: (x: number, y: number, isAdded: boolean) => void;
  readonly onHover: (x: number, y: number) => void;
  readonly onLeave: () => void;
  readonly onFit: () => void;
  readonly onEscape: () => void;
  /** The point of the scene at CSS pixels; null for the background. */
  readonly pointAt: (x: number, y: number) => Vector | null;
};

/** Radians per CSS pixel. */
const TURN = 0.006;
/** Movement in CSS pixels below which a press is a click. */
const CLICK = 4;
const KEY_TURN = 0.08;
const KEY_PAN = 0.06;
/** Metres per second of a walk. */
const WALK = 2.2;

const WALK_KEYS: Readonly<Record<string, readonly [number, number]>> = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  KeyD: [1, 0],
};

/** Listens on a canvas. Dispose removes the listeners. */
export class CameraInput {
  readonly #canvas: HTMLCanvasElement;
  readonly #host: HTMLElement;
  readonly #rig: CameraRig;
  readonly #events: InputEvents;
  readonly #stop = new AbortController();
  readonly #pointers = new Map<number, PointerEvent>();
  readonly #keys = new Set<string>();
  #isDrag = false;
  #isPan = false;
  #pressed: readonly [number, number] = [0, 0];
  #pivot: { readonly point: Vector | null; readonly until: number } | null = null;
  #walkFrame = 0;
  #walkTime = 0;
  isWalking = false;

  /** Pointers are read on the canvas, keys on its host, which gets the focus. */
  constructor(canvas: HTMLCanvasElement, rig: CameraRig, events: InputEvents) {
    const host = canvas.parentElement ?? canvas;
    this.#host = host;
    this.#canvas = canvas;
    this.#rig = rig;
    this.#events = events;
    const { signal } = this.#stop;
    canvas.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#drag(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.#release(event, true), { signal });
    canvas.addEventListener('pointercancel', (event) => this.#release(event, false), { signal });
    canvas.addEventListener('pointerleave', () => events.onLeave(), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    // Before other listeners of the host, so that no key acts twice.
    host.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    host.addEventListener('keyup', (event) => this.#keys.delete(event.code), { signal });
    host.addEventListener('focusout', () => this.#keys.clear(), { signal });
  }

  dispose(): void {
    this.#stop.abort();
    cancelAnimationFrame(this.#walkFrame);
  }

  #press(event: PointerEvent): void {
    this.#host.focus({ preventScroll: true });
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, event);
    this.#isDrag = this.#pointers.size > 1;
    this.#isPan = event.button !== 0 || event.shiftKey;
    this.#pressed = [event.offsetX, event.offsetY];
  }

  #drag(event: PointerEvent): void {
    const last = this.#pointers.get(event.pointerId);
    if (last === undefined) {
      this.#events.onHover(event.offsetX, event.offsetY);
      return;
    }
    const [x, y] = this.#pressed;
    if (Math.hypot(event.offsetX - x, event.offsetY - y) >= CLICK) this.#isDrag = true;
    if (!this.#isDrag) return;
    const dx = event.offsetX - last.offsetX;
    const dy = event.offsetY - last.offsetY;
    const other = [...this.#pointers.values()].find((one) => one.pointerId !== event.pointerId);
    this.#pointers.set(event.pointerId, event);
    const height = Math.max(this.#canvas.clientHeight, 1);
    if (other !== undefined) {
      const before = Math.hypot(last.offsetX - other.offsetX, last.offsetY - other.offsetY);
      const after = Math.hypot(event.offsetX - other.offsetX, event.offsetY - other.offsetY);
      if (after > 0) this.#rig.zoom(Math.min(2, Math.max(0.5, before / after)), null);
      this.#rig.pan(-dx / height / 2, dy / height / 2);
    } else if (this.#isPan) {
      this.#rig.pan(-dx / height, dy / height);
    } else if (this.isWalking) {
      this.#rig.turn(dx * TURN * 0.6, dy * TURN * 0.6, true);
    } else {
      this.#rig.turn(-dx * TURN, dy * TURN);
    }
    this.#events.onMove();
  }

  #release(event: PointerEvent, isUp: boolean): void {
    const isKnown = this.#pointers.delete(event.pointerId);
    if (!isKnown || !isUp || this.#isDrag || event.button !== 0) return;
    this.#events.onClick(
      event.offsetX,
      event.offsetY,
      event.ctrlKey || event.metaKey || event.shiftKey,
    );
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
    const now = performance.now();
    // One gesture keeps its point: the id picture is older than the camera meanwhile.
    const pivot =
      this.#pivot !== null && now < this.#pivot.until
        ? this.#pivot.point
        : this.#events.pointAt(event.offsetX, event.offsetY);
    this.#pivot = { point: pivot, until: now + 300 };
    this.#rig.zoom(Math.exp(Math.max(-3, Math.min(3, lines)) * 0.16), pivot);
    this.#events.onMove();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      this.#events.onEscape();
      return;
    }
    if (this.isWalking && (event.code in WALK_KEYS || event.code.startsWith('Arrow'))) {
      take(event);
      this.#keys.add(event.code);
      this.#startWalk();
      return;
    }
    if (!this.#turnByKey(event)) return;
    take(event);
    this.#events.onMove();
  }

  /** Turns, pans or zooms. Returns whether the key does so. */
  #turnByKey({ key, shiftKey }: KeyboardEvent): boolean {
    const rig = this.#rig;
    const arrows: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const arrow = arrows[key];
    if (arrow !== undefined) {
      const [x, y] = arrow;
      if (shiftKey) rig.pan(x * KEY_PAN, y * KEY_PAN);
      else rig.turn(x * KEY_TURN, y * KEY_TURN);
      return true;
    }
    if (key === '+' || key === '=') rig.zoom(0.85, null);
    else if (key === '-' || key === '_') rig.zoom(1 / 0.85, null);
    else if (key === 'Home') this.#events.onFit();
    else return false;
    return true;
  }

  #startWalk(): void {
    if (this.#walkFrame !== 0) return;
    this.#walkTime = performance.now();
    this.#walkFrame = requestAnimationFrame(() => this.#walk());
  }

  #walk(): void {
    this.#walkFrame = 0;
    const now = performance.now();
    const seconds = Math.min(0.3, (now - this.#walkTime) / 1000);
    this.#walkTime = now;
    if (this.#keys.size === 0 || !this.isWalking) return;
    const { yaw } = this.#rig;
    for (const code of this.#keys) {
      const [side, ahead] = WALK_KEYS[code] ?? [0, 0];
      const step = WALK * seconds;
      this.#rig.shift([
        step * (-Math.cos(yaw) * ahead - Math.sin(yaw) * side),
        step * (-Math.sin(yaw) * ahead + Math.cos(yaw) * side),
        0,
      ]);
      if (code === 'ArrowLeft') this.#rig.turn(seconds * 1.4, 0, true);
      if (code === 'ArrowRight') this.#rig.turn(-seconds * 1.4, 0, true);
    }
    this.#events.onStep();
    this.#events.onMove();
    this.#walkFrame = requestAnimationFrame(() => this.#walk());
  }
}

/** Ends the way of an event that was acted upon. */
function take(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
