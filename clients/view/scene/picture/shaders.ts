/** @module shaders: the programs of the picture. Geometry writes numbers; one pass over the picture makes colours of them. */

/** Width of the textures with one texel per element. */
export const STATE_WIDTH = 1024;

const HEAD = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
`;

const PLANES = `
uniform vec4 uPlanes[6];
uniform int uPlaneCount;
bool isCut(vec3 point) {
  for (int k = 0; k < uPlaneCount; k += 1) if (dot(uPlanes[k].xyz, point) > uPlanes[k].w) return true;
  return false;
}
`;

/** Vertices with a code; elements whose flags do not fit are moved out of the picture. */
export const SURFACE_VERTEX = `${HEAD}
layout(location = 0) in vec3 aPosition;
layout(location = 1) in uint aCode;
uniform mat4 uMatrix;
uniform uvec2 uFilter;
uniform usampler2D uState;
uniform sampler2D uLift;
uniform bool uIsLifted;
flat out uint vCode;
#ifdef SECTION
out vec3 vPoint;
#endif
void main() {
  ivec2 texel = ivec2(aCode & 1023u, (aCode & 0xfffffu) >> 10u);
  vCode = aCode;
  uint flags = texelFetch(uState, texel, 0).a;
  if ((flags & uFilter.x) != uFilter.y) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
    return;
  }
  vec3 point = aPosition;
  if (uIsLifted) point.z += texelFetch(uLift, texel, 0).r;
#ifdef SECTION
  vPoint = point;
