/** @module composer: makes colours of the layers of a picture, and the picture of picks. */
import type { Lens } from '../camera/camera-rig.ts';
import type { FrameTargets, LayerName } from './frame-targets.ts';
import { LightTexture } from './light-texture.ts';
import { type Program, programOf } from './programs.ts';
import type { Pane, Scene } from './scene-content.ts';
import {
  CLEAR_FRAGMENT,
  COMPOSE_FRAGMENT,
  COPY_FRAGMENT,
  GHOST_FRAGMENT,
  PICK_FRAGMENT,
  SCREEN_VERTEX,
  SMOOTH_FRAGMENT,
} from './shaders.ts';

/** Draws over the whole picture. Owner of its programs. */
export class Composer {
  readonly #gl: WebGL2RenderingContext;
  readonly #pick: Program;
  readonly #solid: Program;
  readonly #clear: Program;
  readonly #ghost: Program;
  readonly #copy: Program;
  readonly #smooth: Program;
  readonly #empty: WebGLVertexArrayObject;
  readonly #light: LightTexture;
  /** Width of edges and of patterns in pixels. */
  step = 1;
  /** Whether edges are smoothed when the picture is shown; not if it has more pixels than the screen. */
  isSmooth = true;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#pick = programOf(gl, SCREEN_VERTEX, PICK_FRAGMENT);
    this.#solid = programOf(gl, SCREEN_VERTEX, COMPOSE_FRAGMENT);
    this.#clear = programOf(gl, SCREEN_VERTEX, CLEAR_FRAGMENT);
    this.#ghost = programOf(gl, SCREEN_VERTEX, GHOST_FRAGMENT);
    this.#copy = programOf(gl, SCREEN_VERTEX, COPY_FRAGMENT);
    this.#smooth = programOf(gl, SCREEN_VERTEX, SMOOTH_FRAGMENT);
    this.#light = new LightTexture(gl);
    this.#empty = gl.createVertexArray();
  }

  /** Draws which element each pixel of a pane shows; a later pane only where it is nearer, if it is laid over the first. */
  drawPicks(targets: FrameTargets, scene: Scene, pane: Pane): void {
    const gl = this.#gl;
    const { frame } = targets.colours('picks', true);
    this.#bind(this.#pick, targets, ['solid', scene.hasClear ? 'clear' : 'solid']);
    gl.uniform1i(this.#pick.at('uHasClear'), scene.hasClear ? 1 : 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    this.clip(pane);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    if (pane.weight === 1) {
      gl.clearBufferfv(gl.COLOR, 0, [0, 0, 0, 1]);
      gl.clearBufferfv(gl.DEPTH, 0, [1]);
    }
    this.#drawScreen();
  }

  /** Makes the colours of a pane from its layers. */
  compose(targets: FrameTargets, scene: Scene, pane: Pane, lens: Lens): void {
    const gl = this.#gl;
    const target = targets.colours(pane.weight < 1 ? 'pane' : 'picture');
    this.#light.upload(lens);
    gl.disable(gl.DEPTH_TEST);
    const layers: readonly (readonly [Program, LayerName, boolean])[] = [
      [this.#solid, 'solid', true],
      [this.#clear, 'clear', scene.hasClear],
      [this.#ghost, 'ghost', scene.hasGhosts],
    ];
    for (const [program, layer, isThere] of layers) {
      if (!isThere) continue;
      this.#bind(program, targets, ['solid', layer]);
      this.#setUniforms(program.at, scene, pane, lens);
      gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
      this.clip(pane);
      if (layer === 'solid') {
        gl.disable(gl.BLEND);
      } else {
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.SRC_ALPHA);
      }
      this.#drawScreen();
    }
    if (pane.weight < 1) this.#lay(targets, pane);
  }

  /** Shows the picture on the canvas. `scale`: the part of each side that was drawn; below 1 it is enlarged. */
  present(targets: FrameTargets, scale: number, isStill: boolean): void {
    const gl = this.#gl;
    const program = this.isSmooth && isStill ? this.#smooth : this.#copy;
    this.#bindPicture(program, targets, 'picture');
    const [width, height] = targets.size;
    gl.uniform2f(program.at('uPixelSize'), scale / width, scale / height);
    showIn(gl.canvas, targets.size);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.SCISSOR_TEST);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    gl.viewport(0, 0, ...targets.size);
    this.#drawScreen();
  }

  /** Viewport and scissor of a pane. */
  clip({ rect, clip }: Pane): void {
    const gl = this.#gl;
    gl.viewport(...rect);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(...clip);
  }

  /** Lays a pane over the picture with its weight. */
  #lay(targets: FrameTargets, pane: Pane): void {
    const gl = this.#gl;
    this.#bindPicture(this.#copy, targets, 'pane');
    gl.uniform2f(this.#copy.at('uPixelSize'), 1 / targets.size[0], 1 / targets.size[1]);
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.colours('picture').frame);
    gl.enable(gl.BLEND);
    gl.blendColor(0, 0, 0, pane.weight);
    gl.blendFunc(gl.CONSTANT_ALPHA, gl.ONE_MINUS_CONSTANT_ALPHA);
    this.#drawScreen();
    gl.disable(gl.BLEND);
  }

  #bindPicture({ program, at }: Program, targets: FrameTargets, name: string): void {
    const gl = this.#gl;
    const { colours } = targets.colours(name);
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, colours);
    gl.uniform1i(at('uPicture'), 0);
  }

  /** Uses a program with two layers: units 0 and 1, and 2 and 3. */
  #bind({ program, at }: Program, targets: FrameTargets, names: readonly LayerName[]): void {
    const gl = this.#gl;
    gl.useProgram(program);
    // A new layer would take a unit that is bound already.
    const layers = names.map((name) => targets.layer(name));
    for (const [k, { codes, depths }] of layers.entries()) {
      const uniform = k === 0 ? 'uSolid' : 'uClear';
      gl.activeTexture(gl.TEXTURE0 + 2 * k);
      gl.bindTexture(gl.TEXTURE_2D, codes);
      gl.activeTexture(gl.TEXTURE0 + 2 * k + 1);
      gl.bindTexture(gl.TEXTURE_2D, depths);
      gl.uniform1i(at(uniform), 2 * k);
      gl.uniform1i(at(`${uniform}Depth`), 2 * k + 1);
    }
  }

  #setUniforms(at: Program['at'], scene: Scene, { rect }: Pane, lens: Lens): void {
    const gl = this.#gl;
    gl.uniform1i(at('uState'), 6);
    gl.uniform1i(at('uLight'), 8);
    gl.uniform4f(at('uRect'), ...rect);
    gl.uniform2f(at('uRange'), ...lens.range);
    gl.uniform1i(at('uIsFine'), scene.isFine ? 1 : 0);
    gl.uniform1f(at('uPixel'), lens.pixel);
    gl.uniform1i(at('uIsParallel'), lens.isParallel ? 1 : 0);
    gl.uniform1i(at('uIsDark'), scene.isDark ? 1 : 0);
    gl.uniform1i(at('uIsCompared'), scene.isCompared ? 1 : 0);
    gl.uniform1ui(at('uHover'), scene.hover);
    gl.uniform1i(at('uStep'), this.step);
  }

  #drawScreen(): void {
    this.#gl.bindVertexArray(this.#empty);
    this.#gl.drawArrays(this.#gl.TRIANGLES, 0, 3);
  }

  dispose(): void {
    const gl = this.#gl;
    this.#light.dispose();
    gl.deleteVertexArray(this.#empty);
    for (const one of [
      this.#pick,
      this.#solid,
      this.#clear,
      this.#ghost,
      this.#copy,
      this.#smooth,
    ]) {
      gl.deleteProgram(one.program);
    }
  }
}

/** Gives the canvas the size of a picture that is ready: it is black after a change of its size, and before the first one. */
function showIn(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  size: readonly [number, number],
): void {
  const [width, height] = size;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  if ('style' in canvas) canvas.style.removeProperty('visibility');
}
