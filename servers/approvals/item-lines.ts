/** @module item-lines: all created, modified and deleted elements as lines, deletions first. */
import { hangingLines, printable, verbatim, WIDTH_MIN } from '../../kernel/base/text/printable.ts';
import type { ProjectedView } from '../../kernel/building/model/projection/projected-view.ts';
import type { EffectItem } from './effect-item.ts';
import { elementText, valueText } from './element-text.ts';

/** Colours a text by what it states, or returns it unchanged. */
type Paint = (
  text: string,
  style: 'created' | 'modified' | 'deleted' | 'strong' | 'faint',
) => string;

/** Options of lines. `width`: characters per line; unlimited in a pipe. */
export type Look = { readonly width: number; readonly paint: Paint; readonly now: Date };

/** The states of a change before and after. */
type Sides = { readonly before: ProjectedView; readonly after: ProjectedView };

const SIGN = { created: '+', modified: '~', deleted: '-' } as const;

/** All items: deleted ones below the element with which they are deleted, then modified, then created. */
export function itemLines(
  items: readonly EffectItem[],
  sides: Sides,
  look: Look,
): readonly string[] {
  return placedItems(items).flatMap((placed) => linesOf(placed, sides, look));
}

/** All items in the order in which they are shown: deleted ones below their cause, then modified, then created. */
export function placedItems(items: readonly EffectItem[]): readonly Placed[] {
  return underTheirCause(worstFirst(items));
}

/** Items with deletions first, so that harmless changes cannot push them out of sight. */
function worstFirst(items: readonly EffectItem[]): readonly EffectItem[] {
  const rank = { deleted: 0, modified: 1, created: 2 };
  return items.toSorted((a, b) => rank[a.change] - rank[b.change]);
}

/** An item in a list; `depth` counts the items with which it is deleted. */
type Placed = { readonly item: EffectItem; readonly depth: number };

/** Items in the order of the list: deleted ones first, each below the element with which it is deleted. */
function underTheirCause(items: readonly EffectItem[]): readonly Placed[] {
  const children = new Map<string, EffectItem[]>();
  const roots: EffectItem[] = [];
  const deleted = items.filter(({ change }) => change === 'deleted');
  const ids = new Set(deleted.map(({ element }) => element.id));
  for (const item of deleted) {
    const cause = item.change === 'deleted' ? item.cascade_of : null;
    if (cause === null || cause === item.element.id || !ids.has(cause)) {
      roots.push(item);
    } else {
      const along = children.get(cause) ?? [];
      children.set(cause, along);
      along.push(item);
    }
  }
  const placed: Placed[] = [];
  const open: Placed[] = roots.toReversed().map((item) => ({ item, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    placed.push(next);
    const below = children.get(next.item.element.id) ?? [];
    children.delete(next.item.element.id);
    for (const item of below.toReversed()) open.push({ item, depth: next.depth + 1 });
  }
  // Elements whose deletions depend on each other in a cycle.
  const cyclic = [...children.values()].flat();
  const others = items.filter(({ change }) => change !== 'deleted');
  return [...placed, ...[...cyclic, ...others].map((item) => ({ item, depth: 0 }))];
}

/** Maximum depth of the indentation, so that dependants stay in sight. */
const DEPTH_MAX = 5;

function linesOf(
  { item, depth }: Placed,
  { before, after }: Sides,
  { width, paint }: Look,
): readonly string[] {
  const { change, element } = item;
  const indent = '  '.repeat(Math.min(depth, DEPTH_MAX) + 1);
  const along = depth > 0 ? 'with it ' : '';
  const text = elementText(element, change === 'created' ? after : before);
  const lines = hangingLines(`${SIGN[change]} ${along}${text}`, indent, width);
  const params =
    item.change === 'modified'
      ? item.params.flatMap((param) => paramLines(param, `${indent}    `, width))
      : [];
  return [...lines, ...params].map((line) => paint(line, change));
}

type Param = Extract<EffectItem, { readonly change: 'modified' }>['params'][number];

/** Old and new value in one line if they fit, else below each other; both in full, because the new one is signed. */
function paramLines({ name, from, to }: Param, indent: string, width: number): readonly string[] {
  const line = printable(`${indent}${name}: ${valueText(from)} → ${valueText(to)}`);
  if (Array.from(line).length <= width) return [line];
  const block = (mark: string, value: unknown): readonly string[] =>
    verbatim(valueText(value), Math.max(WIDTH_MIN, width - indent.length - 4)).map(
      (part, index) => `${indent}  ${index === 0 ? mark : ' '} ${part}`,
    );
  return [printable(`${indent}${name}:`), ...block(' ', from), ...block('→', to)];
}