#endif
  gl_Position = uMatrix * vec4(point, 1.0);
  // Where faces of several elements coincide, always the same one is in front.
  gl_Position.z -= float(aCode & 7u) * 2.5e-7 * gl_Position.w;
}
`;

export const SURFACE_FRAGMENT = `${HEAD}
flat in uint vCode;
layout(location = 0) out uint oCode;
#ifdef SECTION
in vec3 vPoint;
${PLANES}
uniform bool uIsSolid;
#endif
void main() {
#ifdef SECTION
  if (isCut(vPoint)) discard;
  bool isFront = gl_FrontFacing || !uIsSolid;
  oCode = isFront ? vCode : vCode | 0xfff00000u;
  // The lower face of a cut wall lies in the upper face of a slab: the cut is in front.
  gl_FragDepth = isFront ? gl_FragCoord.z : gl_FragCoord.z - 3e-6;
#else
  oCode = vCode;
#endif
}
`;

/** One triangle that covers the picture. */
export const SCREEN_VERTEX = `${HEAD}
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
`;

/** Copies a picture with smooth edges: along an edge of brightness, the colours on both sides are mixed. */
export const SMOOTH_FRAGMENT = `${HEAD}
uniform sampler2D uPicture;
uniform vec2 uPixelSize;
layout(location = 0) out vec4 oColour;
const vec3 LUMA = vec3(0.3, 0.59, 0.11);
float lumaAt(ivec2 at) {
  return dot(texelFetch(uPicture, at, 0).rgb, LUMA);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 end = textureSize(uPicture, 0) - 1;
  ivec2 low = max(at - 1, 0);
  ivec2 high = min(at + 1, end);
  vec3 own = texelFetch(uPicture, at, 0).rgb;
  float a = lumaAt(low);
  float b = lumaAt(ivec2(high.x, low.y));
  float c = lumaAt(ivec2(low.x, high.y));
  float d = lumaAt(high);
  float m = dot(own, LUMA);
  float least = min(m, min(min(a, b), min(c, d)));
  float most = max(m, max(max(a, b), max(c, d)));
  vec3 colour = own;
  if (most - least > 0.06) {
    // Across the gradient of brightness lies the edge.
    vec2 along = vec2((c + d) - (a + b), (a + c) - (b + d));
    along /= max(min(abs(along.x), abs(along.y)), 0.02);
    along = clamp(along, -2.0, 2.0) * uPixelSize;
    vec2 here = gl_FragCoord.xy * uPixelSize;
    vec3 near = 0.5 * (texture(uPicture, here - along / 6.0).rgb + texture(uPicture, here + along / 6.0).rgb);
    vec3 wide = 0.5 * near + 0.25 * (texture(uPicture, here - along / 2.0).rgb + texture(uPicture, here + along / 2.0).rgb);
    float luma = dot(wide, LUMA);
    colour = luma < least || luma > most ? near : wide;
  }
  oColour = vec4(colour, 1.0);
}
`;

/** Number of the nearest element of each pixel, in the colour. */
export const PICK_FRAGMENT = `${HEAD}
uniform usampler2D uSolid;
uniform sampler2D uSolidDepth;
uniform usampler2D uClear;
uniform sampler2D uClearDepth;
uniform bool uHasClear;
layout(location = 0) out vec4 oSlot;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint code = texelFetch(uSolid, at, 0).r;
  float depth = texelFetch(uSolidDepth, at, 0).r;
  if (uHasClear) {
    uint clear = texelFetch(uClear, at, 0).r;
    float near = texelFetch(uClearDepth, at, 0).r;
    if (clear != 0u && near < depth) { code = clear; depth = near; }
  }
  gl_FragDepth = depth;
  uint slot = code & 0xfffffu;
  oSlot = vec4(float(slot & 255u), float((slot >> 8u) & 255u), float(slot >> 16u), 255.0) / 255.0;
}
`;

/** Copies a picture. */
export const COPY_FRAGMENT = `${HEAD}
uniform sampler2D uPicture;
uniform vec2 uPixelSize;
layout(location = 0) out vec4 oColour;
void main() {
  oColour = vec4(texture(uPicture, gl_FragCoord.xy * uPixelSize).rgb, 1.0);
}
`;

const COMPOSE_TERMS = `
uniform usampler2D uSolid;
uniform sampler2D uSolidDepth;
uniform usampler2D uClear;
uniform sampler2D uClearDepth;
uniform usampler2D uState;
uniform vec4 uRect;
uniform sampler2D uLight;
uniform vec2 uRange;
uniform float uPixel;
uniform bool uIsParallel;
uniform bool uIsDark;
uniform bool uIsCompared;
uniform bool uIsFine;
uniform uint uHover;
uniform int uStep;
layout(location = 0) out vec4 oColour;
const uint SLOT = 0xfffffu;
const vec3 ACCENT = vec3(0.10, 0.45, 0.95);
const vec3 INK = vec3(0.10, 0.11, 0.13);
const vec3 DARK_INK = vec3(0.03, 0.035, 0.045);
uvec4 stateOf(uint code) {
  return texelFetch(uState, ivec2(code & 1023u, (code & SLOT) >> 10u), 0);
}
// Distance along the axis of view, metres.
float distanceOf(float depth) {
  return uIsParallel ? 1.0 : uRange.x * uRange.y / (uRange.y - depth * (uRange.y - uRange.x));
}
// Edges of far elements are paler, so that many of them do not make a black area.
float fade(float depth) {
  return clamp(0.09 / (uPixel * distanceOf(depth) + 1e-6), 0.22, 1.0);
}
`;

const COMPOSE_EDGES = `
// How strong an edge between two codes is, 0 to 1: another element, a cut, or a bend of some 15 degrees.
float between(uint a, uint b) {
  int bend = abs(int(a >> 26u) - int(b >> 26u)) + abs(int((a >> 20u) & 63u) - int((b >> 20u) & 63u));
  bool isOther = ((a ^ b) & SLOT) != 0u || (a >> 20u) == 0xfffu || (b >> 20u) == 0xfffu;
  return a == b ? 0.0 : isOther ? 1.0 : bend > 5 ? 0.6 : 0.0;
}
float edgeOf(usampler2D codes, sampler2D depths, ivec2 at, uint code) {
  ivec2 low = ivec2(uRect.xy);
  ivec2 high = ivec2(uRect.xy + uRect.zw) - 1;
  ivec2 right = ivec2(min(at.x + uStep, high.x), at.y);
  ivec2 below = ivec2(at.x, max(at.y - uStep, low.y));
  uint first = texelFetch(codes, right, 0).r;
  uint second = texelFetch(codes, below, 0).r;
  float edge = 0.0;
  if (((code ^ first) | (code ^ second)) != 0u) {
    edge = max(between(code, first), between(code, second));
  }
  bool isInner = all(greaterThan(at, low + uStep)) && all(lessThan(at, high - uStep));
  if (edge == 0.0 && code != 0u && uIsFine && isInner) {
    // Faces with the same direction, one behind the other: depth is linear in the picture on each plane.
    ivec2 left = ivec2(at.x - uStep, at.y);
    ivec2 above = ivec2(at.x, at.y + uStep);
    float d = 2.0 * texelFetch(depths, at, 0).r;
    float r = texelFetch(depths, right, 0).r;
    float l = texelFetch(depths, left, 0).r;
    float a = texelFetch(depths, above, 0).r;
    float b = texelFetch(depths, below, 0).r;
    edge = max(r + l - d, a + b - d) > 2e-6 + 0.25 * (abs(r - l) + abs(a - b)) ? 0.6 : 0.0;
  }
  return edge;
}
`;

const COMPOSE_SHADE = `
// A sign of a change that needs no colour: lines in a direction of its own for each class.
bool isPattern(uint class_) {
  vec2 p = gl_FragCoord.xy / float(uStep);
  bool up = mod(p.x - p.y, 9.0) < 1.5;
  bool down = mod(p.x + p.y, 9.0) < 1.5;
  if (class_ == 1u) return mod(p.x, 8.0) < 2.0 && mod(p.y, 8.0) < 2.0;
  if (class_ == 2u) return up;
  if (class_ == 3u) return mod(p.y, 8.0) < 1.5;
  if (class_ == 4u) return up || down;
  return mod(p.x, 8.0) < 1.5;
}
// Light by direction; the texel of cuts has full light.
vec3 shade(uint code, uvec4 state) {
  vec3 colour = vec3(state.rgb) * (texelFetch(uLight, ivec2((code >> 20u) & 63u, code >> 26u), 0).r / 212.0);
  if ((code >> 20u) == 0xfffu) {
    float across = (code & 1u) == 0u ? gl_FragCoord.x + gl_FragCoord.y : gl_FragCoord.x - gl_FragCoord.y;
    colour = mix(colour, vec3(0.16), 0.38);
    if (mod(across, 7.0 * float(uStep)) < 1.5 * float(uStep)) colour *= 0.62;
  }
  if (uIsCompared && (state.a & 56u) != 0u) {
    if (isPattern((state.a >> 3u) & 7u)) colour *= 0.75;
  }
  return uHover != 0u && (code & SLOT) == uHover ? mix(colour, ACCENT, 0.16) : colour;
}
`;

/** The colours of the solid layer from its numbers and depths. */
export const COMPOSE_FRAGMENT = `${HEAD}${COMPOSE_TERMS}${COMPOSE_EDGES}${COMPOSE_SHADE}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float height = (gl_FragCoord.y - uRect.y) / uRect.w;
  vec3 colour = uIsDark
    ? mix(vec3(0.105, 0.115, 0.13), vec3(0.155, 0.17, 0.19), height)
    : mix(vec3(0.90, 0.91, 0.92), vec3(0.985, 0.988, 0.992), height);
  uint code = texelFetch(uSolid, at, 0).r;
  if (code != 0u) {
    colour = shade(code, stateOf(code));
  }
  float edge = edgeOf(uSolid, uSolidDepth, at, code);
  if (edge > 0.0) {
    if (code == 0u) colour = mix(colour, uIsDark ? vec3(0.4, 0.43, 0.47) : INK, edge * 0.45);
    else colour = mix(colour, uIsDark ? DARK_INK : INK, edge * 0.72 * fade(texelFetch(uSolidDepth, at, 0).r));
  }
  oColour = vec4(colour, 1.0);
}
`;

/** Glass, spaces and earlier shapes over the picture: its colour is multiplied by the alpha of this one. */
export const CLEAR_FRAGMENT = `${HEAD}${COMPOSE_TERMS}${COMPOSE_EDGES}${COMPOSE_SHADE}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint code = texelFetch(uClear, at, 0).r;
  float near = texelFetch(uClearDepth, at, 0).r;
  if (code == 0u || near >= texelFetch(uSolidDepth, at, 0).r - 1e-7) discard;
  uvec4 state = stateOf(code);
  bool isBefore = (state.a & 64u) != 0u;
  float cover = isBefore ? 0.5 : (state.a & 4u) != 0u ? 0.6 : 0.36;
  float line = edgeOf(uClear, uClearDepth, at, code) * 0.6 * fade(near);
  if (isBefore && mod(gl_FragCoord.x + gl_FragCoord.y, 10.0) > 6.0) line = 0.0;
  vec3 ink = uIsDark ? DARK_INK : INK;
  oColour = vec4(shade(code, state) * cover * (1.0 - line) + ink * line, (1.0 - cover) * (1.0 - line));
}
`;

/** Ghosts over the picture, in the same way. */
export const GHOST_FRAGMENT = `${HEAD}${COMPOSE_TERMS}${COMPOSE_EDGES}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint code = texelFetch(uClear, at, 0).r;
  if (code != 0u && texelFetch(uClearDepth, at, 0).r >= texelFetch(uSolidDepth, at, 0).r - 1e-7) discard;
  float cover = code == 0u ? 0.0 : 0.13;
  float line = edgeOf(uClear, uClearDepth, at, code) * 0.2;
  vec3 veil = uIsDark ? vec3(0.62, 0.66, 0.72) : vec3(0.55, 0.6, 0.66);
  vec3 ink = uIsDark ? vec3(0.75) : vec3(0.2);
  oColour = vec4(veil * cover * (1.0 - line) + ink * line, (1.0 - cover) * (1.0 - line));
}
`;
