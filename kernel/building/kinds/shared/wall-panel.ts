/** @module wall panel: the facets that doors and windows share: each fills a void through a wall with its parts. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { BoxMm } from '../../../../schemas/units.ts';
import { digestOf } from '../../../base/canonical/hash.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import type { FileMeshFacet, MadeFor } from '../facets/file-mesh.ts';
import { fittingBox, fittingMesh, fittingPieces } from '../fittings/fitting-body.ts';
import type { Fitted } from '../fittings/parts-of.ts';
import { isOf } from '../kind.ts';
import type {
  AnyElement,
  AnyKind,
  Body,
  BuildableSize,
  Fault,
  Filling,
  KindView,
  PlausibleSize,
  Quantity,
  Site,
  Storey,
} from '../kind.ts';
import { type AnchorName, withAnchoredWidth } from '../rules/anchor.ts';
import type { HostCode } from '../rules/hosting.ts';
import { fillingOutline, fillingsIn, requireHost } from '../rules/hosting.ts';
import type { HostingCode } from '../rules/in-wall.ts';
import { requireFitsUnder } from '../rules/wall-under.ts';
import { type TypeCode, requireOfType, typeOf } from '../types/of-type.ts';
import { requireBetweenJoints } from '../wall/between-joints.ts';
import { wallSpan } from '../wall/wall-body.ts';
import { wall } from '../wall/wall.ts';
import { formFault } from './hole-form.ts';
import type { Shaped } from './hole-form.ts';
import {
  isShaped,
  mirroredShape,
  requireStraightHost,
  shapedFigures,
  withFittedShape,
} from './hole-shape.ts';
import { builtSize, MIN_MM } from './sizes.ts';

/** Kinds that host them. */
export const PANEL_HOSTS: readonly AnyKind[] = [wall];

export type PanelCode = HostCode | HostingCode | TypeCode;

type Panel = AnyElement &
  Fitted & {
    readonly params: {
      readonly host_id: string;
      readonly offset: number;
      readonly width: number;
      readonly height: number;
      readonly anchor?: AnchorName | null;
      readonly type_id?: string | null;
    } & Shaped;
  };

/** The surroundings in which a panel is checked. */
type Among = {
  readonly view: KindView;
  readonly context: PlanContext<PanelCode>;
  readonly siblings: readonly Filling[] | undefined;
};

/** A panel with the parameters of its type. Refuses one that does not fit its wall next to the other panels. */
function requirePanel<E extends Panel>(
  proposed: E,
  fillingFor: (element: E) => Filling,
  { view, context, siblings }: Among,
): { element: E; warnings: readonly string[]; facts: { wall_id: string; offset: number } } {
  const known = view.element(proposed.id);
  const typed = requireOfType(proposed, view, context);
  const shaped = { ...typed, params: withFittedShape(typed.params, context) };
  const placed = withAnchoredWidth(shaped, known, context);
  const element = { ...shaped, params: placed };
  const filling = fillingFor(element);
  const { host_id, offset } = element.params;
  const { element: host, holds } = requireHost(view, host_id, PANEL_HOSTS, context);
  if (isShaped(element.params)) {
    const { shape } = element.params;
    const named = (shape ?? null) === null ? `with an \`outline\`` : `with \`shape\` ${shape}`;
    requireStraightHost(host, `a ${element.kind} ${named}`, context);
  }
  holds.requireFits(host, filling, siblings ?? fillingsIn(view, host.id), context);
  requireFitsUnder(host, filling, view, context);
  requireBetweenJoints(filling, host, view, context);
  return { element, warnings: [], facts: { wall_id: host.id, offset } };
}

type PanelFacets<E> = {
  readonly check: (
    proposed: E,
    view: KindView,
    context: PlanContext<PanelCode>,
    siblings?: readonly Filling[],
  ) => ReturnType<typeof requirePanel<E & Panel>>;
  readonly integrity: (element: E) => Fault | null;
  readonly reach: 'none';
  readonly inputs: (element: E, site: Site) => readonly unknown[];
  readonly body: Body<E>;
  readonly file_mesh: FileMeshFacet<E>;
  readonly bounds: (element: E, level: Storey, site: Site) => BoxMm | null;
  readonly outline: (element: E, site: Site) => Ring | null;
  readonly quantities: readonly Quantity[];
  readonly measures: (
    element: E,
    site: Site,
  ) => { readonly area_mm2: number; readonly volume_mm3: number | null };
  readonly transform: 'in_host';
  readonly follows: 'none';
  readonly holds: 'none';
  readonly sizes: (element: E) => readonly PlausibleSize[];
  readonly buildable: (element: E) => readonly BuildableSize[];
};

