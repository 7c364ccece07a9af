/** @module grids: the straight axes of grids. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import type { Product } from '../products.ts';
import type { Proposal, Unrecognised } from '../proposal.ts';

/** Maximum number of axes of one grid. */
const MAX_AXES = 1000;
const MAX_NAME = 200;

/** The lines that the axes of a grid are; the first stands for the grid. */
export function proposeGrid(
  grid: Product,
  _shape: ProductShape,
  { model, shapes, ids, storeys }: Context,
): readonly Proposal[] | Unrecognised {
  const axes = ['UAxes', 'VAxes', 'WAxes'].flatMap((name) => model.refs(grid.row, name));
  if (axes.length === 0 || axes.length > MAX_AXES) return { why: 'no axes' };
  const place = shapes.place(grid.row);
  const level = grid.storey === null ? null : storeys.of(grid.storey, place[11]);
  const lines: ElementRecord[] = [];
  for (const axis of axes) {
    const curve = model.ref(axis, 'AxisCurve');
    const pieces = curve === null ? null : shapes.curve(curve, place);
    const [piece, another] = pieces ?? [];
    if (piece === undefined || another !== undefined || piece.arc !== null) {
      return { why: 'an axis is not straight' };
    }
    const [start, end] = gridRing([piece.from, piece.to]);
    if (start === undefined || end === undefined) return { why: 'an axis is not straight' };
    const name = (model.text(axis, 'AxisTag') ?? '').trim().slice(0, MAX_NAME);
    const record = `${grid.guid ?? ''}/${model.file.idOf(axis)}`;
    lines.push({
      id: ids.named('grid', record),
      kind: 'grid',
      params: {
        level_id: level?.id ?? null,
        name: name === '' ? '?' : name,
        start: { ...start },
        end: { ...end },
      },
    });
  }
  return lines.map((element, i) => ({
    product: i === 0 ? grid : null,
    element,
    expected: null,
    host_id: null,
  }));
}
