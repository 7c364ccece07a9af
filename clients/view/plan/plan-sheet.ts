/** @module plan-sheet: a drawing that can be moved, enlarged and clicked. */
import type { PlanMark } from '../state/plan-marks.ts';
import type { PlanMeasure } from './plan-measure.ts';
import { putMarks, sizeMarks } from './sheet-marks.ts';

type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Movement after which a press is no click, pixels. */
const CLICK = 4;
/** Distance within which a click hits a line, pixels. */
const REACH = [0, 3, 6, 9] as const;
/** Zoom relative to the whole drawing: least and most. */
const ZOOM = [0.4, 80] as const;
/** Dimensions, titles and scale are shown at first, unless the elements alone could be drawn this many times as large. */
const LARGER = 2.5;
/** Margin around the elements, as a part of their size. */
const MARGIN = 0.07;
/** Part of the picture that an arrow key moves. */
const STEP = 0.1;

/** What a person does with a drawing. */
type SheetEvents = {
  readonly onPick: (id: string | null, isAdded: boolean) => void;
  readonly onMark: (key: string) => void;
  /** Measures the clicks while it is switched on; null: clicks select. */
  readonly measuring: () => PlanMeasure | null;
};

/** One drawing in a host element. */
export class PlanSheet {
  readonly #host: HTMLElement;
  readonly #events: SheetEvents;
  readonly #ended = new AbortController();
  #svg: SVGSVGElement | null = null;
  readonly #resizing: ResizeObserver;
  #marks: readonly PlanMark[] = [];
  #storey: string | null = null;
  #hovered: string | null = null;
  #whole: Rectangle = { x: 0, y: 0, width: 1, height: 1 };
  #shown: Rectangle = this.#whole;
  #press: { readonly x: number; readonly y: number; readonly shown: Rectangle } | null = null;
  readonly #pointers = new Map<number, PointerEvent>();

