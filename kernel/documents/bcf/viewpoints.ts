/** @module viewpoints: a finding as a viewpoint: camera on its box, its elements selected and coloured, a picture. */
import type { Finding } from '../findings/finding.ts';
import type { Steps } from '../findings/steps.ts';
import type { Box3 } from '../geometry/vector.ts';
import { boxUnion } from '../geometry/vector.ts';
import type { ModelView } from '../model/view.ts';
import { cameraOn } from '../picture/camera.ts';
import { colourOf } from '../picture/colours.ts';
import { findingPicture } from '../picture/finding-picture.ts';
import { pngOf } from '../raster/png.ts';
import type { BcfCamera, BcfVector, BcfViewpoint } from './topic.ts';

/** Vertical, and as wide as the pictures are. */
const FIELD_OF_VIEW_DEG = 60;
const ASPECT_RATIO = 4 / 3;
/** The sine of half the field of view: what a camera at `r / HALF_SINE` sees of a ball of radius r is all of it. */
const HALF_SINE = 0.5;
/** No camera comes nearer than what shows this much around a place, mm. */
const LEAST_RADIUS_MM = 1000;
/** What lies around is seen too. */
const MARGIN = 1.3;

export type ViewpointOptions = { readonly snapshots: boolean };

/** The viewpoint of a finding; null where nothing of it has a place. */
export function* viewpointOf(
  finding: Finding,
  { snapshots }: ViewpointOptions,
  view: ModelView,
): Steps<BcfViewpoint | null> {
  const box = boxOf(finding, view);
  if (box === null) return null;
  const picture = snapshots ? yield* findingPicture(finding, 'axonometric', view) : null;
  const concerned = finding.element_ids.flatMap((id) => view.element(id) ?? []);
  const kinds = concerned.map((element) => view.kinds.of(element));
  return {
    key: `viewpoint ${finding.finding_id}`,
    camera: cameraAt(box),
    selected: [...new Set(finding.element_ids)],
    coloured: [...new Set(finding.element_ids)].map((id, index) => ({
      colour: colourOf(index),
      element_ids: [id],
    })),
    shows_spaces: kinds.some(({ body }) => body !== 'none' && body.occupies === 'space'),
    shows_openings: kinds.some(({ body, fills }) => body === 'none' && fills !== 'none'),
    snapshot: picture === null ? null : pngOf(picture.raster),
  };
}

/** Where to look: what the check says, else around the place, else around its elements. */
function boxOf({ box, location, element_ids }: Finding, view: ModelView): Box3 | null {
  if (box !== null) return box;
  if (location !== null) return { min: location, max: location };
  return element_ids.reduce<Box3 | null>((all, id) => {
    const bounds = view.bounds(id);
    return bounds === null ? all : all === null ? bounds : boxUnion(all, bounds);
  }, null);
}

/** From the south-west and above, as the pictures of findings look, so far away that all of the box is seen. */
function cameraAt(box: Box3): BcfCamera {
  const { middle, deeper, down } = cameraOn('axonometric', box, { width: 4, height: 3 });
  const [dx, dy, dz] = [box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z];
  const radius = Math.max(LEAST_RADIUS_MM, (Math.sqrt(dx * dx + dy * dy + dz * dz) / 2) * MARGIN);
  const back = radius / HALF_SINE;
  const place = (along: 'x' | 'y' | 'z'): number => metres(middle[along] - deeper[along] * back);
  return {
    position: { x: place('x'), y: place('y'), z: place('z') },
    direction: deeper,
    up: opposite(down),
    field_of_view_deg: FIELD_OF_VIEW_DEG,
    aspect_ratio: ASPECT_RATIO,
  };
}

/** On the grid of a micrometre. */
function metres(mm: number): number {
  return Math.round(mm * 1000) / 1e6;
}

function opposite({ x, y, z: height }: BcfVector): BcfVector {
  return { x: 0 - x, y: 0 - y, z: 0 - height };
}
