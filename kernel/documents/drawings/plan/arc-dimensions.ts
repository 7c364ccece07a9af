/**
 * @module arc dimensions: radius and length of curved walls, written on a leader line that points to their outer faces.
 */

import type { Area } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import { radialAt } from '../../../building/geometry/walls/arcs/arc.ts';
import type { TextLine } from '../drawing.ts';
import { LAYERS, penOf } from '../pens.ts';
import { DIMENSION_TEXT_MM } from '../print/exploded.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { textAt, textBox } from '../sketch.ts';
import type { CutWall } from './cut-walls.ts';
import type { BowedFace } from './outline-arcs.ts';
import { OutlineArcs } from './outline-arcs.ts';
import type { TakenPaper } from './taken-paper.ts';

/** Length of the leader line in the first round, mm on paper. */
const OFF_MM = 6;
/** Increase of this length in each further round, mm on paper. */
const FURTHER_MM = 4;
/** Length of the arrow, mm on paper. */
const ARROW_MM = 1.8;
/** Clearance around the text, mm on paper. */
const CLEAR_MM = 0.8;
/** Gap between the leader line and the text, mm on paper. */
const GAP_MM = 0.8;
/** Positions along an arc that are tried in each round, as shares of its length. */
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9] as const;
/** Maximum number of rounds. */
const ROUNDS = 4;

/**
 * Writes the radius and length of each curved outer face into free space near it and marks that space as taken. Returns
 * the boxes of the texts. If there is no free space near a face, its text is omitted with a warning.
 */
export function addArcDimensions(
  sketch: Sketch,
  walls: readonly CutWall[],
  { block, taken }: { readonly block: Area; readonly taken: TakenPaper },
): readonly PaperBox[] {
  const arcs = new OutlineArcs(walls);
  const faces = new Map<string, BowedFace>();
  for (const ring of block) {
    for (const [i, to] of ring.entries()) {
      const face = arcs.faceOf(ring.at(i - 1) ?? to, to);
      if (face !== null) faces.set(`${face.wall.id} ${face.radius}`, face);
    }
  }
  const boxes: PaperBox[] = [];
  for (const face of faces.values()) {
    const leaders = leadersTo(face, sketch.scale).filter(
      ({ text }) => taken.over(withClearance(textBox(text))).length === 0,
    );
    // Texts cover lines of elements above the cut only if no other place is free.
    const leader =
      leaders.find(({ text }) => taken.linesOver(withClearance(textBox(text))).length === 0) ??
      leaders[0];
    if (leader === undefined) {
      const name = face.wall.params.name ?? face.wall.id;
      sketch.warnings.push(
        `the radius of wall \`${name}\` is omitted because it does not fit at 1:${sketch.scale}; choose a larger scale`,
      );
      continue;
    }
    addLeader(sketch, leader, face.wall.id);
    const box = textBox(leader.text);
    taken.add(box);
    boxes.push(box);
  }
  return boxes;
}

/** A leader line from its text to the face that the text describes; mm on paper. */
type Leader = { readonly tip: Point2; readonly end: Point2; readonly text: TextLine };

function leadersTo({ wall, arc, radius }: BowedFace, scale: number): readonly Leader[] {
  const label = `R ${Math.round(radius)} · arc ${Math.round(radius * arc.angle)}`;
  const outward = radius > arc.radius ? 1 : -1;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => OFF_MM + round * FURTHER_MM);
  return rounds.flatMap((off) =>
    SHARES.map((share): Leader => {
      const ray = radialAt(arc, arc.length * share);
      const out = { x: ray.x * outward, y: ray.y * outward };
      const tip = {
        x: (arc.centre.x + ray.x * radius) / scale,
        y: (arc.centre.y + ray.y * radius) / scale,
      };
      const end = { x: tip.x + out.x * off, y: tip.y + out.y * off };
      // The text is next to the end of a mainly horizontal leader, and above or below that of a mainly vertical one.
      const isAcross = Math.abs(out.x) > Math.abs(out.y);
      const high = DIMENSION_TEXT_MM * 0.73;
      const at = isAcross
        ? { x: end.x + Math.sign(out.x) * GAP_MM, y: end.y - high / 2 }
        : { x: end.x, y: out.y > 0 ? end.y + GAP_MM : end.y - GAP_MM - high };
      const align = isAcross ? (out.x > 0 ? 'left' : 'right') : 'middle';
      const { dimensions: layer } = LAYERS;
      const text = textAt(at, label, DIMENSION_TEXT_MM, { align, layer, element: wall.id });
      return { tip, end, text };
    }),
  );
}

function addLeader({ items }: Sketch, { tip, end, text }: Leader, element: string): void {
  const pen = penOf(LAYERS.dimensions, 0.13);
  const long = Math.sqrt((end.x - tip.x) ** 2 + (end.y - tip.y) ** 2);
  const [ux, uy] = [(end.x - tip.x) / long, (end.y - tip.y) / long];
  const line = (points: readonly Point2[]): void => {
    items.push({ shape: 'polyline', points, closed: false, pen, element });
  };
  line([tip, end]);
  const wing = (side: number): Point2 => ({
    x: tip.x + (ux - (uy * side) / 3.4) * ARROW_MM,
    y: tip.y + (uy + (ux * side) / 3.4) * ARROW_MM,
  });
  line([wing(1), tip, wing(-1)]);
  items.push(text);
}

function withClearance({ min, max }: PaperBox): PaperBox {
  return {
    min: { x: min.x - CLEAR_MM, y: min.y - CLEAR_MM },
    max: { x: max.x + CLEAR_MM, y: max.y + CLEAR_MM },
  };
}
