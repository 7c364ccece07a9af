/**
 * @module joined volumes: what walls, floors and roofs lose to each other where they overlap. Each part of space belongs
 * to the layer of the highest priority there, so that it counts once.
 */
import type { Element } from '../../kinds/elements.ts';
import { bearsLoad } from '../../kinds/shared/stated.ts';
import { isLayered, TYPED_KINDS } from '../../kinds/type/type.ts';
import type { Layer } from '../../kinds/types/layers.ts';
import type { ModelView } from '../../model/view.ts';
import { filledVolume, volumeOf } from './filled-volume.ts';
import { type LayerPieces, layerPieces } from './layer-pieces.ts';
import { priorityOf, rankOf } from './precedence.ts';

/** The volume that a layer of an element loses, mm³; `layer` is null for an element that has no layers. */
export type Loss = { readonly layer: Layer | null; readonly mm3: number };

/** Smaller losses are rounding along joints, mm³. */
const LEAST_MM3 = 1000;

const LAYERED: readonly string[] = TYPED_KINDS.filter(isLayered);

/** What decides between layers of one priority. */
type Standing = {
  readonly rank: number;
  readonly bears: boolean;
  readonly mm3: number;
  readonly id: string;
};

type Body = { readonly parts: readonly LayerPieces[]; readonly standing: Standing };

/** The losses of the elements of one view. */
export class JoinedVolumes {
  readonly #view: ModelView;
  readonly #bodies = new Map<string, Body | null>();
  /** Ids of elements that were asked for and could not be joined: their bodies are known as meshes only, or the rest would be too many pieces. */
  readonly unjoined = new Set<string>();

  constructor(view: ModelView) {
    this.#view = view;
  }

  /** The losses of the layers of a wall, floor or roof, in the order of its layers; empty for others and without any. */
  lossesOf(element: Element): readonly Loss[] {
    const box = this.#view.bounds(element.id);
    if (box === null || !isJoined(element)) return [];
    const body = this.#bodyOf(element);
    if (body === null) {
      this.unjoined.add(element.id);
      return [];
    }
    const others = this.#view.inBox(box).flatMap((id) => this.#otherBody(id, element) ?? []);
    return body.parts.flatMap((part): readonly Loss[] => {
      const mm3 = lossOf(part, body, others);
      if (mm3 === null) this.unjoined.add(element.id);
      return mm3 === null || mm3 < LEAST_MM3 ? [] : [{ layer: part.layer, mm3 }];
    });
  }

  #otherBody(id: string, element: Element): Body | null {
    const other = id === element.id ? undefined : this.#view.element(id);
    return other !== undefined && isJoined(other) ? this.#bodyOf(other) : null;
  }

  #bodyOf(element: Element): Body | null {
    const known = this.#bodies.get(element.id);
    if (known !== undefined) return known;
    const parts = partsOf(element, this.#view);
    const body =
      parts === null ? null : { parts, standing: standingOf(element, parts, this.#view) };
    this.#bodies.set(element.id, body);
    return body;
  }
}

/** Whether an element takes part: walls without a grid of panels, floors and roofs. */
function isJoined(element: Element): boolean {
  return (
    LAYERED.includes(element.kind) &&
    !(element.kind === 'wall' && element.params.wall_type === 'curtain')
  );
}

/** The pieces of each layer; null if there are none, or too many. */
function partsOf(element: Element, view: ModelView): readonly LayerPieces[] | null {
  try {
    return layerPieces(element, view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function standingOf(element: Element, parts: readonly LayerPieces[], view: ModelView): Standing {
  return {
    rank: rankOf(element, view),
    bears: bearsLoad(element, view) ?? true,
    mm3: parts.reduce((sum, { pieces }) => sum + volumeOf(pieces), 0),
    id: element.id,
  };
}

/** The volume that others fill of a layer, mm³; null if the rest would be too many pieces. */
function lossOf(part: LayerPieces, { standing }: Body, others: readonly Body[]): number | null {
  const priority = priorityOf(part.layer);
  const fillers = others.flatMap((other) =>
    other.parts.flatMap(({ layer, pieces }) => {
      const more = priorityOf(layer) - priority;
      return more > 0 || (more === 0 && isAbove(other.standing, standing)) ? pieces : [];
    }),
  );
  try {
    return filledVolume(part.pieces, fillers);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Volumes that differ by a smaller share are equal. */
const EQUAL = 1e-9;

/**
 * Whether layers of one body fill the space before layers of the same priority of another one: its category, then the
 * load-bearing one, then the larger one; among equals the one with the smaller id.
 */
function isAbove(a: Standing, b: Standing): boolean {
  if (a.rank !== b.rank) return a.rank > b.rank;
  if (a.bears !== b.bears) return a.bears;
  return Math.abs(a.mm3 - b.mm3) > EQUAL * (a.mm3 + b.mm3) ? a.mm3 > b.mm3 : a.id < b.id;
}