/**
 * Its frame begins at the foot of its void, on the axis of its wall, and runs along the wall; none in an arc. A mirrored
 * wall runs the other way, so a mirrored mesh begins at the other side of the void.
 */
function panelMesh<E extends Panel>(
  fillingFor: (element: E) => Filling,
  operationOf: (element: E, mirrored: boolean) => MadeFor,
): FileMeshFacet<E> {
  return {
    frame(element, level, site, mirrored) {
      const host = site.element(element.params.host_id);
      const axis = isOf(wall, host) ? wallAxis(host.params) : null;
      if (!isOf(wall, host) || axis === null || axis.chain !== null) return null;
      const { offset, sill, width } = fillingFor(element).cut;
      const { x, y } = axis.directionAt(0);
      return {
        origin: {
          ...axis.at((offset ?? 0) + (mirrored ? width : 0)),
          z: wallSpan(level, host).low + sill,
        },
        x: mirrored ? { x: 0 - x, y: 0 - y } : { x, y },
      };
    },
    madeFor(element, site, mirrored) {
      const { width, height, type_id = null, shape = null, rise = null } = element.params;
      const host = site.element(element.params.host_id)?.params;
      const thickness = Number(host?.['thickness'] ?? 0);
      const straight = (host?.['via'] ?? null) === null;
      const operation = operationOf(element, mirrored);
      const outline = mirroredShape(element.params, mirrored).outline ?? element.params.outline;
      const form = {
        ...(shape === null || shape === 'rectangle' ? {} : { shape, rise }),
        ...(outline === undefined || outline === null ? {} : { outline: digestOf(outline) }),
      };
      return { width, height, thickness, straight, type_id, ...form, ...operation };
    },
  };
}

/**
 * Facets of a panel; `fillingFor` returns its void, `operationOf` how it opens, of a mirrored one as it did before it was
 * mirrored.
 */
export function panelFacets<E extends Panel>(
  fillingFor: (element: E) => Filling,
  operationOf: (element: E, mirrored: boolean) => MadeFor,
): PanelFacets<E> {
  return {
    check: (proposed, view, context, siblings) =>
      requirePanel(proposed, fillingFor, { view, context, siblings }),
    integrity({ params }) {
      const { width, height } = params;
      return formFault(params, { min: { x: 0, y: 0 }, max: { x: width, y: height } });
    },
    reach: 'none',
    inputs: (element, site) => [site.element(element.params.host_id), typeOf(element, site)],
    body: {
      occupies: 'matter',
      may_fail: false,
      least_volume: 'of_body',
      mesh: (element, level, site) => fittingMesh(element, fillingFor(element), level, site),
      pieces: (element: E, level: Storey, site: Site) =>
        fittingPieces(element, fillingFor(element), level, site),
    },
    file_mesh: panelMesh(fillingFor, operationOf),
    bounds: (element, level, site) => fittingBox(element, fillingFor(element), level, site),
    outline: (element, site) => fillingOutline(fillingFor(element), PANEL_HOSTS, site),
    quantities: ['area_mm2', 'volume_mm3'],
    measures: (element, site) => ({
      area_mm2: shapedFigures(element.params).area_mm2,
      volume_mm3: site.volume(element),
    }),
    transform: 'in_host',
    follows: 'none',
    holds: 'none',
    sizes: ({ params: { width, height } }) => [
      ['width', width, MIN_MM],
      ['height', height, MIN_MM],
    ],
    buildable: ({ params: { width, height, rise } }) => [
      builtSize('width', width),
      builtSize('height', height),
      ...(rise === undefined || rise === null ? [] : [builtSize('rise', rise)]),
    ],
  };
}
