/** @module picture-loop: draws when something has changed: quick pictures while the camera moves, a full one in slices when it rests. */
import type { BoxNumbers } from '../../../../servers/view/protocol/scene.ts';
import type { CameraRig } from '../camera/camera-rig.ts';
import type { ElementStore } from '../shapes/element-store.ts';
import type { PartBuffers } from '../shapes/part-buffers.ts';
import { frustumOf } from './draw-list.ts';
import { IdPicture } from './id-picture.ts';
import { MovingBoxes } from './moving-boxes.ts';
import { chooseMoving, type MovingChoice } from './moving-choice.ts';
import type { Job, Painter } from './painter.ts';
import { type Scene, scaledPanes } from './scene-content.ts';

/** Where the loop gets what it draws from. */
export type LoopSources = {
  readonly gl: WebGL2RenderingContext;
  readonly painter: Painter;
  readonly store: ElementStore;
  readonly rig: CameraRig;
  readonly scene: () => Scene;
  /** Box around everything that may be shown. */
  readonly box: () => BoxNumbers | null;
  /** A picture was shown. */
  readonly onPicture: () => void;
  /** A full picture shows the present state. */
  readonly onFull: () => void;
};

/** Time after the last movement of the camera until the full picture begins, ms. */
const REST_MS = 140;
/** A full picture that takes less is drawn for every frame of a movement, ms. */
const FAST_MS = 45;
/** Aim for a slice and for a frame of a movement, ms. */
const SLICE_MS = 70;
const FRAME_MS = 115;
/** Boxes of a frame of a movement: at most 6 triangles each. */
const MOST_BOXES = 18_000;
const FEWEST_BOXES = 2_000;
/** While the camera moves slowly, each side of the picture shrinks by this factor, down to the smallest part. */
const SCALE_STEP = Math.SQRT1_2;
const SMALLEST_SCALE = 0.5;
/** Triangles of a slice that draws everything. */
const ALL = Number.MAX_SAFE_INTEGER;
/** Scenes with at most so many triangles are drawn as they are while the camera moves. */
const SMALL_TRIANGLES = 80_000;

/** Draws pictures when they are needed. Owner of the boxes for movements. */
export class PictureLoop {
  readonly #from: LoopSources;
  readonly #boxes: MovingBoxes;
  #frame = 0;
  #timer = 0;
  #fence: WebGLSync | null = null;
  /** Runs when the GPU has done what was given to it. */
  #afterFence: (() => void) | null = null;
  #sent = 0;
  #job: Job | null = null;
  #jobStart = 0;
  #jobBusy = 0;
  #isAddedJob = false;
  /** Whether a full picture follows the one of changed parts. */
  #isFullNext = false;
  #needs: 'nothing' | 'colours' | 'added' | 'full' = 'nothing';
  readonly #added: PartBuffers[] = [];
  #movedAt = Number.NEGATIVE_INFINITY;
  #isMoving = false;
  #choice: MovingChoice | null = null;
  /** Whether few triangles are drawn as they are while the camera moves. */
  #isSmall = true;
  #slowFrames = 0;
  /** Part of each side of the picture that is drawn while the camera moves. */
  #scale = 1;
  #boxBudget = MOST_BOXES;
  /** Triangles per ms. */
  #speed = 3_000;
  #busyOfFull = 0;
  ids: IdPicture | null = null;
  fullMs = 0;
  movingMs = 0;
  calls = 0;
  trianglesDrawn = 0;

  constructor(from: LoopSources) {
    this.#from = from;
    this.#boxes = new MovingBoxes(from.gl);
  }

  /** Whether the last full picture shows the present state. */
  get isSettled(): boolean {
    return this.#needs === 'nothing' && this.#job === null && !this.#isMoving;
  }

  /** Something has changed: colours only, or what is drawn. */
  change(what: 'colours' | 'full'): void {
    if (what === 'full') {
      this.#isFullNext = false;
      this.#needs = 'full';
      this.#job = null;
      this.#added.length = 0;
    } else if (this.#needs === 'nothing') {
      this.#needs = 'colours';
    }
    this.request();
  }

  /** A part was added that lies inside the box of the lens. */
  add(part: PartBuffers): void {
    if (this.#needs === 'full') {
      this.request();
      return;
    }
    this.#added.push(part);
    this.#needs = 'added';
    this.request();
  }

  /**
   * Parts with changed elements: they are drawn over the present picture, where they are seen at once, and then everything is
   * drawn again without what they replace. False if no picture of the present state can be drawn over.
   */
  changeParts(parts: readonly PartBuffers[]): boolean {
    if (!this.isSettled || this.ids === null || parts.length === 0) return false;
    this.#added.push(...parts);
    this.#needs = 'added';
    this.#isFullNext = true;
    this.request();
    return true;
  }

