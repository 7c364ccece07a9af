/** @module painter: draws pictures in slices: surfaces as codes into layers, then one pass that makes colours of them. */
import type { CameraRig, Lens } from './camera-rig.ts';
import { type Choice, frustumOf, rangesOf } from './draw-list.ts';
import { type ElementStore, FLAG, type Run } from './element-store.ts';
import { FrameTargets, type LayerName } from './frame-targets.ts';
import type { PartBuffers } from './part-buffers.ts';
import { type Program, programOf } from './programs.ts';
import {
  COMPOSE_FRAGMENT,
  COPY_FRAGMENT,
  PICK_FRAGMENT,
  SCREEN_VERTEX,
  SURFACE_FRAGMENT,
  SURFACE_VERTEX,
} from './shaders.ts';
import type { StateTextures } from './state-textures.ts';
import { plus, unit } from './vectors.ts';

/** A rectangle of the picture that shows one moment or both, in pixels from the lower left. */
export type Pane = {
  readonly rect: readonly [number, number, number, number];
  readonly shows: 'after' | 'before' | 'both';
  /** Share of this pane in the picture; below 1 it is laid over what is there. */
  readonly weight: number;
  /** Whether it covers the whole width but is cut to its rectangle. */
  readonly clip: readonly [number, number, number, number];
};

/** Everything that a picture shows. */
export type Scene = {
  readonly parts: readonly PartBuffers[];
  /** Shapes of the earlier moment. */
  readonly before: PartBuffers | null;
  readonly panes: readonly Pane[];
  /** Four numbers for each plane of the section. */
  readonly planes: readonly number[];
  readonly hasGhosts: boolean;
  readonly hasSpaces: boolean;
  readonly isLifted: boolean;
  readonly isDark: boolean;
  readonly isCompared: boolean;
  readonly hover: number;
};

type Pass = {
  readonly bind: () => void;
  readonly draws: readonly (readonly [WebGLVertexArrayObject, number, number])[];
};

/** A picture that is being drawn. */
export type Job = {
  readonly passes: readonly Pass[];
  pass: number;
  draw: number;
  /** Corners of the current draw that are done. */
  corner: number;
  triangles: number;
  calls: number;
};

/** Draws pictures. Owner of its programs and targets. */
export class Painter {
  readonly #gl: WebGL2RenderingContext;
  readonly #store: ElementStore;
  readonly #states: StateTextures;
  readonly #surface: Program;
  readonly #section: Program;
  readonly #pick: Program;
  readonly #compose: Program;
  readonly #copy: Program;
  readonly #empty: WebGLVertexArrayObject;
  targets: FrameTargets;
  /** Width of edges and of patterns in pixels. */
  step = 1;

  constructor(gl: WebGL2RenderingContext, store: ElementStore, states: StateTextures) {
    this.#gl = gl;
    this.#store = store;
    this.#states = states;
    this.#surface = programOf(gl, SURFACE_VERTEX, SURFACE_FRAGMENT);
    this.#section = programOf(gl, SURFACE_VERTEX, SURFACE_FRAGMENT, '#define SECTION');
    this.#pick = programOf(gl, SCREEN_VERTEX, PICK_FRAGMENT);
    this.#compose = programOf(gl, SCREEN_VERTEX, COMPOSE_FRAGMENT);
    this.#copy = programOf(gl, SCREEN_VERTEX, COPY_FRAGMENT);
    this.#empty = gl.createVertexArray();
    this.targets = new FrameTargets(gl, [1, 1]);
    gl.disable(gl.DITHER);
    gl.depthFunc(gl.LEQUAL);
  }

