import type { Area } from '../../geometry/plan/regions.ts';
/** @module arc dimensions: radius and length of walls along arcs, written on a line that points at their outer faces. */
import type { Point2 } from '../../geometry/vector.ts';
import { radialAt } from '../../geometry/walls/arcs/arc.ts';
import type { TextLine } from '../drawing.ts';
import { LAYERS, penOf } from '../pens.ts';
import { DIMENSION_TEXT_MM } from '../print/exploded.ts';
import type { PaperBox, Sketch } from '../sketch.ts';
import { textAt, textBox } from '../sketch.ts';
import type { CutWall } from './cut-walls.ts';
import type { BowedFace } from './outline-arcs.ts';
import { OutlineArcs } from './outline-arcs.ts';
import type { TakenPaper } from './taken-paper.ts';

/** Sizes on paper, mm: how far the text stands off the face, how much further in each round, its arrow, and what it keeps off others. */
const OFF_MM = 6;
const FURTHER_MM = 4;
const ARROW_MM = 1.8;
const CLEAR_MM = 0.8;
const GAP_MM = 0.8;
/** Places along an arc that are tried, as shares of it, in so many rounds. */
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9] as const;
const ROUNDS = 4;

/**
 * Writes radius and length of every outer face that follows an arc, beside what is taken, and takes that place; gives
 * the boxes of the texts. A face that has no such place is told of in the warnings.
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
      ({ text }) => taken.over(grown(textBox(text))).length === 0,
    );
    // Over lines of what hangs above only where there is no place beside them.
    const leader =
      leaders.find(({ text }) => taken.linesOver(grown(textBox(text))).length === 0) ?? leaders[0];
    if (leader === undefined) {
      const name = face.wall.params.name ?? face.wall.id;
      sketch.warnings.push(
        `the radius of wall \`${name}\` is left out: it has no room at 1:${sketch.scale}; choose a larger scale`,
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

/** A line from beside a text to the face that it is about; mm on paper. */
type Leader = { readonly tip: Point2; readonly end: Point2; readonly text: TextLine };

function leadersTo({ wall, arc, radius }: BowedFace, scale: number): readonly Leader[] {
  const said = `R ${Math.round(radius)} · arc ${Math.round(radius * arc.angle)}`;
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
      // Beside the end of a line that runs across, else over or under it.
      const isAcross = Math.abs(out.x) > Math.abs(out.y);
      const high = DIMENSION_TEXT_MM * 0.73;
      const at = isAcross
        ? { x: end.x + Math.sign(out.x) * GAP_MM, y: end.y - high / 2 }
        : { x: end.x, y: out.y > 0 ? end.y + GAP_MM : end.y - GAP_MM - high };
      const align = isAcross ? (out.x > 0 ? 'left' : 'right') : 'middle';
      const { dimensions: layer } = LAYERS;
      const text = textAt(at, said, DIMENSION_TEXT_MM, { align, layer, element: wall.id });
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

function grown({ min, max }: PaperBox): PaperBox {
  return {
    min: { x: min.x - CLEAR_MM, y: min.y - CLEAR_MM },
    max: { x: max.x + CLEAR_MM, y: max.y + CLEAR_MM },
  };
}
