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
  oCode = gl_FrontFacing || !uIsSolid ? vCode : vCode | 0xfff00000u;
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
layout(location = 0) out vec4 oColour;
void main() {
  oColour = vec4(texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0).rgb, 1.0);
}
`;

const COMPOSE_TERMS = `
uniform usampler2D uSolid;
uniform sampler2D uSolidDepth;
uniform usampler2D uClear;
uniform sampler2D uClearDepth;
uniform usampler2D uGhost;
uniform sampler2D uGhostDepth;
uniform bool uHasClear;
uniform bool uHasGhost;
uniform usampler2D uState;
uniform mat4 uInverse;
uniform vec4 uRect;
uniform vec3 uEye;
uniform vec3 uBack;
uniform vec3 uLight;
uniform float uPixel;
uniform bool uIsParallel;
uniform bool uIsDark;
uniform bool uIsCompared;
uniform uint uHover;
uniform int uStep;
layout(location = 0) out vec4 oColour;
const uint SLOT = 0xfffffu;
const vec3 ACCENT = vec3(0.10, 0.45, 0.95);
${PLANES}
vec3 unproject(float depth) {
  vec2 ndc = (gl_FragCoord.xy - uRect.xy) / uRect.zw * 2.0 - 1.0;
  vec4 point = uInverse * vec4(ndc, depth * 2.0 - 1.0, 1.0);
  return point.xyz / point.w;
}
uvec4 stateOf(uint code) {
  uint slot = code & SLOT;
  return texelFetch(uState, ivec2(slot & 1023u, slot >> 10u), 0);
}
vec3 directionOf(uint code) {
  float u = float((code >> 26u) & 63u) / 31.0 - 1.0;
  float v = float((code >> 20u) & 63u) / 31.0 - 1.0;
  vec3 n = vec3(u, v, 1.0 - abs(u) - abs(v));
  if (n.z < 0.0) n.xy = vec2((1.0 - abs(v)) * (u < 0.0 ? -1.0 : 1.0), (1.0 - abs(u)) * (v < 0.0 ? -1.0 : 1.0));
  return normalize(n);
}
`;

const COMPOSE_EDGES = `
// How strong an edge between two codes is, 0 to 1.
float between(uint a, uint b) {
  if (a == b) return 0.0;
  if ((a & SLOT) != (b & SLOT)) return 1.0;
  float bend = dot(directionOf(a), directionOf(b));
  return (a >> 20u) == 0xfffu || (b >> 20u) == 0xfffu ? 1.0 : smoothstep(0.97, 0.85, bend) * 0.6;
}
float edgeOf(usampler2D codes, sampler2D depths, ivec2 at, uint code) {
  ivec2 low = ivec2(uRect.xy);
  ivec2 high = ivec2(uRect.xy + uRect.zw) - 1;
  ivec2 right = ivec2(min(at.x + uStep, high.x), at.y);
  ivec2 below = ivec2(at.x, max(at.y - uStep, low.y));
  uint a = texelFetch(codes, right, 0).r;
  uint b = texelFetch(codes, below, 0).r;
  float edge = max(between(code, a), between(code, b));
  if (edge > 0.0 || code == 0u) return edge;
  // Faces with the same direction, one behind the other: depth is linear in the picture on each plane.
  ivec2 left = ivec2(max(at.x - uStep, low.x), at.y);
  ivec2 above = ivec2(at.x, min(at.y + uStep, high.y));
  float d = texelFetch(depths, at, 0).r;
  float x = texelFetch(depths, right, 0).r + texelFetch(depths, left, 0).r - 2.0 * d;
  float y = texelFetch(depths, above, 0).r + texelFetch(depths, below, 0).r - 2.0 * d;
  float slope = abs(texelFetch(depths, right, 0).r - texelFetch(depths, left, 0).r)
    + abs(texelFetch(depths, above, 0).r - texelFetch(depths, below, 0).r);
  return max(x, y) > 2e-6 + 0.25 * slope ? 0.6 : 0.0;
}
`;

const COMPOSE_SHADE = `
// Point and direction where the view ray enters what the section leaves.
vec3 entry(out vec3 normal) {
  vec3 from = unproject(0.0);
  vec3 along = unproject(1.0) - from;
  float t = 0.0;
  normal = uBack;
  for (int k = 0; k < uPlaneCount; k += 1) {
    float fall = dot(uPlanes[k].xyz, along);
    float t1 = (uPlanes[k].w - dot(uPlanes[k].xyz, from)) / fall;
    if (fall < 0.0 && t1 > t) { t = t1; normal = uPlanes[k].xyz; }
  }
  return from + t * along;
}
float lightOf(vec3 normal) {
  float half_ = 0.5 + 0.5 * dot(normal, uLight);
  float sky = 0.5 + 0.5 * normal.z;
  return 0.50 + 0.40 * half_ + 0.14 * sky;
}
vec3 classColour(uint class_) {
  if (class_ == 1u) return vec3(0.13, 0.63, 0.30);
  if (class_ == 2u) return vec3(0.95, 0.60, 0.10);
  if (class_ == 3u) return vec3(0.20, 0.47, 0.90);
  if (class_ == 4u) return vec3(0.86, 0.20, 0.18);
  return vec3(0.55, 0.42, 0.75);
}
// A sign that needs no colour: lines in a direction of its own for each class.
float classPattern(uint class_) {
  vec2 p = gl_FragCoord.xy / float(uStep);
  if (class_ == 1u) return max(abs(mod(p.x, 8.0) - 4.0), abs(mod(p.y, 8.0) - 4.0)) < 1.0 ? 1.0 : 0.0;
  if (class_ == 2u) return mod(p.x - p.y, 9.0) < 1.5 ? 1.0 : 0.0;
  if (class_ == 3u) return mod(p.y, 8.0) < 1.5 ? 1.0 : 0.0;
  if (class_ == 4u) return mod(p.x + p.y, 9.0) < 1.5 || mod(p.x - p.y, 9.0) < 1.5 ? 1.0 : 0.0;
  if (class_ == 5u) return mod(p.x, 8.0) < 1.5 ? 1.0 : 0.0;
  return 0.0;
}
// Colour of a surface, and its distance in w.
vec4 shade(uint code, float depth) {
  uvec4 state = stateOf(code);
  vec3 base = vec3(state.rgb) / 255.0;
  uint class_ = uIsCompared ? (state.a >> 3u) & 7u : 0u;
  if (class_ != 0u) base = mix(base, classColour(class_), 0.85);
  if ((state.a & 4u) != 0u) base = mix(base, ACCENT, 0.62);
  vec3 ray = uIsParallel ? -uBack : unproject(1.0) - uEye;
  vec3 colour;
  vec3 point;
  if ((code >> 20u) == 0xfffu) {
    vec3 normal;
    point = entry(normal);
    float lines = mod((code & 1u) == 0u ? gl_FragCoord.x + gl_FragCoord.y : gl_FragCoord.x - gl_FragCoord.y, 7.0 * float(uStep));
    colour = mix(base, vec3(0.16), 0.38);
    if (lines < 1.5 * float(uStep)) colour *= 0.62;
  } else {
    point = unproject(depth);
    vec3 normal = directionOf(code);
    if (dot(normal, ray) > 0.0) normal = -normal;
    colour = base * lightOf(normal);
    if (class_ != 0u) colour *= 1.0 - 0.25 * classPattern(class_);
  }
  if (uHover != 0u && (code & SLOT) == uHover) colour = mix(colour, ACCENT, 0.22);
  return vec4(colour, uIsParallel ? 1.0 : max(dot(uEye - point, uBack), 0.0));
}
`;

/** The colours of the picture from its numbers and depths. */
export const COMPOSE_FRAGMENT = `${HEAD}${COMPOSE_TERMS}${COMPOSE_EDGES}${COMPOSE_SHADE}
// Edges of far elements are paler, so that many of them do not make a black area.
float fade(float distance_) {
  return clamp(0.09 / (uPixel * distance_ + 1e-6), 0.22, 1.0);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  float height = (gl_FragCoord.y - uRect.y) / uRect.w;
  vec3 paper = uIsDark
    ? mix(vec3(0.105, 0.115, 0.13), vec3(0.155, 0.17, 0.19), height)
    : mix(vec3(0.90, 0.91, 0.92), vec3(0.985, 0.988, 0.992), height);
  vec3 ink = uIsDark ? vec3(0.03, 0.035, 0.045) : vec3(0.10, 0.11, 0.13);
  vec3 colour = paper;
  uint code = texelFetch(uSolid, at, 0).r;
  float depth = texelFetch(uSolidDepth, at, 0).r;
  float distance_ = 1.0;
  if (code != 0u) {
    vec4 shaded = shade(code, depth);
    colour = shaded.rgb;
    distance_ = shaded.w;
  }
  float edge = edgeOf(uSolid, uSolidDepth, at, code);
  if (edge > 0.0) colour = mix(colour, code == 0u && uIsDark ? vec3(0.4, 0.43, 0.47) : ink, edge * 0.72 * (code == 0u ? 0.6 : fade(distance_)));
  if (uHasClear) {
    uint clear = texelFetch(uClear, at, 0).r;
    float near = texelFetch(uClearDepth, at, 0).r;
    if (clear != 0u && near < depth - 1e-7) {
      vec4 shaded = shade(clear, near);
      bool isBefore = (stateOf(clear).a & 64u) != 0u;
      colour = mix(colour, shaded.rgb, isBefore ? 0.5 : 0.36);
      float line = edgeOf(uClear, uClearDepth, at, clear);
      bool isDash = isBefore && mod(gl_FragCoord.x + gl_FragCoord.y, 10.0) > 6.0;
      if (line > 0.0 && !isDash) colour = mix(colour, ink, line * 0.6 * fade(shaded.w));
    }
  }
  if (uHasGhost) {
    uint ghost = texelFetch(uGhost, at, 0).r;
    float near = texelFetch(uGhostDepth, at, 0).r;
    if (near < depth - 1e-7 || ghost == 0u) {
      if (ghost != 0u) colour = mix(colour, uIsDark ? vec3(0.62, 0.66, 0.72) : vec3(0.55, 0.6, 0.66), 0.13);
      float line = edgeOf(uGhost, uGhostDepth, at, ghost);
      if (line > 0.0) colour = mix(colour, uIsDark ? vec3(0.75) : vec3(0.2), line * 0.2);
    }
  }
  oColour = vec4(colour, 1.0);
}
`;
