/** @module frame-targets: the pictures into which the passes draw. */

/** Codes and depths of a layer of surfaces. */
export type Layer = {
  readonly frame: WebGLFramebuffer;
  readonly codes: WebGLTexture;
  readonly depths: WebGLTexture;
};

/** A colour picture; with depth for the picture of picks. */
export type Colours = {
  readonly frame: WebGLFramebuffer;
  readonly colours: WebGLTexture;
  readonly depths: WebGLRenderbuffer | null;
};

function texture(
  gl: WebGL2RenderingContext,
  format: GLenum,
  [width, height]: readonly [number, number],
): WebGLTexture {
  const made = gl.createTexture();
  // Units 6 and 7 are those of the element states.
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, made);
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return made;
}

function attach(gl: WebGL2RenderingContext, place: GLenum, made: WebGLTexture): void {
  gl.framebufferTexture2D(gl.FRAMEBUFFER, place, gl.TEXTURE_2D, made, 0);
}

/** Opaque surfaces; glass, spaces and earlier shapes; ghosts. */
export type LayerName = 'solid' | 'clear' | 'ghost';

/** All targets of one size. Layers are made when they are first used. */
export class FrameTargets {
  readonly size: readonly [number, number];
  readonly #gl: WebGL2RenderingContext;
  readonly #layers = new Map<LayerName, Layer>();
  readonly #colours = new Map<string, Colours>();

  constructor(gl: WebGL2RenderingContext, size: readonly [number, number]) {
    this.#gl = gl;
    this.size = size;
  }

  /** Bytes of the layers and pictures. */
  get bytes(): number {
    const [width, height] = this.size;
    return width * height * (8 * this.#layers.size + 4 * this.#colours.size);
  }

  has(name: LayerName): boolean {
    return this.#layers.has(name);
  }

  layer(name: LayerName): Layer {
    const known = this.#layers.get(name);
    if (known !== undefined) return known;
    const gl = this.#gl;
    const frame = gl.createFramebuffer();
    const codes = texture(gl, gl.R32UI, this.size);
    const depths = texture(gl, gl.DEPTH_COMPONENT24, this.size);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    attach(gl, gl.COLOR_ATTACHMENT0, codes);
    attach(gl, gl.DEPTH_ATTACHMENT, depths);
    const made = { frame, codes, depths };
    this.#layers.set(name, made);
    return made;
  }

  /** A colour picture by name. */
  colours(name: string, hasDepth = false): Colours {
    const known = this.#colours.get(name);
    if (known !== undefined) return known;
    const gl = this.#gl;
    const frame = gl.createFramebuffer();
    const colours = texture(gl, gl.RGBA8, this.size);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    attach(gl, gl.COLOR_ATTACHMENT0, colours);
    const depths = hasDepth ? gl.createRenderbuffer() : null;
    if (depths !== null) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, depths);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, ...this.size);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depths);
    }
    const made = { frame, colours, depths };
    this.#colours.set(name, made);
    return made;
  }

  dispose(): void {
    const gl = this.#gl;
    for (const { frame, codes, depths } of this.#layers.values()) {
      gl.deleteFramebuffer(frame);
      gl.deleteTexture(codes);
      gl.deleteTexture(depths);
    }
    for (const { frame, colours, depths } of this.#colours.values()) {
      gl.deleteFramebuffer(frame);
      gl.deleteTexture(colours);
      gl.deleteRenderbuffer(depths);
    }
  }
}
