/** @module make-scene-view: the picture in space with WebGL 2. */
import type { BoxNumbers } from '../../../servers/view/protocol/scene.ts';
import { CameraInput } from './camera/camera-input.ts';
import { CameraRig } from './camera/camera-rig.ts';
import { joined, shared } from './camera/vectors.ts';
import { beginWalk, followFloor } from './camera/walk.ts';
import {
  FIRST_STATE,
  type Look,
  lookOf,
  planesOf,
  writeLifts,
  writeStates,
} from './element-states.ts';
import { followBrowser, pictureRatio, prefersDark } from './follow-browser.ts';
import { MeasureTool } from './measure-tool.ts';
import { type Drawing, disposeDrawing, makeDrawing, rendererOf } from './picture/drawing.ts';
import { panesOf } from './picture/panes.ts';
import type { Scene } from './picture/scene-content.ts';
import { Pointing } from './pointing.ts';
import type {
  ComparedScene,
  SceneEvents,
  SceneState,
  SceneStats,
  SceneView,
} from './scene-view.ts';
import { ElementStore } from './shapes/element-store.ts';

/** Vertical angle of view around a target, degrees. */
const ORBIT_FOV = 45;

/** Makes a picture that fills `host`; null if the browser has no WebGL 2. */
export function makeSceneView(host: HTMLElement, events: Partial<SceneEvents>): SceneView | null {
  const canvas = host.ownerDocument.createElement('canvas');
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: false,
    powerPreference: 'high-performance',
  });
  if (gl === null) return null;
  canvas.style.setProperty('display', 'block');
  // Without a picture it would be black
  canvas.style.setProperty('visibility', 'hidden');
  canvas.style.setProperty('width', '100%');
  canvas.style.setProperty('height', '100%');
  canvas.style.setProperty('touch-action', 'none');
  host.append(canvas);
  if (host.tabIndex < 0) host.tabIndex = 0;
  return new GlSceneView(canvas, gl, events);
}

class GlSceneView implements SceneView {
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #events: Partial<SceneEvents>;
  readonly #store = new ElementStore();
  readonly #rig = new CameraRig();
  #drawing: Drawing;
  readonly #input: CameraInput;
  readonly #pointing: Pointing;
  readonly #measuring: MeasureTool;
  readonly #stop = new AbortController();
  readonly #renderer: string;
  readonly #isSoftware: boolean;
  #state: SceneState;
  #compared: ComparedScene | null = null;
  /** A comparison that a lost context has ended, until the shapes are loaded again. */
  #kept: ComparedScene | null = null;
  #hasGhosts = false;
  #isDark = prefersDark();
  #theme: boolean | null = null;
  #hover = 0;
  #hoverAt: readonly [number, number] | null = null;
  #expected: BoxNumbers | null = null;
  #depthBox: BoxNumbers | null = null;
  #isPlaced = false;
  #waiting: ((stats: SceneStats) => void)[] = [];
  #drawn: ReadonlyMap<string, number> | null = null;

  constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext, events: Partial<SceneEvents>) {
    this.#canvas = canvas;
    this.#gl = gl;
    this.#events = events;
    this.#renderer = rendererOf(gl);
    this.#isSoftware = /swiftshader|llvmpipe|software|basic render/i.test(this.#renderer);
    this.#drawing = this.#makeDrawing();
    this.#state = { ...FIRST_STATE, camera: this.#rig.state };
    this.#pointing = new Pointing({
      canvas,
      store: this.#store,
      rig: this.#rig,
      shapes: () => this.#drawing.shapes,
      ids: () => this.#drawing.loop.ids,
      size: () => this.#drawing.painter.targets.size,
      panes: () => panesOf(this.#drawing.painter.targets.size, this.#compared),
      planes: () => planesOf(this.#state.section),
      box: () => this.#depthBox,
    });
    this.#measuring = new MeasureTool(canvas, {
      snapAt: (x, y) => this.#pointing.snapAt(x, y),
      project: (point) => this.#pointing.project(point),
      onMeasured: (measured) => this.#events.onMeasured?.(measured),
    });
    this.#input = new CameraInput(canvas, this.#rig, {
      onMove: () => this.#onMove(),
      onStep: () => followFloor(this.#rig, this.#store),
      onClick: (x, y, isAdded) => this.#onClick(x, y, isAdded),
      onHover: (x, y) => this.#onHover([x, y]),
      onLeave: () => this.#onHover(null),
      onFit: () => this.fit(null),
      onEscape: () => this.#measuring.clear(),
      pointAt: (x, y) => this.#pointing.pointAt(x, y),
    });
    followBrowser(
      canvas,
      {
        onDark: (isDark) => {
          if (this.#theme === null) this.#setDark(isDark);
        },
        onSize: () => this.#resize(),
        onRestored: () => this.#restore(),
      },
      this.#stop.signal,
    );
    this.#resize();
  }

  get ids(): ReadonlySet<string> {
    return this.#store.loaded;
  }

  get state(): SceneState {
    return { ...this.#state, camera: this.#rig.state };
  }

  get drawn(): ReadonlyMap<string, number> | null {
    const { ids } = this.#drawing.loop;
    if (ids === null) return null;
    this.#drawn ??= ids.sharesOf(this.#store.ids);
    return this.#drawn;
  }

  expect(box: BoxNumbers): void {
    this.#expected = box;
    this.#growDepths(box);
  }

  addPart(part: ArrayBuffer): void {
    const made = this.#drawing.shapes.add(part);
    if (made === null) return;
    const isGhost = writeStates(this.#store, made.slots, this.#look());
    this.#hasGhosts ||= isGhost;
    if (this.#state.explode !== 0) this.#writeLifts();
    for (const slot of made.slots) this.#drawing.states.mark(slot, slot + 1);
    const box = this.#store.shownBox(made.slots);
    const isSameLens = box === null || !this.#growDepths(box);
    const canAdd =
      isSameLens && !this.#hasGhosts && this.#compared === null && this.#drawing.loop.ids !== null;
    if (!this.#isPlaced) this.fit(null, 'corner');
    if (canAdd && this.#state.explode === 0) this.#drawing.loop.add(made);
    else this.#drawing.loop.change('full');
  }

  applyDelta(part: ArrayBuffer): void {
    this.#pointing.forget();
    if (this.#drawing.shapes.change(part)) {
      this.#events.onReload?.();
      return;
    }
    const box = this.#store.shownBox(null);
    const isSameLens = box === null || !this.#growDepths(box);
    const isPlain = isSameLens && this.#compared === null && this.#state.explode === 0;
    this.#refresh(isPlain ? 'parts' : 'full');
  }

  clear(): void {
    const kept = this.#kept;
    this.#kept = null;
    this.#drawing.shapes.clear();
    this.#compared = null;
    this.#expected = null;
    this.#depthBox = null;
    this.#hover = 0;
    if (kept === null) this.#refresh();
    else this.compare(kept);
  }

  boxOf(id: string): BoxNumbers | null {
    const slot = this.#store.slotOf(id);
    return slot === undefined ? null : this.#store.boxOf(slot);
  }

  set(state: Partial<SceneState>): void {
    const before = this.#state;
    this.#state = { ...before, ...state };
    if (state.camera !== undefined) {
      this.#rig.state = state.camera;
      this.#isPlaced = true;
    }
    const now = this.#state;
    const isOther = (keys: readonly (keyof SceneState)[]): boolean =>
      keys.some((key) => now[key] !== before[key]);
    if (isOther(['explode'])) this.#writeLifts();
    const isXrayed = now.xray && isOther(['selected']);
    if (isXrayed || isOther(['hidden', 'isolated', 'xray', 'section', 'spaces', 'explode'])) {
      this.#refresh();
    } else if (isOther(['selected', 'colours'])) {
      this.#refresh('colours');
    }
    if (state.camera !== undefined) this.#drawing.loop.move();
  }

  compare(scene: ComparedScene | null): void {
    const isSame = scene?.before === this.#compared?.before;
    this.#pointing.forget();
    if (!isSame) this.#drawing.shapes.setBefore(scene?.before ?? null);
    const box = this.#store.shownBox(this.#drawing.shapes.before?.slots ?? []);
    if (box !== null) this.#growDepths(box);
    this.#compared = scene;
    this.#refresh();
  }

  fit(
    ids: readonly string[] | null,
    from?: 'top' | 'north' | 'south' | 'east' | 'west' | 'corner',
  ): void {
    const { section, isolated } = this.#state;
    const slots = ids?.flatMap((id) => this.#store.slotOf(id) ?? []) ?? null;
    const shown = this.#store.shownBox(slots);
    const whole = slots === null && isolated === null ? (this.#expected ?? shown) : shown;
    if (whole === null) return;
    const box = (section.kind === 'box' ? shared(whole, section.box) : null) ?? whole;
    const { clientWidth, clientHeight } = this.#canvas;
    this.#rig.fit(box, Math.max(clientWidth, 1) / Math.max(clientHeight, 1), from);
    this.#onMove();
  }

  navigate(mode: 'orbit' | 'walk'): void {
    const isWalking = mode === 'walk';
    if (isWalking === this.#input.isWalking) return;
    this.#input.isWalking = isWalking;
    if (isWalking) {
      const { clientWidth, clientHeight } = this.#canvas;
      beginWalk(this.#rig, this.#store, {
        ground: this.#store.shownBox(null)?.[2] ?? 0,
        aspect: Math.max(clientWidth, 1) / Math.max(clientHeight, 1),
      });
    } else {
      this.#rig.fov = ORBIT_FOV;
    }
    this.#onMove();
  }

  measure(on: boolean): void {
    this.#measuring.isOn = on;
  }

  appearance(dark: boolean | null): void {
    this.#theme = dark;
    this.#setDark(dark ?? prefersDark());
  }

  async screenshot(): Promise<Blob> {
    await this.settled();
    this.#drawing.painter.present();
    return await new Promise((resolve, reject) => {
      this.#canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('the browser cannot write this picture as PNG'));
        else resolve(blob);
      });
    });
  }

  async settled(): Promise<SceneStats> {
    if (this.#drawing.loop.isSettled && this.#drawing.loop.ids !== null) return this.#stats();
    return await new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#drawing.loop.request();
    });
  }

  dispose(): void {
    this.#stop.abort();
    this.#input.dispose();
    this.#measuring.dispose();
    disposeDrawing(this.#drawing);
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.#canvas.remove();
  }

  #look(): Look {
    const before = this.#drawing.shapes.before?.slots ?? new Uint32Array();
    return lookOf(this.#store, this.#state, this.#compared, before);
  }

  /** Writes all states and draws. */
  #refresh(what: 'colours' | 'parts' | 'full' = 'full'): void {
    const { end } = this.#store;
    const slots = Uint32Array.from({ length: end - 1 }, (_, k) => k + 1);
    this.#hasGhosts = writeStates(this.#store, slots, this.#look());
    this.#drawing.states.mark(1, end);
    const { loop, shapes } = this.#drawing;
    const isDrawnOver = what === 'parts' && !this.#hasGhosts && loop.changeParts(shapes.touched);
    if (!isDrawnOver) loop.change(what === 'colours' ? what : 'full');
  }

  #writeLifts(): void {
    writeLifts(this.#store, this.#state.explode);
    this.#drawing.states.markLifts();
    const box = this.#store.shownBox(null);
    if (box !== null) this.#growDepths(box);
  }

  /** Lets the depths of the lens contain a box. Returns whether they change. */
  #growDepths(box: BoxNumbers): boolean {
    const known = this.#depthBox;
    const all = joined(known, box);
    if (known !== null && all.every((value, k) => value === known[k])) return false;
    const margin =
      known === null && this.#expected !== null
        ? 1
        : 0.3 * Math.hypot(all[3] - all[0], all[4] - all[1], all[5] - all[2]);
    this.#depthBox = [
      all[0] - margin,
      all[1] - margin,
      all[2] - margin,
      all[3] + margin,
      all[4] + margin,
      all[5] + margin,
    ];
    return true;
  }

  #scene(): Scene {
    const { section, spaces, explode } = this.#state;
    return {
      parts: this.#drawing.shapes.parts,
      before: this.#drawing.shapes.before,
      panes: panesOf(this.#drawing.painter.targets.size, this.#compared),
      planes: planesOf(section),
      hasGhosts: this.#hasGhosts,
      hasSpaces: spaces,
      hasClear: this.#drawing.shapes.hasClear(spaces),
      isFine: true,
      isLifted: explode !== 0,
      isDark: this.#isDark,
      isCompared: this.#compared !== null,
      hover: this.#hover,
    };
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = pictureRatio(clientWidth * clientHeight, this.#isSoftware);
    const width = Math.max(1, Math.round(clientWidth * ratio));
    const height = Math.max(1, Math.round(clientHeight * ratio));
    const [oldWidth, oldHeight] = this.#drawing.painter.targets.size;
    if (width === oldWidth && height === oldHeight) return;
    this.#drawing.painter.composer.step = Math.max(1, Math.round(ratio));
    this.#drawing.painter.composer.isSmooth = ratio < 1.5;
    this.#drawing.painter.resize(width, height);
    this.#drawing.loop.change('full');
  }

  #makeDrawing(): Drawing {
    return makeDrawing(this.#gl, this.#store, {
      rig: this.#rig,
      scene: () => this.#scene(),
      box: () => this.#depthBox,
      onPicture: () => this.#measuring.draw(),
      onFull: () => this.#onFull(),
    });
  }

  /** Makes everything again that a lost context has taken; the shapes have to be loaded again. */
  #restore(): void {
    this.#drawing.loop.dispose();
    this.#store.clear();
    this.#pointing.forget();
    this.#kept = this.#compared;
    this.#compared = null;
    this.#drawing = this.#makeDrawing();
    this.#resize();
    this.#events.onReload?.();
  }

  #setDark(isDark: boolean): void {
    if (isDark === this.#isDark) return;
    this.#isDark = isDark;
    this.#drawing.loop.change('colours');
  }

  #onMove(): void {
    this.#isPlaced = true;
    this.#hover = 0;
    this.#drawing.loop.move();
    this.#events.onCamera?.(this.#rig.state);
  }

  #onClick(x: number, y: number, isAdded: boolean): void {
    if (this.#measuring.isOn) {
      this.#measuring.click(x, y);
      return;
    }
    const slot = this.#pointing.slotAt(x, y, 2);
    const point = slot === 0 ? null : this.#pointing.pointOf(slot, x, y);
    this.#events.onPick?.(this.#pointing.pickedOf(slot, point), { isAdded });
  }

  #onHover(at: readonly [number, number] | null): void {
    this.#hoverAt = at;
    if (this.#measuring.isOn && at !== null) this.#measuring.hover(...at);
    const slot = at === null ? 0 : this.#pointing.slotAt(...at, 0);
    if (slot === this.#hover) return;
    this.#hover = slot;
    this.#events.onHover?.(this.#pointing.pickedOf(slot, null));
    this.#drawing.loop.change('colours');
  }

  #onFull(): void {
    this.#drawn = null;
    const stats = this.#stats();
    this.#events.onDrawn?.(stats);
    for (const resolve of this.#waiting.splice(0)) resolve(stats);
    if (this.#hoverAt !== null) this.#onHover(this.#hoverAt);
  }

  #stats(): SceneStats {
    return {
      elements: this.#store.size,
      triangles: this.#drawing.shapes.triangles,
      draw_calls: this.#drawing.loop.calls,
      bytes: this.#drawing.shapes.bytes + this.#drawing.painter.targets.bytes,
      full_ms: this.#drawing.loop.fullMs,
      moving_ms: this.#drawing.loop.movingMs,
      buffers_made: this.#drawing.shapes.made,
      renderer: this.#renderer,
    };
  }
}