  constructor(host: HTMLElement, events: SheetEvents) {
    this.#host = host;
    this.#events = events;
    this.#resizing = new ResizeObserver(() => this.#sizeMarks());
    this.#resizing.observe(host);
    const { signal } = this.#ended;
    host.addEventListener('wheel', this.#onWheel, { signal, passive: false });
    host.addEventListener('pointerdown', this.#onDown, { signal });
    host.addEventListener('pointermove', this.#onMove, { signal });
    host.addEventListener('pointerup', this.#onUp, { signal });
    host.addEventListener('pointercancel', this.#onCancel, { signal });
    host.addEventListener('pointerleave', () => this.#hover(null), { signal });
    host.addEventListener('keydown', this.#onKey, { signal });
  }

  /** Shows a drawing. Another drawing of the same storey keeps the place. */
  show(svg: SVGSVGElement | null, storey: string | null): void {
    this.#host.replaceChildren(...(svg === null ? [] : [svg]));
    this.#svg = svg;
    this.#hovered = null;
    if (svg === null) return;
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.#whole = { x, y, width: Math.max(width, 1), height: Math.max(height, 1) };
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('width', '100%');
    svg.setAttribute('height', '100%');
    if (storey === this.#storey) this.#look(this.#shown);
    else this.fit();
    this.#storey = storey;
    this.markPlaces(this.#marks);
  }

  /** Marks places of the storey. */
  markPlaces(marks: readonly PlanMark[]): void {
    this.#marks = marks;
    if (this.#svg === null) return;
    const scale = Number(this.#svg.getAttribute('data-scale') ?? 0);
    putMarks(this.#svg, scale > 0 ? marks : [], scale);
    this.#sizeMarks();
  }

  #sizeMarks(): void {
    if (this.#svg !== null && this.#marks.length > 0) sizeMarks(this.#svg, this.#unit());
    const measuring = this.#events.measuring();
    if (measuring?.isStarted === true) measuring.draw();
  }

  /** Marks the element that a click would select. */
  #hover(id: string | null): void {
    if (id === this.#hovered) return;
    this.#hovered = id;
    for (const shape of this.#svg?.querySelectorAll('[data-id]') ?? []) {
      shape.classList.toggle('is-hovered', id !== null && shape.getAttribute('data-id') === id);
    }
  }

  /** Marks selected elements, and those that the 3D view hides. */
  mark(selected: ReadonlySet<string>, hidden: ReadonlySet<string>): void {
    for (const shape of this.#svg?.querySelectorAll('[data-id]') ?? []) {
      const id = shape.getAttribute('data-id') ?? '';
      shape.classList.toggle('is-selected', selected.has(id));
      shape.classList.toggle('is-hidden', hidden.has(id));
    }
  }

  /** Marks changed elements with their class, which the style sheet colours. */
  markChanges(classes: ReadonlyMap<string, string>): void {
    for (const shape of this.#svg?.querySelectorAll('[data-id]') ?? []) {
      const change = classes.get(shape.getAttribute('data-id') ?? '');
      if (change === undefined) shape.removeAttribute('data-change');
      else shape.setAttribute('data-change', change);
    }
  }

  /** Shows the whole drawing; only its elements if they would be too small in it. */
  fit(): void {
    this.#look(this.#whole);
    const around = this.#elements();
    if (around === null) return;
    const { clientWidth: width, clientHeight: height } = this.#host;
    const size = (shown: Rectangle): number =>
      Math.min(Math.max(width, 1) / shown.width, Math.max(height, 1) / shown.height);
    if (size(around) > LARGER * size(this.#whole)) this.#look(around);
  }

  /** Shows `by` times as much, around the middle. */
  zoom(by: number): void {
    const { x, y, width, height } = this.#shown;
    this.#zoomAt(by, x + width / 2, y + height / 2);
  }

  dispose(): void {
    this.#ended.abort();
    this.#resizing.disconnect();
    this.#host.replaceChildren();
  }

  #look(to: Rectangle): void {
    this.#shown = to;
    this.#svg?.setAttribute('viewBox', `${to.x} ${to.y} ${to.width} ${to.height}`);
    this.#sizeMarks();
  }

  #zoomAt(by: number, x: number, y: number): void {
    const { width: most } = this.#whole;
    const { width } = this.#shown;
    const next = Math.max(most / ZOOM[1], Math.min(most / ZOOM[0], width * by));
    const scale = next / width;
    this.#look({
      x: x + (this.#shown.x - x) * scale,
      y: y + (this.#shown.y - y) * scale,
      width: next,
      height: this.#shown.height * scale,
    });
  }

  /** The rectangle around the shapes of elements with a margin; dimensions and titles may be outside. */
  #elements(): Rectangle | null {
    const matrix = this.#svg?.getScreenCTM()?.inverse();
    if (matrix === undefined) return null;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const shape of this.#svg?.querySelectorAll('path[data-id], g[data-id]') ?? []) {
      const box = shape.getBoundingClientRect();
      left = Math.min(left, box.left);
      top = Math.min(top, box.top);
      right = Math.max(right, box.right);
      bottom = Math.max(bottom, box.bottom);
    }
    if (!(right > left && bottom > top)) return null;
    const from = new DOMPoint(left, top).matrixTransform(matrix);
    const to = new DOMPoint(right, bottom).matrixTransform(matrix);
    const margin = Math.max(to.x - from.x, to.y - from.y) * MARGIN;
    return {
      x: from.x - margin,
      y: from.y - margin,
      width: to.x - from.x + 2 * margin,
      height: to.y - from.y + 2 * margin,
    };
  }

  /** Units of the drawing for a pixel. */
  #unit(): number {
    const scale = this.#svg?.getScreenCTM()?.a ?? 0;
    return scale > 0 ? 1 / scale : 0;
  }

  readonly #onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#zoomAtPixel(1.0015 ** event.deltaY, event.clientX, event.clientY);
  };

  /** One of two fingers has moved: the distance between them zooms. */
  #pinch(before: PointerEvent, after: PointerEvent): void {
    for (const [id, { clientX: x, clientY: y }] of this.#pointers) {
      if (id === after.pointerId) continue;
      const from = Math.hypot(before.clientX - x, before.clientY - y);
      const to = Math.hypot(after.clientX - x, after.clientY - y);
      if (from > 0 && to > 0) this.#zoomAtPixel(from / to, x, y);
    }
  }

  #zoomAtPixel(by: number, left: number, top: number): void {
    const matrix = this.#svg?.getScreenCTM()?.inverse();
    if (matrix === undefined) return;
    const { x, y } = new DOMPoint(left, top).matrixTransform(matrix);
    this.#zoomAt(by, x, y);
  }

  readonly #onDown = (event: PointerEvent): void => {
    this.#pointers.set(event.pointerId, event);
    // A second finger makes it a zoom.
    this.#press =
      this.#pointers.size > 1 ? null : { x: event.clientX, y: event.clientY, shown: this.#shown };
    this.#host.setPointerCapture(event.pointerId);
  };

  readonly #onMove = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (before !== undefined) this.#pointers.set(event.pointerId, event);
    if (before !== undefined && this.#pointers.size === 2) this.#pinch(before, event);
    if (this.#press === null) {
      if (before === undefined) this.#pointAt(event);
      return;
    }
    const { x, y, shown } = this.#press;
    const unit = this.#unit();
    this.#look({
      ...shown,
      x: shown.x - (event.clientX - x) * unit,
      y: shown.y - (event.clientY - y) * unit,
    });
  };

  /** The pointer moves without a press. */
  #pointAt(event: PointerEvent): void {
    const measuring = this.#events.measuring();
    if (measuring !== null) measuring.move(event, event.shiftKey);
    this.#hover(measuring === null ? this.#idNear(event.clientX, event.clientY) : null);
  }

  readonly #onCancel = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    this.#press = null;
  };

  readonly #onUp = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    const press = this.#press;
    this.#press = null;
    if (press === null) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > CLICK) return;
    this.#look(press.shown);
    const measuring = this.#events.measuring();
    if (measuring !== null) {
      measuring.click(event, event.shiftKey);
      return;
    }
    const mark = this.#markAt(event.clientX, event.clientY);
    if (mark !== null) {
      this.#events.onMark(mark);
      return;
    }
    const isAdded = event.ctrlKey || event.metaKey || event.shiftKey;
    this.#events.onPick(this.#idNear(event.clientX, event.clientY), isAdded);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { x, y, width, height } = this.#shown;
    const by = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    }[event.key];
    const [right, down] = by ?? [];
    if (right !== undefined && down !== undefined) {
      this.#look({ ...this.#shown, x: x + right * width, y: y + down * height });
    } else if (event.key === '+' || event.key === '=') {
      this.zoom(0.8);
    } else if (event.key === '-') {
      this.zoom(1.25);
    } else if (event.key === 'Home') {
      this.fit();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #markAt(x: number, y: number): string | null {
    const mark = document.elementFromPoint(x, y)?.closest('[data-mark]') ?? null;
    return mark !== null && this.#host.contains(mark) ? mark.getAttribute('data-mark') : null;
  }

  /** The element at a place, or the nearest one within reach: lines are thin. */
  #idNear(x: number, y: number): string | null {
    for (const reach of REACH) {
      for (let turn = 0; turn < (reach === 0 ? 1 : 8); turn++) {
        const angle = (turn * Math.PI) / 4;
        const at = document.elementFromPoint(
          x + reach * Math.cos(angle),
          y + reach * Math.sin(angle),
        );
        const id = at?.closest('[data-id]')?.getAttribute('data-id') ?? null;
        if (id !== null && this.#host.contains(at)) return id;
      }
    }
    return null;
  }
}
