/** @module viewpoints: converts a finding to a viewpoint: a camera, a picture, and its elements selected and coloured. */
import type { Box3 } from '../../building/geometry/vector.ts';
import { boxUnion } from '../../building/geometry/vector.ts';
import { occupancyOf } from '../../building/kinds/facets/per-element.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../../checks/findings/finding.ts';
import type { DepthBuffers } from '../drawings/camera/depth-buffer.ts';
import { colourOf } from '../picture/colours.ts';
import { DIRECTIONS, findingPicture, findingPng } from '../picture/finding-picture.ts';
import type { BcfCamera, BcfVector, BcfViewpoint } from './topic.ts';

/** Vertical field of view; the width follows from the aspect ratio of the pictures. */
const FIELD_OF_VIEW_DEG = 60;
const ASPECT_RATIO = 4 / 3;
/** Sine of half the field of view: a camera at the distance `r / HALF_SINE` sees all of a sphere of radius r. */
const HALF_SINE = 0.5;
/** Minimum radius that a camera shows around a location, mm. */
const MIN_RADIUS_MM = 1000;
/** Resolution of pictures, pixels per mm of the page: 750 × 562 pixels. */
const PER_MM = 3;
/** Enlarges the radius so that the surroundings are visible too. */
const MARGIN = 1.3;
/** Up vector of a picture in the direction `DIRECTIONS.axonometric`. */
const UP: BcfVector = { x: 0.36, y: 0.48, z: 0.8 };

export type ViewpointOptions = {
  /** Buffers for the picture; null without one. */
  readonly snapshots: DepthBuffers | null;
};

/** The viewpoint of a finding; null if neither the finding nor its elements have a position. */
export function viewpointOf(
  finding: Finding,
  { snapshots }: ViewpointOptions,
  view: ModelView,
): BcfViewpoint | null {
  const box = boxOf(finding, view);
  if (box === null) return null;
  const picture =
    snapshots === null
      ? null
      : findingPicture(finding, 'axonometric', view, { per_mm: PER_MM, buffers: snapshots });
  const elements = finding.element_ids.flatMap((id) => view.element(id) ?? []);
  const kinds = elements.map((element) => view.kinds.of(element));
  return {
    key: `viewpoint ${finding.finding_id}`,
    camera: cameraAt(box),
    selected: [...new Set(finding.element_ids)],
    coloured: [...new Set(finding.element_ids)].map((id, index) => ({
      colour: colourOf(index),
      element_ids: [id],
    })),
    shows_spaces: elements.some((element) => occupancyOf(element, view.kinds) === 'space'),
    shows_openings: kinds.some(({ body, fills }) => body === 'none' && fills !== 'none'),
    snapshot: picture === null ? null : findingPng(picture, { per_mm: PER_MM }),
  };
}

/** The box to look at: the box of the finding, else its location, else the bounds of its elements. */
function boxOf({ box, location, element_ids }: Finding, view: ModelView): Box3 | null {
  if (box !== null) return box;
  if (location !== null) return { min: location, max: location };
  return element_ids.reduce<Box3 | null>((all, id) => {
    const bounds = view.bounds(id);
    return bounds === null ? all : all === null ? bounds : boxUnion(all, bounds);
  }, null);
}

/** A camera from the south-west and above, as in the pictures of findings, far enough away to show the whole box. */
export function cameraAt(box: Box3): BcfCamera {
  const deeper = DIRECTIONS.axonometric;
  const [dx, dy, dz] = [box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z];
  const radius = Math.max(MIN_RADIUS_MM, (Math.sqrt(dx * dx + dy * dy + dz * dz) / 2) * MARGIN);
  const back = radius / HALF_SINE;
  const place = (along: 'x' | 'y' | 'z'): number =>
    metres((box.min[along] + box.max[along]) / 2 - deeper[along] * back);
  return {
    position: { x: place('x'), y: place('y'), z: place('z') },
    direction: deeper,
    up: UP,
    field_of_view_deg: FIELD_OF_VIEW_DEG,
    aspect_ratio: ASPECT_RATIO,
  };
}

/** Converts mm to metres, rounded to a micrometre. */
function metres(mm: number): number {
  return Math.round(mm * 1000) / 1e6;
}
