/** @module programs: compiled programs with the places of their uniforms. */

/** A program and its uniforms by name. */
export type Program = {
  readonly program: WebGLProgram;
  readonly at: (name: string) => WebGLUniformLocation | null;
};

/** Compiles a program. @throws Error with the log of the compiler. */
export function programOf(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
  define = '',
): Program {
  const program = gl.createProgram();
  const shaders = [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const;
  for (const [type, text] of shaders) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error('the WebGL context is lost');
    const [version = '', ...rest] = text.split('\n');
    gl.shaderSource(shader, [version, define, ...rest].join('\n'));
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) !== true && !gl.isContextLost()) {
      throw new Error(`a shader does not compile: ${gl.getShaderInfoLog(shader) ?? ''}`);
    }
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true && !gl.isContextLost()) {
    throw new Error(`a program does not link: ${gl.getProgramInfoLog(program) ?? ''}`);
  }
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    at: (name) => {
      const known = places.get(name);
      if (known !== undefined) return known;
      const place = gl.getUniformLocation(program, name);
      places.set(name, place);
      return place;
    },
  };
}