  resize(width: number, height: number): void {
    this.targets.dispose();
    this.targets = new FrameTargets(this.#gl, [width, height]);
  }

  /** A full picture. `lenses`: one per pane. `isAdded`: only these parts, into the picture that is there. */
  fullJob(
    scene: Scene,
    rig: CameraRig,
    box: Parameters<CameraRig['lens']>[2],
    isAdded = false,
  ): Job {
    const passes: Pass[] = [];
    for (const pane of scene.panes) {
      const lens = rig.lens(pane.rect[2], pane.rect[3], box);
      const frustum = frustumOf(lens.matrix);
      if (!isAdded) passes.push(this.#clearPass(scene, pane));
      passes.push(...this.#layerPasses(scene, pane, lens, frustum));
      passes.push({ bind: () => this.#drawPicks(scene, pane), draws: [] });
      passes.push({ bind: () => this.compose(scene, pane, lens), draws: [] });
    }
    return { passes, pass: 0, draw: 0, corner: 0, triangles: 0, calls: 0 };
  }

  /** A quick picture of these boxes instead of the shapes. */
  movingJob(
    scene: Scene,
    rig: CameraRig,
    box: Parameters<CameraRig['lens']>[2],
    boxes: Pass['draws'],
  ): Job {
    const quick = { ...scene, hasGhosts: false };
    const passes: Pass[] = [];
    for (const pane of scene.panes) {
      const lens = rig.lens(pane.rect[2], pane.rect[3], box);
      const mask = FLAG.hidden | FLAG.ghost;
      passes.push(this.#clearPass(quick, pane));
      passes.push({
        bind: this.#surfaceBinder(quick, pane, lens, ['solid', mask, 0]),
        draws: boxes,
      });
      passes.push({ bind: () => this.compose(quick, pane, lens), draws: [] });
    }
    return { passes, pass: 0, draw: 0, corner: 0, triangles: 0, calls: 0 };
  }

  /** Colours only: everything else is as in the last full picture. */
  recolour(scene: Scene, rig: CameraRig, box: Parameters<CameraRig['lens']>[2]): void {
    this.#states.upload(this.#store);
    for (const pane of scene.panes) {
      this.compose(scene, pane, rig.lens(pane.rect[2], pane.rect[3], box));
    }
  }

  /** Draws up to so many triangles. Returns whether the job is done. */
  advance(job: Job, triangles: number): boolean {
    const gl = this.#gl;
    this.#states.upload(this.#store);
    let left = triangles * 3;
    let bound = -1;
    for (;;) {
      const pass = job.passes[job.pass];
      if (pass === undefined) return true;
      if (bound !== job.pass) pass.bind();
      bound = job.pass;
      const draw = pass.draws[job.draw];
      if (draw === undefined) {
        job.pass += 1;
        job.draw = 0;
        continue;
      }
      if (left <= 0) return false;
      const [array, first, count] = draw;
      const now = Math.min(count - job.corner, Math.max(3, left - (left % 3)));
      gl.bindVertexArray(array);
      gl.drawElements(gl.TRIANGLES, now, gl.UNSIGNED_INT, (first + job.corner) * 4);
      job.calls += 1;
      job.triangles += now / 3;
      left -= now;
      job.corner += now;
      if (job.corner < count) continue;
      job.corner = 0;
      job.draw += 1;
    }
  }

  /** Shows the picture on the canvas. */
  present(): void {
    const gl = this.#gl;
    const { program, at } = this.#copy;
    const { colours } = this.targets.colours('picture');
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, colours);
    gl.uniform1i(at('uPicture'), 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.SCISSOR_TEST);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    gl.viewport(0, 0, ...this.targets.size);
    this.#drawScreen();
  }

  #clearPass(scene: Scene, pane: Pane): Pass {
    return {
      draws: [],
      bind: () => {
        const gl = this.#gl;
        const names: LayerName[] = ['solid', 'clear'];
        if (scene.hasGhosts) names.push('ghost');
        for (const name of names) {
          gl.bindFramebuffer(gl.FRAMEBUFFER, this.targets.layer(name).frame);
          this.#clip(pane);
          gl.depthMask(true);
          gl.clearBufferuiv(gl.COLOR, 0, [0, 0, 0, 0]);
          gl.clearBufferfv(gl.DEPTH, 0, [1]);
        }
      },
    };
  }

  #layerPasses(scene: Scene, pane: Pane, lens: Lens, frustum: Float64Array): readonly Pass[] {
    const { parts, before } = scene;
    const mask = FLAG.hidden | FLAG.ghost | (pane.shows === 'before' ? FLAG.later : 0);
    const draws = (
      list: readonly PartBuffers[],
      runs: readonly Run[],
      want: number,
    ): Pass['draws'] => {
      const choice: Choice = { mask, want, frustum };
      return runs.flatMap((run) =>
        list.flatMap((part) =>
          rangesOf(this.#store, part, run, choice).map(
            ([first, count]) => [part.vertexArray, first, count] as const,
          ),
        ),
      );
    };
    const earlier = before === null || pane.shows === 'after' ? [] : [before];
    const isSolid = pane.shows === 'before';
    const solid = isSolid ? [...parts, ...earlier] : parts;
    const clear: Pass['draws'] = [
      ...draws(parts, scene.hasSpaces ? [1, 2] : [1], 0),
      ...draws(earlier, isSolid ? [1] : [0, 1], 0),
    ];
    const passes: Pass[] = [
      {
        bind: this.#surfaceBinder(scene, pane, lens, ['solid', mask, 0]),
        draws: draws(solid, [0], 0),
      },
      { bind: this.#surfaceBinder(scene, pane, lens, ['clear', mask, 0]), draws: clear },
    ];
    if (scene.hasGhosts) {
      passes.push({
        bind: this.#surfaceBinder(scene, pane, lens, ['ghost', mask, FLAG.ghost]),
        draws: draws(parts, [0, 1], FLAG.ghost),
      });
    }
    return passes;
  }

  #surfaceBinder(
    scene: Scene,
    pane: Pane,
    lens: Lens,
    [name, mask, want]: readonly [LayerName, number, number],
  ): () => void {
    return () => {
      const gl = this.#gl;
      const { program, at } = scene.planes.length > 0 ? this.#section : this.#surface;
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.targets.layer(name).frame);
      this.#clip(pane);
      gl.useProgram(program);
      gl.enable(gl.DEPTH_TEST);
      gl.disable(gl.BLEND);
      gl.uniformMatrix4fv(at('uMatrix'), false, lens.matrix);
      gl.uniform2ui(at('uFilter'), mask, want);
      gl.uniform1i(at('uState'), 6);
      gl.uniform1i(at('uLift'), 7);
      gl.uniform1i(at('uIsLifted'), scene.isLifted ? 1 : 0);
      gl.uniform1i(at('uIsSolid'), name === 'solid' ? 1 : 0);
      this.#setPlanes(at, scene.planes);
    };
  }

  #setPlanes(at: Program['at'], planes: readonly number[]): void {
    this.#gl.uniform1i(at('uPlaneCount'), planes.length / 4);
    if (planes.length > 0) this.#gl.uniform4fv(at('uPlanes'), planes);
  }

  /** Viewport and scissor of a pane. */
  #clip({ rect, clip }: Pane): void {
    const gl = this.#gl;
    gl.viewport(...rect);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(...clip);
  }

