/** @module grids: writes one grid for the grid lines of each level, and one for those of the whole building. */
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import type { Draft } from './draft.ts';
import { placement, polyline } from './geometry.ts';
import type { Ref } from './step/step-value.ts';

type Line = {
  readonly id: string;
  readonly tag: string;
  readonly start: Point2;
  readonly end: Point2;
};

/** Sine of the angle below which two lines count as parallel. */
const PARALLEL = 1e-6;

/**
 * Writes one grid for each level with lines, and one for the lines of all levels. IFC requires lines in two directions.
 */
export function writeGrids(draft: Draft, elements: readonly AnyElement[]): void {
  const byLevel = new Map<string | null, Line[]>();
  for (const element of elements) {
    const { ifc } = draft.view.kinds.of(element);
    if (ifc === 'none' || ifc.as !== 'grid_axis') continue;
    const level = draft.view.levelOf(element.id);
    byLevel.set(level, [...(byLevel.get(level) ?? []), { id: element.id, ...ifc.axis(element) }]);
  }
  for (const [level, lines] of byLevel) {
    const [u = [], v = [], w = [], ...more] = families(lines);
    if (v.length === 0) {
      const why = 'grid lines have only one direction, and a grid in IFC needs two';
      draft.lost.push(...lines.map(({ id }) => ({ element_id: id, why })));
      const tags = lines.map(({ tag }) => `\`${tag}\``).join(', ');
      draft.warnings.push(
        `grid lines ${tags} are left out: they have only one direction, and a grid in IFC needs two`,
      );
      continue;
    }
    writeGrid(draft, level, [u, v, [...w, ...more.flat()]]);
  }
}

/** Line numbers of the grid of the whole building; they precede those of types. */
const SITE_GRID = { place: -(2 ** 30), from: 120, to: 200 };

/** Groups lines by direction, in the order of the first line of each. */
function families(lines: readonly Line[]): readonly (readonly Line[])[] {
  const found: Line[][] = [];
  for (const line of lines) {
    const family = found.find(([first]) => first !== undefined && areParallel(first, line));
    if (family === undefined) found.push([line]);
    else family.push(line);
  }
  return found;
}

function areParallel(a: Line, b: Line): boolean {
  const [ax, ay] = [a.end.x - a.start.x, a.end.y - a.start.y];
  const [bx, by] = [b.end.x - b.start.x, b.end.y - b.start.y];
  const sizes = (ax * ax + ay * ay) * (bx * bx + by * by);
  return Math.abs(ax * by - ay * bx) <= PARALLEL * Math.sqrt(sizes);
}

function writeGrid(
  draft: Draft,
  level: string | null,
  [u, v, w]: readonly [readonly Line[], readonly Line[], readonly Line[]],
): void {
  const { file, shared } = draft;
  const container = (level === null ? undefined : draft.storeys.get(level)) ?? draft.building;
  const curves: Ref[] = [];
  const axes = (lines: readonly Line[]): readonly Ref[] =>
    lines.map(({ id, tag, start, end }) => {
      file.numberFrom(draft.numbersOf(id));
      const AxisCurve = polyline(file, [start, end]);
      curves.push(AxisCurve);
      return file.add('IfcGridAxis', { AxisTag: tag, AxisCurve, SameSense: true });
    });
  const [UAxes, VAxes, WAxes] = [axes(u), axes(v), w.length === 0 ? null : axes(w)];
  const { place, from, to } = SITE_GRID;
  file.numberFrom(
    level === null ? { place, next: from, end: to, pages: 0 } : draft.numbersOf(level),
  );
  const set = file.add('IfcGeometricCurveSet', { Elements: curves });
  const footprint = file.add('IfcShapeRepresentation', {
    ContextOfItems: shared.footprint,
    RepresentationIdentifier: 'FootPrint',
    RepresentationType: 'GeometricCurveSet',
    Items: [set],
  });
  const ref = file.root('IfcGrid', `${level ?? draft.project}/grid`, {
    Name: 'Grid',
    ObjectPlacement: placement(draft, container.placement, { x: 0, y: 0, z: 0 }),
    Representation: file.add('IfcProductDefinitionShape', { Representations: [footprint] }),
    UAxes,
    VAxes,
    WAxes,
  });
  container.contained.push(ref);
}
