/** @module topic: the content of a topic, independent of the BCF version. */
import type { Rgb } from '../raster/raster.ts';

/** BCF versions that can be written. */
export const BCF_VERSIONS = ['2.1', '3.0'] as const;
export type BcfVersion = (typeof BCF_VERSIONS)[number];

/** A point or direction in model coordinates, metres: x east, y north, z up. */
export type BcfVector = { readonly x: number; readonly y: number; readonly z: number };

/** A perspective camera; its direction and up vector are unit vectors. */
export type BcfCamera = {
  readonly position: BcfVector;
  readonly direction: BcfVector;
  readonly up: BcfVector;
  /** Vertical field of view, degrees: 45 to 60, the range that all versions allow. */
  readonly field_of_view_deg: number;
  /** Width divided by height. */
  readonly aspect_ratio: number;
};

export type BcfViewpoint = {
  /** Permanent identifier, from which the GUID is derived. */
  readonly key: string;
  readonly camera: BcfCamera;
  /** Ids of the selected elements. */
  readonly selected: readonly string[];
  /** Coloured elements; written only in version 2.1. */
  readonly coloured: readonly { readonly colour: Rgb; readonly element_ids: readonly string[] }[];
  readonly shows_spaces: boolean;
  readonly shows_openings: boolean;
  /** PNG; null without a picture. */
  readonly snapshot: Uint8Array | null;
};

export type BcfComment = {
  readonly key: string;
  readonly text: string;
  /** Key of the viewpoint to which the comment refers; null if it refers to none. */
  readonly viewpoint: string | null;
  /** For a comment of others: its GUID, time (XML Schema text) and author, instead of those of the topic. */
  readonly said?: {
    readonly guid: string;
    readonly at: string | null;
    readonly author: string | null;
  };
};

export type BcfTopic = {
  /** Permanent identifier, from which the GUID is derived; it does not depend on the results of later runs. */
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
