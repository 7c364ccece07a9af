/** @module scaled-drawing: the shapes of a drawing, scaled to fit into a page of another document. */
import type { Point2 } from '../../../../kernel/building/geometry/vector.ts';
import type {
  Drawing,
  Fill,
  Pen,
  Primitive,
} from '../../../../kernel/documents/drawings/drawing.ts';
import { exploded } from '../../../../kernel/documents/drawings/print/exploded.ts';

/** The shapes with all lengths multiplied by `scale`; the lower left corner is at `origin` (mm). */
export function scaledItems(drawing: Drawing, scale: number, origin: Point2): readonly Primitive[] {
  const placed = ({ x, y }: Point2): Point2 => ({
    x: origin.x + x * scale,
    y: origin.y + y * scale,
  });
  const pens = new Map<Pen, Pen>();
  const penOf = (pen: Pen): Pen => {
    const known = pens.get(pen);
    if (known !== undefined) return known;
    const dash_mm = pen.dash_mm?.map((length) => length * scale) ?? null;
    const scaled = { ...pen, width_mm: pen.width_mm * scale, dash_mm };
    pens.set(pen, scaled);
    return scaled;
  };
  const fillOf = (fill: Fill): Fill => {
    const { hatch } = fill;
    if (hatch === null) return fill;
    const distance_mm = hatch.distance_mm * scale;
    return { ...fill, hatch: { ...hatch, distance_mm, pen: penOf(hatch.pen) } };
  };
  const scaledItem = (item: Primitive): Primitive => {
    switch (item.shape) {
      case 'polyline':
        return { ...item, points: item.points.map(placed), pen: penOf(item.pen) };
      case 'area': {
        const rings = item.rings.map((ring) => ring.map(placed));
        const pen = item.pen === null ? null : penOf(item.pen);
        return { ...item, rings, fill: fillOf(item.fill), pen };
      }
      case 'arc': {
        const { centre, start, radius, pen } = item;
        const round = { centre: placed(centre), start: placed(start), radius: radius * scale };
        return { ...item, ...round, pen: penOf(pen) };
      }
      case 'text':
        return { ...item, at: placed(item.at), size_mm: item.size_mm * scale };
      case 'picture': {
        const size = { width: item.width * scale, height: item.height * scale };
        return { ...item, ...size, at: placed(item.at) };
      }
      default:
        return item satisfies never;
    }
  };
  return Array.from(exploded(drawing), scaledItem);
}