  /** The camera has moved. */
  move(): void {
    this.#movedAt = performance.now();
    this.#isFullNext = false;
    this.#job = null;
    this.#needs = 'full';
    this.#added.length = 0;
    this.#isMoving = true;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#isMoving = false;
      this.#choice = null;
      this.request();
    }, REST_MS);
    this.request();
  }

  request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#tick());
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#timer);
    this.#boxes.dispose();
  }

  #tick(): void {
    this.#frame = 0;
    const { gl } = this.#from;
    if (gl.isContextLost()) return;
    if (this.#fence !== null) {
      if (gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
        this.request();
        return;
      }
      gl.deleteSync(this.#fence);
      this.#fence = null;
      const next = this.#afterFence;
      this.#afterFence = null;
      next?.();
    }
    if (this.#isMoving) {
      if (this.#movedAt > this.#sent) this.#drawMoving();
    } else if (this.#job !== null) {
      this.#drawSlice(this.#job);
    } else if (this.#needs === 'full' || this.#needs === 'added') {
      this.#begin();
    } else if (this.#needs === 'colours') {
      this.#recolour();
    }
    if (this.#fence !== null) this.request();
  }

  #send(then: () => void): void {
    const { gl } = this.#from;
    this.#sent = performance.now();
    this.#fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    this.#afterFence = then;
    this.request();
  }

  #begin(): void {
    const { painter, rig, scene, box } = this.#from;
    const isAdded = this.#needs === 'added';
    this.#isAddedJob = isAdded;
    const content = scene();
    const parts = isAdded ? this.#added.splice(0) : content.parts;
    this.#added.length = 0;
    this.#job = painter.fullJob({ ...content, parts }, rig, box(), isAdded ? 'added' : 'still');
    this.#needs = 'nothing';
    this.#jobStart = performance.now();
    this.#jobBusy = 0;
    this.#drawSlice(this.#job);
  }

  #drawSlice(job: Job): void {
    const { painter } = this.#from;
    const before = job.triangles;
    const isDone = painter.advance(job, Math.max(20_000, this.#speed * SLICE_MS));
    this.#send(() => {
      const took = Math.max(performance.now() - this.#sent, 0.1);
      this.#jobBusy += took;
      const drawn = job.triangles - before;
      if (drawn > 10_000) this.#speed = 0.5 * this.#speed + (0.5 * drawn) / took;
      if (this.#job !== job) return;
      if (isDone) this.#finish(job);
    });
  }

  #finish(job: Job): void {
    const { painter, gl, onFull } = this.#from;
    this.#job = null;
    painter.present();
    this.#from.onPicture();
    this.ids = IdPicture.read(gl, painter.targets);
    this.fullMs = performance.now() - this.#jobStart;
    // A picture of added parts alone tells nothing about one of everything.
    this.#busyOfFull = this.#isAddedJob ? 0 : this.#jobBusy;
    this.calls = job.calls;
    this.trianglesDrawn = job.triangles;
    if (this.#isFullNext) this.change('full');
    if (this.isSettled) onFull();
    this.request();
  }

  #recolour(): void {
    const { painter, scene, rig, box, onFull } = this.#from;
    const content = scene();
    if (content.panes.some(({ weight }) => weight < 1)) {
      // Panes that are laid over each other share their layers.
      this.#begin();
      return;
    }
    this.#needs = 'nothing';
    painter.recolour(content, rig, box());
    painter.present();
    this.#from.onPicture();
    this.#send(() => {
      if (this.isSettled) onFull();
    });
  }

  #drawMoving(): void {
    const { painter, scene } = this.#from;
    const shown = scene();
    const content = { ...shown, panes: scaledPanes(shown.panes, this.#scale) };
    const isFast = this.#busyOfFull > 0 && this.#busyOfFull < FAST_MS;
    const isSmall = this.#isSmall && trianglesOf(content) <= SMALL_TRIANGLES;
    painter.advance(isFast || isSmall ? this.#wholeJob(content) : this.#boxJob(content), ALL);
    painter.presentMoving(this.#scale);
    this.#from.onPicture();
    this.#send(() => {
      this.movingMs = performance.now() - this.#sent;
      // The next frame is a quick one if this one was slow: the camera may see more now.
      if (isFast) this.#busyOfFull = this.movingMs;
      else this.#adapt(isSmall);
    });
  }

  /** All shapes, without what only a still picture needs. */
  #wholeJob(content: Scene): Job {
    const { painter, rig, box } = this.#from;
    return painter.fullJob({ ...content, isFine: false }, rig, box(), 'moving');
  }

  /** The largest shapes, and boxes instead of the others. */
  #boxJob(content: Scene): Job {
    const { painter, rig, box, store } = this.#from;
    const lens = rig.lens(painter.targets.size, box());
    this.#choice ??= chooseMoving(store, content.parts, this.ids?.counts ?? new Map(), {
      frustum: frustumOf(lens.matrix),
      budget: Math.floor(this.#boxBudget),
    });
    const { boxes, draws } = this.#choice;
    const corners = this.#boxes.write(store, boxes, lens);
    const all = [...draws, [this.#boxes.vertexArray, 0, corners] as const];
    return painter.movingJob(content, rig, box(), all);
  }

  /** Draws less in the next frame if the last ones were slow. */
  #adapt(isSmall: boolean): void {
    const isSlow = this.movingMs > FRAME_MS;
    this.#slowFrames = isSlow ? this.#slowFrames + 1 : 0;
    if (this.movingMs < FRAME_MS / 3) this.#scale = Math.min(1, this.#scale / SCALE_STEP);
    // One slow frame may be due to something else that the machine does.
    if (this.#slowFrames < 3) return;
    this.#slowFrames = 0;
    if (this.#scale > SMALLEST_SCALE) {
      this.#scale = Math.max(SMALLEST_SCALE, this.#scale * SCALE_STEP);
    } else if (isSmall) {
      this.#isSmall = false;
    } else {
      this.#boxBudget = Math.max(FEWEST_BOXES, this.#boxBudget * 0.7);
      this.#choice = null;
    }
  }
}

function trianglesOf({ parts }: Scene): number {
  return parts.reduce((sum, { counts }) => sum + (counts[0] + counts[1]) / 3, 0);
}
