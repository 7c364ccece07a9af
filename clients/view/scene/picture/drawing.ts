/** @module drawing: everything that a lost WebGL context takes with it. */
import type { ElementStore } from '../shapes/element-store.ts';
import { ShapeSet } from '../shapes/shape-set.ts';
import { Painter } from './painter.ts';
import { type LoopSources, PictureLoop } from './picture-loop.ts';
import { StateTextures } from './state-textures.ts';

/** The objects that own buffers, textures and programs. */
export type Drawing = {
  readonly states: StateTextures;
  readonly shapes: ShapeSet;
  readonly painter: Painter;
  readonly loop: PictureLoop;
};

type ProvokingVertex = {
  readonly FIRST_VERTEX_CONVENTION_WEBGL: GLenum;
  provokingVertexWEBGL(mode: GLenum): void;
};

/** Makes them for a context; the caller disposes of them. */
export function makeDrawing(
  gl: WebGL2RenderingContext,
  store: ElementStore,
  sources: Omit<LoopSources, 'gl' | 'store' | 'painter'>,
): Drawing {
  // Taking flat values from the first corner costs least on all systems; without the extension it is the last.
  const provoking: ProvokingVertex | null = gl.getExtension('WEBGL_provoking_vertex');
  provoking?.provokingVertexWEBGL(provoking.FIRST_VERTEX_CONVENTION_WEBGL);
  const states = new StateTextures(gl);
  const shapes = new ShapeSet(gl, store, provoking !== null);
  const painter = new Painter(gl, store, states);
  const loop = new PictureLoop({ ...sources, gl, store, painter });
  return { states, shapes, painter, loop };
}

/** Frees everything. */
export function disposeDrawing({ states, shapes, painter, loop }: Drawing): void {
  loop.dispose();
  shapes.clear();
  states.dispose();
  painter.dispose();
}

/** The name of the renderer of the browser. */
export function rendererOf(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  return String(name);
}
