/** @module topic: what is written about one matter, before it takes the form of a version of BCF. */
import type { Rgb } from '../raster/raster.ts';

/** Versions that are written. */
export const BCF_VERSIONS = ['2.1', '3.0'] as const;
export type BcfVersion = (typeof BCF_VERSIONS)[number];

/** A point or direction, in metres of the model: x east, y north, z up. */
export type BcfVector = { readonly x: number; readonly y: number; readonly z: number };

/** A camera with perspective; the direction and what is up in the picture are unit vectors. */
export type BcfCamera = {
  readonly position: BcfVector;
  readonly direction: BcfVector;
  readonly up: BcfVector;
  /** Vertical, degrees: 45 to 60, which every version takes. */
  readonly field_of_view_deg: number;
  /** Width over height. */
  readonly aspect_ratio: number;
};

export type BcfViewpoint = {
  /** Text that stands for it for ever; its GUID comes of it. */
  readonly key: string;
  readonly camera: BcfCamera;
  /** Elements that are selected. */
  readonly selected: readonly string[];
  /** In version 2.1. */
  readonly coloured: readonly { readonly colour: Rgb; readonly element_ids: readonly string[] }[];
  readonly shows_spaces: boolean;
  readonly shows_openings: boolean;
  /** PNG; null without a picture. */
  readonly snapshot: Uint8Array | null;
};

export type BcfComment = {
  readonly key: string;
  readonly text: string;
  /** Key of the viewpoint that it is about; null for none. */
  readonly viewpoint: string | null;
};

export type BcfTopic = {
  /** Text that stands for it for ever, whatever is found of it later; its GUID comes of it. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly status: 'Active' | 'Closed';
  readonly priority: string;
  readonly labels: readonly string[];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly author: string;
  readonly comments: readonly BcfComment[];
  readonly viewpoints: readonly BcfViewpoint[];
};
