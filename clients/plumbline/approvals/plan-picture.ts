import { finished } from '../../../kernel/findings/steps.ts';
/** @module plan-picture: before and after a plan, side by side for each level, as SVG. */
import { pointsOf } from '../../../kernel/kinds/symbol.ts';
import type { ProjectedView } from '../../../kernel/model/projection/projected-view.ts';
import {
  changeDrawings,
  type ChangeDrawing,
} from '../../../kernel/picture/plan/change-drawings.ts';
import { changePng } from '../../../kernel/picture/plan/change-png.ts';
import {
  barLength,
  type Change,
  CHANGES,
  type Frame,
  frameOf,
} from '../../../kernel/picture/plan/frame.ts';
import { affectedIds } from '../../../schemas/events.ts';
import { misuse } from '../failure.ts';
import { fitted } from '../printable.ts';
import type { ShownApproval } from './effect-text.ts';
import { type Effect, type EffectItem, levelName } from './effect.ts';
import { svgMark, svgText } from './plan-svg.ts';

/** What stands in the head of the picture. */
export type PictureTitle = {
  readonly title: string;
  readonly subtitle: string;
};

/** The picture of an approval. */
export function approvalPicture({ record, plan, effect }: ShownApproval): string {
  return planPicture(effect, {
    title: `${record.approval_id}: ${plan.tool} on ${plan.branch}`,
    subtitle: `${record.status}, plan sha256 ${record.plan_digest}`,
  });
}

/** The place of the change before and after as PNG, as its requester could see it in a preview. */
export function approvalPng({ plan, effect }: ShownApproval): Uint8Array {
  const sides = { before: effect.before.model, after: effect.after.model };
  const png = finished(changePng(sides, [...affectedIds(plan.events)], effect.results));
  if (png !== null) return png;
  throw misuse('nothing of this has a place in plan', 'give a file that ends in .svg');
}

/** Pixels. */
const PANEL = { width: 560, height: 440, gap: 24, margin: 24, caption: 30 } as const;
const HEAD = 64;
const FOOT = 64;
/** More storeys than this make a picture that nobody reads. */
const LEVELS_MAX = 6;

/** One level before or after the plan. */
type Panel = {
  readonly caption: string;
  readonly drawings: readonly ChangeDrawing[];
  /** What is said where nothing is drawn. */
  readonly empty: string;
};

/** A before/after plan of the levels that an effect reaches. Deleted red, created green, modified amber, all else grey. */
export function planPicture(whole: Effect, { title, subtitle }: PictureTitle): string {
  const effect = drawnEffect(whole);
  const levels = levelsOf(effect);
  const more = effect.scope.levels.length - levels.length;
  const left_out = more === 0 ? '' : `; ${more} more levels are not drawn`;
  const rows = (levels.length === 0 ? [null] : levels).map((level) => panelsOf(level, effect));
  const width = 2 * PANEL.width + PANEL.gap + 2 * PANEL.margin;
  const row_height = PANEL.height + PANEL.caption + PANEL.gap;
  const height = HEAD + rows.length * row_height + FOOT;
  const parts = [
    svgText({ x: PANEL.margin, y: 28 }, fitted(title, 100), 'title'),
    svgText({ x: PANEL.margin, y: 48 }, fitted(`${subtitle}${left_out}`, 160), 'caption'),
  ];
  // One frame for all, so that storeys lie above each other at one scale.
  const drawings = rows.flat().flatMap((panel) => panel.drawings);
  const frame = frameOf(
    drawings.flatMap(({ marks }) => marks.flatMap(pointsOf)),
    { x: PANEL.margin, y: HEAD + PANEL.caption, width: PANEL.width, height: PANEL.height },
  );
  for (const [index, panels] of rows.entries()) {
    for (const [side, panel] of panels.entries()) {
      const shifted = frame.moved(side * (PANEL.width + PANEL.gap), index * row_height);
      parts.push(...panelParts(panel, shifted));
    }
  }
  parts.push(...legend(height - FOOT + 20, frame.scale));
  return svgDocument(width, height, parts);
}

/** What is drawn of an effect. */
type Drawn = Pick<Effect, 'items' | 'carried' | 'before' | 'after' | 'scope'> & {
  /** What the two sides are. */
  readonly sides: readonly [string, string];
};

/** Where nothing but a branch is given up: the branch before, its parent after, and red what only the branch has. */
function drawnEffect(effect: Effect): Drawn {
  const [given] = effect.given_up;
  if (given === undefined || effect.items.length > 0) {
    return { ...effect, sides: ['before', 'after'] };
  }
  const { before: after, after: before, items } = given;
  const sides = [`on ${given.branch}`, `on ${given.parent}`] as const;
  return { ...effect, before, after, items: items.map(undone), carried: [], sides };
}

