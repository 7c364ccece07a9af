/** @module scene-view: the interface of the picture in space. Everything around it works on ids of elements, never on shapes. */
import type { ChangeClass } from '../../../servers/view/protocol/changes.ts';
import type { BoxNumbers, ColourGroup } from '../../../servers/view/protocol/scene.ts';

/** A camera; metres, relative to the origin of the scene, z up. */
export type CameraState = {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  /** Vertical angle of view, degrees; null for a parallel projection with `height`. */
  readonly fov: number | null;
  /** Height of the picture at the target in metres, for a parallel projection. */
  readonly height: number;
};

/** Which part of the building is cut away: everything outside the box, or above the plane. */
export type Section =
  | { readonly kind: 'none' }
  | { readonly kind: 'box'; readonly box: BoxNumbers }
  /** Points with `normal · point > offset` are cut away; metres. */
  | {
      readonly kind: 'plane';
      readonly normal: readonly [number, number, number];
      readonly offset: number;
    };

/** Everything that determines what is drawn, except the shapes: it can be stored and shared. */
export type SceneState = {
  readonly camera: CameraState;
  readonly section: Section;
  /** Ids of hidden elements. */
  readonly hidden: ReadonlySet<string>;
  /** If it is not null, everything else is hidden, or with `xray` shown as glass. */
  readonly isolated: ReadonlySet<string> | null;
  readonly selected: ReadonlySet<string>;
  readonly xray: boolean;
  /** Whether rooms and other spaces are drawn. */
  readonly spaces: boolean;
  /** Distance between storeys that are drawn away from each other, as a multiple of their height; 0: as built. */
  readonly explode: number;
  /** Colours by group; null: natural colours. */
  readonly colours: readonly ColourGroup[] | null;
};

/** Two moments in one scene: the loaded scene is the later one. */
export type ComparedScene = {
  readonly classes: ReadonlyMap<string, ChangeClass>;
  /** Shapes of the changed elements at the earlier moment, in the format of a part. */
  readonly before: ArrayBuffer;
  /** How both are shown. `ghost`: both, the earlier one translucent; `swipe`: earlier to the left of `at`; `side`: two pictures, one camera; `blend`: from earlier (0) to later (1). */
  readonly mode: 'ghost' | 'swipe' | 'side' | 'blend';
  /** From 0 to 1, for `swipe` and `blend`. */
  readonly at: number;
  /** Whether unchanged elements are shown as ghosts, or not at all. */
  readonly rest: 'ghost' | 'off';
};

/** A point that was picked. */
export type Picked = {
  readonly id: string;
  /** Whether the earlier shape of a comparison was picked. */
  readonly is_before: boolean;
  /** Metres; null if it is unknown. */
  readonly point: readonly [number, number, number] | null;
};

/** A distance between two points, metres. */
export type Measured = {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
};

export type SceneEvents = {
  readonly onPick: (picked: Picked | null, event: { readonly isAdded: boolean }) => void;
  readonly onHover: (picked: Picked | null) => void;
  readonly onCamera: (camera: CameraState) => void;
  readonly onMeasured: (measured: Measured | null) => void;
  /** Called when a full picture was drawn after a change or a movement. */
  readonly onDrawn: (stats: SceneStats) => void;
  /** The shapes are lost (the WebGL context was lost, or a delta is too large): call `clear` and load them again. */
  readonly onReload: () => void;
};

export type SceneStats = {
  readonly elements: number;
  readonly triangles: number;
  readonly draw_calls: number;
  /** Bytes of the buffers. */
  readonly bytes: number;
  /** Time of the last full picture and of the last moving one, ms. */
  readonly full_ms: number;
  readonly moving_ms: number;
  /** Number of buffers that were made since the start: unchanged parts keep theirs. */
  readonly buffers_made: number;
  /** Name of the renderer of the browser; it tells whether WebGL runs in software. */
  readonly renderer: string;
};

/** The picture in space. */
export interface SceneView {
  /** Announces the box around everything that will be loaded (`SceneIndex.box`), so that fits and depths do not change with each part. */
  expect(box: BoxNumbers): void;
  /** Adds a part of the scene (`servers/view/protocol/scene.ts`). */
  addPart(part: ArrayBuffer): void;
  /** Replaces changed elements and removes those that no longer have a shape; everything else keeps its buffers. */
  applyDelta(part: ArrayBuffer): void;
  /** Removes everything, for another moment. */
  clear(): void;
  /** Ids of all loaded elements. */
  readonly ids: ReadonlySet<string>;
  boxOf(id: string): BoxNumbers | null;
  /** Changes what is drawn; absent members stay. */
  set(state: Partial<SceneState>): void;
  readonly state: SceneState;
  /** Shows two moments, or with null one again. */
  compare(scene: ComparedScene | null): void;
  /** Part (0 to 1) of the last full picture that each element in it fills, by its id buffer; null before the first. */
  readonly drawn: ReadonlyMap<string, number> | null;
  /** Moves the camera so that these elements, or with null everything, fill the picture. */
  fit(
    ids: readonly string[] | null,
    from?: 'top' | 'north' | 'south' | 'east' | 'west' | 'corner',
  ): void;
  /** Orbit around the target, or walk at eye level. */
  navigate(mode: 'orbit' | 'walk'): void;
  /** Whether clicks measure distances; the ends snap to corners and edges. */
  measure(on: boolean): void;
  /** Light or dark background; null: as the system prefers. */
  appearance(dark: boolean | null): void;
  /** The picture as PNG, after a full redraw. */
  screenshot(): Promise<Blob>;
  /** Resolves after the next full picture. */
  settled(): Promise<SceneStats>;
  dispose(): void;
}
