/** @module make-scene-view: the picture in space with WebGL 2. */
import type { BoxNumbers } from '../../../servers/view/protocol/scene.ts';
import { CameraInput } from './camera-input.ts';
import { CameraRig } from './camera-rig.ts';
import { type Look, lookOf, planesOf, writeLifts, writeStates } from './element-states.ts';
import { ElementStore } from './element-store.ts';
import { Painter, type Pane, type Scene } from './painter.ts';
import { PictureLoop } from './picture-loop.ts';
import type {
  ComparedScene,
  Picked,
  SceneEvents,
  SceneState,
  SceneStats,
  SceneView,
} from './scene-view.ts';
import { ShapeSet } from './shape-set.ts';
import { StateTextures } from './state-textures.ts';
import { joined } from './vectors.ts';

/** Highest ratio of picture pixels to CSS pixels. */
const MOST_PIXELS = 2;

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
  canvas.style.setProperty('width', '100%');
  canvas.style.setProperty('height', '100%');
  canvas.style.setProperty('touch-action', 'none');
  host.append(canvas);
  if (host.tabIndex < 0) host.tabIndex = 0;
  return new GlSceneView(canvas, gl, events);
}

type ProvokingVertex = {
  readonly FIRST_VERTEX_CONVENTION_WEBGL: GLenum;
  provokingVertexWEBGL(mode: GLenum): void;
};

class GlSceneView implements SceneView {
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #events: Partial<SceneEvents>;
  readonly #store = new ElementStore();
  readonly #rig = new CameraRig();
  readonly #states: StateTextures;
  readonly #shapes: ShapeSet;
  readonly #painter: Painter;
  readonly #loop: PictureLoop;
  readonly #input: CameraInput;
  readonly #stop = new AbortController();
  readonly #resizing: ResizeObserver;
  readonly #renderer: string;
  readonly #isSoftware: boolean;
  #state: SceneState;
  #compared: ComparedScene | null = null;
  #hasGhosts = false;
  #isDark = false;
  #theme: boolean | null = null;
  #hover = 0;
  #hoverAt: readonly [number, number] | null = null;
  #expected: BoxNumbers | null = null;
  #depthBox: BoxNumbers | null = null;
  #isPlaced = false;
  #waiting: ((stats: SceneStats) => void)[] = [];
  #drawn: ReadonlySet<string> | null = null;

  constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext, events: Partial<SceneEvents>) {
    this.#canvas = canvas;
    this.#gl = gl;
    this.#events = events;
    this.#renderer = rendererOf(gl);
    this.#isSoftware = /swiftshader|llvmpipe|software|basic render/i.test(this.#renderer);
    const provoking: ProvokingVertex | null = gl.getExtension('WEBGL_provoking_vertex');
    provoking?.provokingVertexWEBGL(provoking.FIRST_VERTEX_CONVENTION_WEBGL);
    this.#states = new StateTextures(gl);
    this.#shapes = new ShapeSet(gl, this.#store, provoking !== null);
    this.#painter = new Painter(gl, this.#store, this.#states);
    this.#state = {
      camera: this.#rig.state,
      section: { kind: 'none' },
      hidden: new Set(),
      isolated: null,
      selected: new Set(),
      xray: false,
      spaces: false,
      explode: 0,
      colours: null,
    };
    this.#loop = new PictureLoop({
      gl,
      painter: this.#painter,
      store: this.#store,
      rig: this.#rig,
      scene: () => this.#scene(),
      box: () => this.#depthBox,
      onFull: () => this.#onFull(),
    });
    this.#input = new CameraInput(canvas, this.#rig, {
      onMove: () => this.#onMove(),
      onClick: (x, y, isAdded) => this.#onClick(x, y, isAdded),
      onHover: (x, y) => this.#onHover([x, y]),
      onLeave: () => this.#onHover(null),
      onFit: () => this.fit(null),
      onEscape: () => this.#events.onMeasured?.(null),
      pointAt: () => null,
    });
    this.#followTheme();
    this.#resizing = new ResizeObserver(() => this.#resize());
    this.#resizing.observe(canvas);
    this.#resize();
  }

  get ids(): ReadonlySet<string> {
    return this.#store.loaded;
  }

  get state(): SceneState {
    return { ...this.#state, camera: this.#rig.state };
  }

  get drawn(): ReadonlySet<string> | null {
    const { ids } = this.#loop;
    if (ids === null) return null;
    this.#drawn ??= new Set([...ids.counts.keys()].map((slot) => this.#store.ids[slot] ?? ''));
    return this.#drawn;
  }

  expect(box: BoxNumbers): void {
    this.#expected = box;
    this.#growDepths(box);
  }

  addPart(part: ArrayBuffer): void {
    const made = this.#shapes.add(part);
    if (made === null) return;
    const isGhost = writeStates(this.#store, made.slots, this.#look());
    this.#hasGhosts ||= isGhost;
    if (this.#state.explode !== 0) this.#writeLifts();
    for (const slot of made.slots) this.#states.mark(slot, slot + 1);
    const box = this.#store.shownBox(made.slots);
    const isSameLens = box === null || !this.#growDepths(box);
    const canAdd =
      isSameLens && !this.#hasGhosts && this.#compared === null && this.#loop.ids !== null;
    if (!this.#isPlaced) this.fit(null, 'corner');
    if (canAdd && this.#state.explode === 0) this.#loop.add(made);
    else this.#loop.change('full');
  }

  applyDelta(part: ArrayBuffer): void {
    if (this.#shapes.change(part)) {
      this.#events.onReload?.();
      return;
    }
    const box = this.#store.shownBox(null);
    if (box !== null) this.#growDepths(box);
    this.#refresh();
  }

  clear(): void {
    this.#shapes.clear();
    this.#compared = null;
    this.#expected = null;
    this.#depthBox = null;
    this.#hover = 0;
    this.#refresh();
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
    if (state.camera !== undefined) this.#loop.move();
  }

  compare(scene: ComparedScene | null): void {
    const isSame = scene?.before === this.#compared?.before;
    if (!isSame) this.#shapes.setBefore(scene?.before ?? null);
    this.#compared = scene;
    this.#refresh();
  }

  fit(
    ids: readonly string[] | null,
    from?: 'top' | 'north' | 'south' | 'east' | 'west' | 'corner',
  ): void {
    const slots = ids?.flatMap((id) => this.#store.slotOf(id) ?? []) ?? null;
    const shown = this.#store.shownBox(slots);
    const box = slots === null ? (this.#expected ?? shown) : shown;
    if (box === null) return;
    const { clientWidth, clientHeight } = this.#canvas;
    this.#rig.fit(box, Math.max(clientWidth, 1) / Math.max(clientHeight, 1), from);
    this.#onMove();
  }

  navigate(mode: 'orbit' | 'walk'): void {
    this.#input.isWalking = mode === 'walk';
  }

  measure(_on: boolean): void {}

  appearance(dark: boolean | null): void {
    this.#theme = dark;
    this.#setDark(dark ?? window.matchMedia('(prefers-color-scheme: dark)').matches);
  }

  async screenshot(): Promise<Blob> {
    await this.settled();
    this.#painter.present();
    return await new Promise((resolve, reject) => {
      this.#canvas.toBlob((blob) => {
        if (blob === null) reject(new Error('the browser cannot write this picture as PNG'));
        else resolve(blob);
      });
    });
  }

  async settled(): Promise<SceneStats> {
    if (this.#loop.isSettled && this.#loop.ids !== null) return this.#stats();
    return await new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#loop.request();
    });
  }

  dispose(): void {
    this.#stop.abort();
    this.#resizing.disconnect();
    this.#input.dispose();
    this.#loop.dispose();
    this.#shapes.clear();
    this.#states.dispose();
    this.#painter.dispose();
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.#canvas.remove();
  }

  #look(): Look {
    const before = this.#shapes.before?.slots ?? new Uint32Array();
    return lookOf(this.#store, this.#state, this.#compared, before);
  }

  /** Writes all states and draws. */
  #refresh(what: 'colours' | 'full' = 'full'): void {
    const { end } = this.#store;
    const slots = Uint32Array.from({ length: end - 1 }, (_, k) => k + 1);
    this.#hasGhosts = writeStates(this.#store, slots, this.#look());
    this.#states.mark(1, end);
    this.#loop.change(what);
  }

  #writeLifts(): void {
    writeLifts(this.#store, this.#state.explode);
    this.#states.markLifts();
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
        ? 0.1
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
      parts: this.#shapes.parts,
      before: this.#shapes.before,
      panes: this.#panes(),
      planes: planesOf(section),
      hasGhosts: this.#hasGhosts,
      hasSpaces: spaces,
      hasClear: this.#shapes.hasClear(spaces),
      isFine: true,
      isLifted: explode !== 0,
      isDark: this.#isDark,
      isCompared: this.#compared !== null,
      hover: this.#hover,
    };
  }

  #panes(): readonly Pane[] {
    const [width, height] = this.#painter.targets.size;
    const all = [0, 0, width, height] as const;
    const compared = this.#compared;
    if (compared === null) return [{ rect: all, clip: all, shows: 'after', weight: 1 }];
    const { mode, at } = compared;
    if (mode === 'ghost') return [{ rect: all, clip: all, shows: 'both', weight: 1 }];
    if (mode === 'blend') {
      return [
        { rect: all, clip: all, shows: 'before', weight: 1 },
        { rect: all, clip: all, shows: 'after', weight: Math.min(Math.max(at, 0), 0.999) },
      ];
    }
    const share = mode === 'side' ? 0.5 : Math.min(1, Math.max(0, at));
    const middle = Math.round(width * share);
    const left = [0, 0, middle, height] as const;
    const right = [middle, 0, width - middle, height] as const;
    return [
      { rect: mode === 'side' ? left : all, clip: left, shows: 'before', weight: 1 },
      { rect: mode === 'side' ? right : all, clip: right, shows: 'after', weight: 1 },
    ];
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = this.#isSoftware ? 1 : Math.min(MOST_PIXELS, window.devicePixelRatio);
    const width = Math.max(1, Math.round(clientWidth * ratio));
    const height = Math.max(1, Math.round(clientHeight * ratio));
    const [oldWidth, oldHeight] = this.#painter.targets.size;
    if (width === oldWidth && height === oldHeight) return;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#painter.composer.step = ratio > 1.5 ? 2 : 1;
    this.#painter.resize(width, height);
    this.#loop.change('full');
  }

  #followTheme(): void {
    const query = window.matchMedia('(prefers-color-scheme: dark)');
    this.#isDark = query.matches;
    query.addEventListener(
      'change',
      () => {
        if (this.#theme === null) this.#setDark(query.matches);
      },
      { signal: this.#stop.signal },
    );
  }

  #setDark(isDark: boolean): void {
    if (isDark === this.#isDark) return;
    this.#isDark = isDark;
    this.#loop.change('colours');
  }

  #onMove(): void {
    this.#isPlaced = true;
    this.#hover = 0;
    this.#loop.move();
    this.#events.onCamera?.(this.#rig.state);
  }

  #slotAt(x: number, y: number, reach: number): number {
    const { ids } = this.#loop;
    if (ids === null) return 0;
    const scale = ids.width / Math.max(this.#canvas.clientWidth, 1);
    return ids.at(x * scale, y * scale, reach);
  }

  #pickedOf(slot: number): Picked | null {
    const id = this.#store.ids[slot] ?? '';
    if (slot === 0 || id === '') return null;
    return { id, is_before: this.#store.slotOf(id) !== slot, point: null };
  }

  #onClick(x: number, y: number, isAdded: boolean): void {
    const slot = this.#slotAt(x, y, 2);
    this.#events.onPick?.(this.#pickedOf(slot), { isAdded });
  }

  #onHover(at: readonly [number, number] | null): void {
    this.#hoverAt = at;
    const slot = at === null ? 0 : this.#slotAt(...at, 0);
    if (slot === this.#hover) return;
    this.#hover = slot;
    this.#events.onHover?.(this.#pickedOf(slot));
    this.#loop.change('colours');
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
      triangles: this.#shapes.triangles,
      draw_calls: this.#loop.calls,
      bytes: this.#shapes.bytes + this.#painter.targets.bytes,
      full_ms: this.#loop.fullMs,
      moving_ms: this.#loop.movingMs,
      buffers_made: this.#shapes.made,
      renderer: this.#renderer,
    };
  }
}

function rendererOf(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  return String(name);
}