/** What an item looks like when it is taken back. */
function undone(item: EffectItem): EffectItem {
  switch (item.change) {
    case 'created':
      return { change: 'deleted', element: item.element, cascade_of: null };
    case 'deleted':
      return { change: 'created', element: item.element };
    case 'modified':
      return item;
    default:
      return item satisfies never;
  }
}

function levelsOf({ scope, before, after }: Drawn): readonly string[] {
  const elevation = (id: string): number => elevationIn(after, id) ?? elevationIn(before, id) ?? 0;
  return scope.levels
    .map(({ id }) => id)
    .toSorted((a, b) => elevation(a) - elevation(b))
    .slice(0, LEVELS_MAX);
}

/** The level before and after; null is what stands on no level. What changes along is drawn as modified. */
function panelsOf(
  level: string | null,
  { items, carried, before, after, sides }: Drawn,
): readonly Panel[] {
  const name = level === null ? 'no level' : fitted(levelName(level, before, after), 60);
  const changes = new Map<string, Change>([
    ...carried.map(({ id }) => [id, 'modified'] as const),
    ...items.map(({ element, change }) => [element.id, change] as const),
  ]);
  const [from, to] = [before, after].map((view) => elevationIn(view, level));
  const panel = (side: string, view: ProjectedView, elevation: number | undefined): Panel => ({
    // A storey that rises or sinks looks the same in plan.
    caption: `${name}${from === to || elevation === undefined ? '' : ` at ${elevation} mm`}: ${fitted(side, 40)}`,
    drawings: drawingsOn(view, level, changes),
    empty: level === null ? 'no element on a level is changed' : 'nothing on this level',
  });
  return [panel(sides[0], before, from), panel(sides[1], after, to)];
}

function elevationIn({ model }: ProjectedView, level: string | null): number | undefined {
  return model.elementOf(level ?? '', 'level')?.params.elevation;
}

function drawingsOn(
  view: ProjectedView,
  level: string | null,
  changes: ReadonlyMap<string, Change>,
): readonly ChangeDrawing[] {
  const ids = view.drawnOn(level).map(({ id }) => id);
  view.model.prepareWalls(ids);
  return changeDrawings(view, ids, changes);
}

function panelParts({ caption, drawings, empty }: Panel, frame: Frame): readonly string[] {
  const { x, y, width, height } = frame.area;
  const parts = [
    svgText({ x, y: y - 8 }, caption, 'strong'),
    `<rect class="panel" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  ];
  const group = ({ change, marks }: ChangeDrawing, texts: boolean): string => {
    const shown = marks.filter(({ shape }) => (shape === 'text') === texts);
    return `<g class="${change}">${shown.map((mark) => svgMark(frame, mark)).join('')}</g>`;
  };
  const labelled = drawings.filter(({ marks }) => marks.some(({ shape }) => shape === 'text'));
  // Rooms that have become one lie over each other: names stand above all of them.
  parts.push(
    ...drawings.map((drawing) => group(drawing, false)),
    ...labelled.map((drawing) => group(drawing, true)),
  );
  if (drawings.length === 0) {
    parts.push(svgText({ x: x + 12, y: y + 24 }, empty, 'caption'));
  }
  return parts;
}

function legend(y: number, scale: number): readonly string[] {
  const parts = CHANGES.map(({ change, label }, index) => {
    const x = PANEL.margin + index * 110;
    return `<g class="${change}"><rect class="solid" x="${x}" y="${y}" width="22" height="12"/></g>${svgText({ x: x + 30, y: y + 11 }, label, 'caption')}`;
  });
  const length_mm = barLength(140 / scale);
  const x = PANEL.margin + PANEL.width + PANEL.gap;
  const right = x + length_mm * scale;
  parts.push(
    `<path class="bar" d="M${x} ${y}v10H${right.toFixed(1)}v-10"/>`,
    svgText({ x: right + 8, y: y + 11 }, `${length_mm / 1000} m, north is up`, 'caption'),
  );
  return parts;
}

/** A picture with the styles of marks and texts. */
export function svgDocument(width: number, height: number, parts: readonly string[]): string {
  const styles = CHANGES.map(
    ({ change, ink, wash }) =>
      `.${change} .solid{fill:${ink};stroke:${ink};stroke-width:.6}.${change} .area{fill:${wash};stroke:${ink}}.${change} .line{fill:none;stroke:${ink}}.${change} .gap{fill:#fff;stroke:${ink}}.${change} .label{fill:${ink}}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui,Helvetica,Arial,sans-serif">`,
    `<style>.title{font-size:18px;font-weight:600}.strong{font-size:13px;font-weight:600}.caption{font-size:12px;fill:#555}.label{font-size:11px;text-anchor:middle}.panel{fill:#fff;stroke:#ccc}.bar{fill:none;stroke:#333}.dashed{stroke-dasharray:6 4}${styles.join('')}</style>`,
    `<rect width="${width}" height="${height}" fill="#f7f7f5"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
