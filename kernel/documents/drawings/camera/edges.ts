/** @module edges: decides where lines are drawn between the faces of a three-dimensional picture. */
import { isFlat, isRound } from '../lines/round-edge.ts';
import type { FlatEdges } from './flat-edges.ts';
import { edgeName, flatEdgesOf } from './flat-edges.ts';
import type { Stage } from './stage.ts';
import { GROUND_BODY } from './stage.ts';

/**
 * Decides where lines are drawn between faces. No line is drawn between facets of a curved body, between faces of a
 * body of a file that meet at a flat angle, or at seams between flush bodies of one colour.
 */
export class Edges {
  readonly #stage: Pick<Stage, 'meshOf' | 'surfaces'>;
  /** Cached decisions for pairs of surfaces of one body that meet at a flat angle. */
  readonly #known = new Map<number, boolean>();
  /** The flat edges of each body, computed on demand. */
  readonly #flat = new Map<number, FlatEdges>();

  constructor(stage: Pick<Stage, 'meshOf' | 'surfaces'>) {
    this.#stage = stage;
  }

  /** Whether a line is drawn between two surfaces; surface 0 is the background. */
  hasLineBetween(own: number, beside: number): boolean {
    const { normals, bodies, colours, smooth } = this.#stage.surfaces;
    const body = bodies[own - 1] ?? 0;
    if (beside === 0) return body !== GROUND_BODY;
    const [a, b] = [(own - 1) * 3, (beside - 1) * 3];
    const cosine =
      (normals[a] ?? 0) * (normals[b] ?? 0) +
      (normals[a + 1] ?? 0) * (normals[b + 1] ?? 0) +
      (normals[a + 2] ?? 0) * (normals[b + 2] ?? 0);
    const isOnePlane = cosine > 0.99999;
    if (body !== bodies[beside - 1]) {
      return !(isOnePlane && colours[own - 1] === colours[beside - 1]);
    }
    if (isFlat(cosine) && smooth.isJoined(own, beside)) return false;
    return isOnePlane || !isFlat(cosine) || this.#isSharp(own, beside, cosine);
  }

  #isSharp(own: number, beside: number, cosine: number): boolean {
    const { surfaces, meshOf } = this.#stage;
    const key = Math.min(own, beside) * (surfaces.count + 1) + Math.max(own, beside);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const body = surfaces.bodies[own - 1] ?? 0;
    let flat = this.#flat.get(body);
    if (flat === undefined) {
      const mesh = meshOf(body);
      flat = mesh === null ? new Map<string, number>() : flatEdgesOf(mesh);
      this.#flat.set(body, flat);
    }
    // The width is 0 for faces without a common edge, such as one part of a curved body in front of another.
    const width = flat.get(edgeName(surfaces.normalOf(own), surfaces.normalOf(beside))) ?? 0;
    const isSharp = !isRound(cosine, width);
    this.#known.set(key, isSharp);
    return isSharp;
  }
}