  /** Binds the textures of the layers. */
  #bindLayers(scene: Scene, at: Program['at']): void {
    const gl = this.#gl;
    const names: readonly (readonly [LayerName, string])[] = [
      ['solid', 'uSolid'],
      ['clear', 'uClear'],
      ['ghost', 'uGhost'],
    ];
    // A new layer would take a unit that is bound already.
    const layers = names.map(([name, uniform]) => {
      const isThere = name !== 'ghost' || scene.hasGhosts;
      return [uniform, this.targets.layer(isThere ? name : 'solid')] as const;
    });
    for (const [k, [uniform, { codes, depths }]] of layers.entries()) {
      gl.activeTexture(gl.TEXTURE0 + 2 * k);
      gl.bindTexture(gl.TEXTURE_2D, codes);
      gl.activeTexture(gl.TEXTURE0 + 2 * k + 1);
      gl.bindTexture(gl.TEXTURE_2D, depths);
      gl.uniform1i(at(uniform), 2 * k);
      gl.uniform1i(at(`${uniform}Depth`), 2 * k + 1);
    }
    gl.uniform1i(at('uHasClear'), 1);
    gl.uniform1i(at('uHasGhost'), scene.hasGhosts ? 1 : 0);
  }

  #drawPicks(scene: Scene, pane: Pane): void {
    const gl = this.#gl;
    const { frame } = this.targets.colours('picks', true);
    const { program, at } = this.#pick;
    gl.useProgram(program);
    this.#bindLayers(scene, at);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    this.#clip(pane);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    if (pane.weight === 1) {
      gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 1]);
      gl.clearBufferfv(gl.DEPTH, 0, [1]);
    }
    this.#drawScreen();
  }

  /** Makes the colours of a pane from its layers. */
  compose(scene: Scene, pane: Pane, lens: Lens): void {
    const gl = this.#gl;
    const { program, at } = this.#compose;
    const { right, up, back, eye } = lens;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.targets.colours('picture').frame);
    gl.useProgram(program);
    this.#bindLayers(scene, at);
    this.#clip(pane);
    gl.disable(gl.DEPTH_TEST);
    if (pane.weight < 1) {
      gl.enable(gl.BLEND);
      gl.blendColor(0, 0, 0, pane.weight);
      gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    } else {
      gl.disable(gl.BLEND);
    }
    // Light from the upper left, a little from the front.
    const light = unit(plus(plus(plus([0, 0, 0.55], right, -0.55), up, 0.35), back, 0.5));
    gl.uniform1i(at('uState'), 6);
    gl.uniformMatrix4fv(at('uInverse'), false, lens.inverse);
    gl.uniform4f(at('uRect'), ...pane.rect);
    gl.uniform3f(at('uEye'), ...eye);
    gl.uniform3f(at('uBack'), ...back);
    gl.uniform3f(at('uLight'), ...light);
    gl.uniform1f(at('uPixel'), lens.pixel);
    gl.uniform1i(at('uIsParallel'), lens.isParallel ? 1 : 0);
    gl.uniform1i(at('uIsDark'), scene.isDark ? 1 : 0);
    gl.uniform1i(at('uIsCompared'), scene.isCompared ? 1 : 0);
    gl.uniform1ui(at('uHover'), scene.hover);
    gl.uniform1i(at('uStep'), this.step);
    this.#setPlanes(at, scene.planes);
    this.#drawScreen();
    gl.disable(gl.BLEND);
  }

  #drawScreen(): void {
    this.#gl.bindVertexArray(this.#empty);
    this.#gl.drawArrays(this.#gl.TRIANGLES, 0, 3);
  }

  dispose(): void {
    const gl = this.#gl;
    this.targets.dispose();
    gl.deleteVertexArray(this.#empty);
    for (const { program } of [
      this.#surface,
      this.#section,
      this.#pick,
      this.#compose,
      this.#copy,
    ]) {
      gl.deleteProgram(program);
    }
  }
}
