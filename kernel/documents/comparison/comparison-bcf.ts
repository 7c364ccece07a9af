/** @module comparison bcf: the changes of a comparison as BCF topics, one for each group. */
import { codePointEscape, withoutUnseen } from '../../base/text/invisible-characters.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import type { Comparison } from '../../building/comparison/comparison.ts';
import type { ComparisonRow, RowChange } from '../../building/comparison/row.ts';
import { type GroupedBy, groupedRows, type RowGroup } from '../../building/comparison/summary.ts';
import { type Box3, boxUnion } from '../../building/geometry/vector.ts';
import { occupancyOf } from '../../building/kinds/facets/per-element.ts';
import type { ModelView } from '../../building/model/view.ts';
import { bcfArchive } from '../bcf/archive.ts';
import type { BcfTopic, BcfVersion, BcfViewpoint } from '../bcf/topic.ts';
import { cameraAt } from '../bcf/viewpoints.ts';
import type { Rgb } from '../raster/raster.ts';

export type ComparisonBcfOptions = {
  /** The compared views; elements that exist only in the first one are looked up there. */
  readonly before: ModelView;
  readonly after: ModelView;
  /** `key` is the permanent identifier of the project. */
  readonly project: { readonly key: string; readonly name: string };
  /** Permanent identifier of the two moments, from which the GUIDs of topics are derived. */
  readonly key: string;
  readonly by: GroupedBy;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly author: string;
  readonly version: BcfVersion;
  /** GlobalId of an element of either view. */
  readonly guidOf: (element_id: string) => string;
};

/** Maximum number of topics: a larger comparison is grouped by level or kind. */
const MAX_TOPICS = 5000;
/** Maximum number of rows that a topic describes and selects. */
const MAX_ROWS = 100;
const TITLE_CHARS = 200;

/** Colours of elements by their change; deleted elements are not in the later model. */
const COLOURS: Readonly<Record<RowChange, Rgb>> = {
  created: [46, 160, 67],
  modified: [214, 158, 0],
  moved: [37, 99, 235],
  deleted: [203, 36, 49],
};

/**
 * The comparison as a BCF file with a topic for each group of changes. GUIDs depend only on `key` and the group, so they
 * are the same in every export.
 * @throws {RangeError} for more than 5,000 groups.
 */
export function comparisonBcf({ rows }: Comparison, options: ComparisonBcfOptions): Buffer {
  const groups = groupedRows(rows, options.by);
  if (groups.length > MAX_TOPICS) {
    throw new RangeError(
      `${groups.length} groups of changes, expected at most ${MAX_TOPICS}: group by level or kind`,
    );
  }
  const topics: BcfTopic[] = [];
  for (const [done, group] of groups.entries()) {
    checkpoint({ done, total: groups.length, doing: 'topics' });
    topics.push(topicOf(group, options));
  }
  const { project, version, guidOf } = options;
  return bcfArchive({ project, topics, version, guidOf });
}

function topicOf(group: RowGroup, options: ComparisonBcfOptions): BcfTopic {
  const { key, at, author, by } = options;
  const own = `change ${key} ${by} ${group.key ?? ''}`;
  const listed = group.rows.slice(0, MAX_ROWS);
  const viewpoint = viewpointOf(own, listed, options);
  return {
    key: own,
    title: shortened(titleOf(group, by)),
    description: descriptionOf(group, listed),
    type: 'Change',
    status: 'Active',
    priority: 'Medium',
    labels: [...new Set(group.rows.map(({ change }) => change))],
    at,
    author,
    comments: listed.map((row) => ({
      key: `comment ${own} ${row.id}`,
      text: sentenceOf(row),
      viewpoint: viewpoint?.key ?? null,
    })),
    viewpoints: viewpoint === null ? [] : [viewpoint],
  };
}

function titleOf({ label, rows }: RowGroup, by: GroupedBy): string {
  const [first] = rows;
  if (by === 'cause' && first !== undefined) return sentenceOf(first);
  const what = by === 'level' ? (label ?? 'Without a level') : (label ?? '');
  return `${what}: ${rows.length} ${rows.length === 1 ? 'change' : 'changes'}`;
}

function sentenceOf({ kind, name, id, text }: ComparisonRow): string {
  const shown = name === null ? id : `${withoutUnseen(name, codePointEscape)} (${id})`;
  return `${kind} ${shown}: ${text}`;
}

function shortened(title: string): string {
  return title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS - 1)}…` : title;
}

function descriptionOf({ rows }: RowGroup, listed: readonly ComparisonRow[]): string {
  const more = rows.length - listed.length;
  return [...listed.map(sentenceOf), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** A viewpoint that shows the places before and after; null if the rows have none. */
function viewpointOf(
  key: string,
  rows: readonly ComparisonRow[],
  { before, after }: ComparisonBcfOptions,
): BcfViewpoint | null {
  const boxes = rows.flatMap(({ box_before, box_after }) => [box_before, box_after]);
  const around = boxes.reduce<Box3 | null>(
    (all, box) => (box === null ? all : all === null ? box : boxUnion(all, box)),
    null,
  );
  if (around === null) return null;
  const elements = rows.flatMap(({ id }) => after.element(id) ?? before.element(id) ?? []);
  const kinds = elements.map((element) => after.kinds.of(element));
  const coloured = (['created', 'modified', 'moved', 'deleted'] as const).flatMap((change) => {
    const element_ids = rows.filter((row) => row.change === change).map(({ id }) => id);
    return element_ids.length === 0 ? [] : [{ colour: COLOURS[change], element_ids }];
  });
  return {
    key: `viewpoint ${key}`,
    camera: cameraAt(around),
    selected: rows.map(({ id }) => id),
    coloured,
    shows_spaces: elements.some((element) => occupancyOf(element, after.kinds) === 'space'),
    shows_openings: kinds.some(({ body, fills }) => body === 'none' && fills !== 'none'),
    snapshot: null,
  };
}
