/** @module painter: draws pictures in slices: surfaces as codes into layers, then one pass that makes colours of them. */
import type { BoxNumbers } from '../../../../servers/view/protocol/scene.ts';
import type { CameraRig, Lens } from '../camera/camera-rig.ts';
import { type ElementStore, FLAG } from '../shapes/element-store.ts';
import type { PartBuffers } from '../shapes/part-buffers.ts';
import type { Run } from '../shapes/runs.ts';
import { Composer } from './composer.ts';
import { type Choice, frustumOf, rangesOf } from './draw-list.ts';
import { FrameTargets, type LayerName } from './frame-targets.ts';
import { type Program, programOf } from './programs.ts';
import { lensOf, type Pane, type Scene } from './scene-content.ts';
import { SURFACE_FRAGMENT, SURFACE_VERTEX } from './shaders.ts';
import type { StateTextures } from './state-textures.ts';

/** What a picture of all shapes is for. */
export type PictureUse = 'still' | 'added' | 'moving';

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
  readonly composer: Composer;
  targets: FrameTargets;

  constructor(gl: WebGL2RenderingContext, store: ElementStore, states: StateTextures) {
    this.#gl = gl;
    this.#store = store;
    this.#states = states;
    this.#surface = programOf(gl, SURFACE_VERTEX, SURFACE_FRAGMENT);
    this.#section = programOf(gl, SURFACE_VERTEX, SURFACE_FRAGMENT, '#define SECTION');
    this.composer = new Composer(gl);
    this.targets = new FrameTargets(gl, [1, 1]);
    gl.disable(gl.DITHER);
    gl.depthFunc(gl.LEQUAL);
  }

  resize(width: number, height: number): void {
    this.targets.dispose();
    this.targets = new FrameTargets(this.#gl, [width, height]);
  }

  /** A picture of all shapes. `added`: only these parts, into the picture that is there; `moving`: without picks. */
  fullJob(scene: Scene, rig: CameraRig, box: BoxNumbers | null, use: PictureUse): Job {
    const passes: Pass[] = [];
    for (const pane of scene.panes) {
      const lens = lensOf(rig, pane, box);
      const frustum = frustumOf(lens.matrix);
      if (use !== 'added') passes.push(this.#clearPass(scene, pane));
      passes.push(...this.#layerPasses(scene, pane, lens, frustum));
      if (use !== 'moving') {
        passes.push({ bind: () => this.composer.drawPicks(this.targets, scene, pane), draws: [] });
      }
      passes.push({
        bind: () => this.composer.compose(this.targets, scene, pane, lens),
        draws: [],
      });
    }
    return { passes, pass: 0, draw: 0, corner: 0, triangles: 0, calls: 0 };
  }

  /** A quick picture of these boxes instead of the shapes. */
  movingJob(scene: Scene, rig: CameraRig, box: BoxNumbers | null, boxes: Pass['draws']): Job {
    const quick = { ...scene, hasGhosts: false, hasClear: false, isFine: false };
    const passes: Pass[] = [];
    for (const pane of scene.panes) {
      const lens = lensOf(rig, pane, box);
      const mask = FLAG.hidden | FLAG.ghost;
      passes.push(this.#clearPass(quick, pane));
      passes.push({
        bind: this.#surfaceBinder(quick, pane, lens, ['solid', mask, 0, false]),
        draws: boxes,
      });
      passes.push({
        bind: () => this.composer.compose(this.targets, quick, pane, lens),
        draws: [],
      });
    }
    return { passes, pass: 0, draw: 0, corner: 0, triangles: 0, calls: 0 };
  }

  /** Colours only: everything else is as in the last full picture. */
  recolour(scene: Scene, rig: CameraRig, box: BoxNumbers | null): void {
    this.#states.upload(this.#store);
    for (const pane of scene.panes) {
      this.composer.compose(this.targets, scene, pane, lensOf(rig, pane, box));
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

  #clearPass(scene: Scene, pane: Pane): Pass {
    return {
      draws: [],
      bind: () => {
        const gl = this.#gl;
        const names: LayerName[] = ['solid'];
        if (scene.hasClear) names.push('clear');
        if (scene.hasGhosts) names.push('ghost');
        for (const name of names) {
          gl.bindFramebuffer(gl.FRAMEBUFFER, this.targets.layer(name).frame);
          this.composer.clip(pane);
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
    ];
    if (scene.hasClear) {
      passes.push({
        bind: this.#surfaceBinder(scene, pane, lens, ['clear', mask, 0]),
        draws: clear,
      });
    }
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
    [name, mask, want, hasCuts = name === 'solid']: readonly [LayerName, number, number, boolean?],
  ): () => void {
    return () => {
      const gl = this.#gl;
      const { program, at } = scene.planes.length > 0 ? this.#section : this.#surface;
      gl.bindFramebuffer(gl.FRAMEBUFFER, this.targets.layer(name).frame);
      this.composer.clip(pane);
      gl.useProgram(program);
      gl.enable(gl.DEPTH_TEST);
      gl.disable(gl.BLEND);
      gl.uniformMatrix4fv(at('uMatrix'), false, lens.matrix);
      gl.uniform2ui(at('uFilter'), mask, want);
      gl.uniform1i(at('uState'), 6);
      gl.uniform1i(at('uLift'), 7);
      gl.uniform1i(at('uIsLifted'), scene.isLifted ? 1 : 0);
      gl.uniform1i(at('uIsSolid'), hasCuts ? 1 : 0);
      this.#setPlanes(at, scene.planes);
    };
  }

  #setPlanes(at: Program['at'], planes: readonly number[]): void {
    this.#gl.uniform1i(at('uPlaneCount'), planes.length / 4);
    if (planes.length > 0) this.#gl.uniform4fv(at('uPlanes'), planes);
  }

  /** Shows a full picture on the canvas. */
  present(): void {
    this.composer.present(this.targets, 1, true);
  }

  /** Shows a quick picture of which this part of each side was drawn. */
  presentMoving(scale: number): void {
    this.composer.present(this.targets, scale, false);
  }

  dispose(): void {
    const gl = this.#gl;
    this.targets.dispose();
    this.composer.dispose();
    for (const { program } of [this.#surface, this.#section]) {
      gl.deleteProgram(program);
    }
  }
}
