/** @module scene-content: everything that a picture shows, and its panes. */
import type { BoxNumbers } from '../../../../servers/view/protocol/scene.ts';
import type { CameraRig, Lens } from '../camera/camera-rig.ts';
import type { PartBuffers } from '../shapes/part-buffers.ts';

/** A rectangle of the picture that shows one moment or both, in pixels from the lower left. */
export type Pane = {
  readonly rect: readonly [number, number, number, number];
  /** How much more than the height of the camera it shows: 2 in a pane of half the width. */
  readonly spread: number;
  readonly shows: 'after' | 'before' | 'both';
  /** Share of this pane in the picture; below 1 it is laid over what is there. */
  readonly weight: number;
  /** Whether it covers the whole width but is cut to its rectangle. */
  readonly clip: readonly [number, number, number, number];
};

/** Everything that a picture shows. */
export type Scene = {
  readonly parts: readonly PartBuffers[];
  /** Shapes of the earlier moment. */
  readonly before: PartBuffers | null;
  readonly panes: readonly Pane[];
  /** Four numbers for each plane of the section. */
  readonly planes: readonly number[];
  readonly hasGhosts: boolean;
  readonly hasSpaces: boolean;
  /** Whether anything is glass, a space or of the earlier moment. */
  readonly hasClear: boolean;
  readonly isLifted: boolean;
  readonly isDark: boolean;
  readonly isCompared: boolean;
  readonly hover: number;
  /** Whether steps between parallel faces get an edge. */
  readonly isFine: boolean;
};

/** The lens of a pane. */
export function lensOf(rig: CameraRig, pane: Pane, box: BoxNumbers | null): Lens {
  return rig.lens([pane.rect[2], pane.rect[3]], box, pane.spread);
}

/** The panes of a smaller picture: in the lower left part of a full one. */
export function scaledPanes(panes: readonly Pane[], scale: number): readonly Pane[] {
  if (scale === 1) return panes;
  const scaled = ([x, y, width, height]: Pane['rect']): Pane['rect'] => {
    const [left, low] = [Math.round(x * scale), Math.round(y * scale)];
    const [right, high] = [Math.round((x + width) * scale), Math.round((y + height) * scale)];
    return [left, low, right - left, high - low];
  };
  return panes.map(({ rect, clip, spread, shows, weight }) => ({
    rect: scaled(rect),
    clip: scaled(clip),
    spread,
    shows,
    weight,
  }));
}
