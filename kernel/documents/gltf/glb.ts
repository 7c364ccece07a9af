/** @module glb: writes the elements of a view as binary glTF 2.0, y up, in metres. The same elements yield the same bytes. */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { occupancyOf } from '../../building/kinds/facets/per-element.ts';
import { shownBody } from '../../building/kinds/shared/shown-body.ts';
import type { ModelView } from '../../building/model/view.ts';
import { ElementNodes } from './element-nodes.ts';
import { MAX_BYTES } from './glb-file.ts';
import { MergedNodes } from './merged-nodes.ts';

/** How elements are stored: a node for each, or merged by level and material. */
export type GlbStructure = 'elements' | 'merged';

export type GlbOptions = {
  /** Whether rooms and other spaces are included, as translucent bodies. Default: false. */
  readonly spaces?: boolean;
  /** Default: `elements` up to `MOST_NODES` elements in the view, `merged` above. */
  readonly structure?: GlbStructure | undefined;
};

export type Glb = {
  readonly bytes: Buffer;
  readonly structure: GlbStructure;
  readonly elements: number;
  readonly triangles: number;
  /** Number of omitted spaces. */
  readonly spaces_left_out: number;
};

/** More nodes than this make common viewers slow: a browser took 10 s to load 9,600 nodes and 3 s for a frame. */
export const MOST_NODES = 2000;
/** Elements written between two checkpoints. */
const STEP = 20;

/**
 * Writes the elements with a body. Nodes have translations, so that positions keep their precision far from the origin.
 * Shading is flat: there are no normals.
 * @throws {RangeError} if the file would exceed 4 GiB.
 */
export function glbOf(view: ModelView, { spaces = false, structure: given }: GlbOptions = {}): Glb {
  const total = view.count();
  const structure = given ?? (total > MOST_NODES ? 'merged' : 'elements');
  const scene = structure === 'merged' ? new MergedNodes(view) : new ElementNodes(view);
  let [done, elements, triangles, spaces_left_out] = [0, 0, 0, 0];
  for (const element of view.elements()) {
    if (done % STEP === 0) checkpoint({ done, total, doing: 'bodies' });
    done += 1;
    const { body } = view.kinds.of(element);
    if (body === 'none') continue;
    if (occupancyOf(element, view.kinds) === 'space' && !spaces) {
      spaces_left_out += 1;
      continue;
    }
    const [shown, bounds] = [shownBody(element, view), view.bounds(element.id)];
    if (shown === null || bounds === null || shown.mesh.triangles.length === 0) continue;
    triangles += scene.add(element, shown, bounds.min);
    elements += 1;
    if (scene.bytes > MAX_BYTES) throw new RangeError('the bodies have more than 4 GiB');
  }
  return { bytes: scene.finish(), structure, elements, triangles, spaces_left_out };
}
