/** @module wall panel: the facets that doors and windows share: each fills a hole in a wall over its whole thickness. */
import type { PlanContext } from '../../schemas/plan.ts';
import { requireBetweenJoints } from './between-joints.ts';
import { panelInWall, panelPieces } from './in-wall-body.ts';
import type {
  AnyElement,
  AnyKind,
  BuildableSize,
  Filling,
  KindView,
  PlausibleSize,
  Quantity,
  Site,
  Storey,
} from './kind.ts';
import type { HostCode } from './rules/hosting.ts';
import { fillingBounds, fillingOutline, fillingsIn, requireHost } from './rules/hosting.ts';
import type { HostingCode } from './rules/in-wall.ts';
import { requireFitsUnder } from './rules/wall-under.ts';
import { builtSize, LEAST_MM } from './sizes.ts';
import type { TypeCode } from './types/of-type.ts';
import { requireOfType } from './types/of-type.ts';
import { wall } from './wall.ts';

/** Kinds that hold them. */
export const PANEL_HOSTS: readonly AnyKind[] = [wall];

export type PanelCode = HostCode | HostingCode | TypeCode;

type Panel = AnyElement & {
  readonly params: {
    readonly host_id: string;
    readonly offset: number;
    readonly width: number;
    readonly height: number;
  };
};

/** Whom a panel is checked among. */
type Among = {
  readonly view: KindView;
  readonly context: PlanContext<PanelCode>;
  readonly siblings: readonly Filling[] | undefined;
};

/** A panel with what its type gives it. Refuses one that does not fit its wall beside what the wall holds. */
export function requirePanel<E extends Panel>(
  asked: E,
  fillingFor: (element: E) => Filling,
  { view, context, siblings }: Among,
): { element: E; warnings: readonly string[]; facts: { wall_id: string; offset: number } } {
  const element = requireOfType(asked, view, context);
  const filling = fillingFor(element);
  const { host_id, offset } = element.params;
  const { element: host, holds } = requireHost(view, host_id, PANEL_HOSTS, context);
  holds.requireFits(host, filling, siblings ?? fillingsIn(view, host.id), context);
  requireFitsUnder(host, filling, view, context);
  requireBetweenJoints(filling, host, view, context);
  return { element, warnings: [], facts: { wall_id: host.id, offset } };
}

/** Facets of what fills a hole that `fillingFor` says. */
export function panelFacets<E extends Panel>(fillingFor: (element: E) => Filling) {
  return {
    integrity: () => null,
    reach: 'none',
    inputs: ({ params: { host_id } }: E, site: Site) => [site.element(host_id)],
    body: {
      occupies: 'matter',
      may_fail: false,
      mesh: (element: E, level: Storey, site: Site) =>
        panelInWall(fillingFor(element), level, site),
      pieces: (element: E, level: Storey, site: Site) =>
        panelPieces(fillingFor(element), level, site),
    },
    bounds: (element: E, level: Storey, site: Site) =>
      fillingBounds(fillingFor(element), PANEL_HOSTS, level, site),
    outline: (element: E, site: Site) => fillingOutline(fillingFor(element), PANEL_HOSTS, site),
    quantities: ['area_mm2', 'volume_mm3'] satisfies Quantity[],
    measures: (element: E, site: Site) => ({
      area_mm2: element.params.width * element.params.height,
      volume_mm3: site.volume(element),
    }),
    transform: 'in_host',
    follows: 'none',
    holds: 'none',
    sizes: ({ params: { width, height } }: E): readonly PlausibleSize[] => [
      ['width', width, LEAST_MM],
      ['height', height, LEAST_MM],
    ],
    buildable: ({ params: { width, height } }: E): readonly BuildableSize[] => [
      builtSize('width', width),
      builtSize('height', height),
    ],
  } as const;
}
