/** @module light-texture: how bright each direction of a face is, for a camera: one texel per direction code. */
import type { Lens } from '../camera/camera-rig.ts';
import { dot, plus, unit } from '../camera/vectors.ts';
import { CUT_CODE, directionOf } from '../shapes/face-codes.ts';

/** Values of a direction code in each of its two coordinates. */
const SIDE = 64;
/** Texel value of full light; brighter faces are possible. */
const FULL = 212;

/** Soft light from the upper left, a little from the front. Owner of its texture, which is on unit 8. */
export class LightTexture {
  readonly #gl: WebGL2RenderingContext;
  readonly #texture: WebGLTexture;
  readonly #texels = new Uint8Array(SIDE * SIDE);

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE8);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8, SIDE, SIDE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Writes the light for a camera. Both sides of a face get the same, except for what comes from above. */
  upload({ right, up, back }: Lens): void {
    const gl = this.#gl;
    const light = unit(plus(plus(plus([0, 0, 0.45], right, -0.55), up, 0.3), back, 0.6));
    for (let code = 0; code < SIDE * SIDE; code += 1) {
      const normal = directionOf(code);
      const brightness = 0.66 + 0.36 * Math.abs(dot(normal, light)) + 0.05 * normal[2];
      this.#texels[code] = Math.round(FULL * (code === CUT_CODE ? 1 : brightness));
    }
    gl.activeTexture(gl.TEXTURE8);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
    const format = [gl.RED, gl.UNSIGNED_BYTE] as const;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, SIDE, SIDE, ...format, this.#texels);
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#texture);
  }
}
