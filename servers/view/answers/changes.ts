/** @module changes: what differs between two moments. */
import { authorsOf } from '../../../kernel/building/comparison/authors.ts';
import { type Comparison, compareViews } from '../../../kernel/building/comparison/comparison.ts';
import type { ComparisonRow } from '../../../kernel/building/comparison/row.ts';
import { wall } from '../../../kernel/building/kinds/wall/wall.ts';
import { comparisonBcf } from '../../../kernel/documents/comparison/comparison-bcf.ts';
import { comparisonCsv } from '../../../kernel/documents/comparison/comparison-csv.ts';
import { guidOf } from '../../../kernel/documents/ifc/guid.ts';
import type { Looking, Seen } from '../looking/looking.ts';
import { ASKS } from '../protocol/asks.ts';
import {
  changeClass,
  type ChangedParam,
  type ChangeRow,
  type ChangesAnswer,
} from '../protocol/changes.ts';
import type { Moment } from '../protocol/moment.ts';
import { inMetres, type Origin, sceneBox } from '../shapes/scene-box.ts';
import { bytesAnswer, jsonAnswer } from './answer.ts';
import { namesOf } from './names.ts';

/** Maximum number of listed changes. */
const MOST = 20_000;

/** The changes from one moment to another. */
export const changesAnswer = jsonAnswer(
  'changes',
  ASKS.changes,
  async ({ from, to, origin_mm }, looking) => {
    const sides = await sidesAt(looking, from, to);
    return await withAuthors(changesOf(sides, origin_mm), sides, looking);
  },
);

/** The changes as a file: CSV with a row for each element, or BCF with a topic for each change and what follows from it. */
export const changesFileAnswer = bytesAnswer(
  'changes_file',
  ASKS.changes_file,
  async ({ from, to, format }, looking) => {
    const sides = await sidesAt(looking, from, to);
    const compared = compareViews(sides.from.view, sides.to.view);
    if (format === 'csv') {
      const authors = await authorsIn(sides, compared.rows);
      const bytes = Buffer.from(comparisonCsv(compared.rows, authors));
      return { media_type: 'text/csv; charset=utf-8', bytes: Uint8Array.from(bytes) };
    }
    return { media_type: 'application/octet-stream', bytes: bcfOf(compared, sides, looking) };
  },
);

/** Groups of changes above this number are written by level. */
const MOST_TOPICS = 500;

function bcfOf(
  compared: Comparison,
  { from, to }: SeenSides,
  looking: Looking,
): Uint8Array<ArrayBuffer> {
  const [before, after] = [from.view, to.view];
  const own = compared.rows.filter(({ cause }) => cause === null).length;
  const bytes = comparisonBcf(compared, {
    before,
    after,
    project: { key: looking.workspace, name: 'Plumbline' },
    key: `${momentKey(from)} ${momentKey(to)}`,
    by: own > MOST_TOPICS ? 'level' : 'cause',
    at: looking.now().toISOString(),
    author: looking.viewer.name,
    version: '2.1',
    guidOf: (id) => guidOf(id, after.element(id) === undefined ? before : after),
  });
  return Uint8Array.from(bytes);
}

/** Names a moment without a position that counts hidden events. */
function momentKey({ shown: { branch, seq, plan } }: Seen): string {
  return `${branch} ${seq ?? ''} ${plan ?? ''}`;
}

/** Two moments as one person sees them. */
export type SeenSides = { readonly from: Seen; readonly to: Seen };

/** Both moments of a comparison. */
async function sidesAt(looking: Looking, from: Moment, to: Moment): Promise<SeenSides> {
  return { from: await looking.at(from), to: await looking.at(to) };
}

/** The changes between two seen moments. */
export function changesOf({ from, to }: SeenSides, origin_mm?: Origin): ChangesAnswer {
  const { rows } = compareViews(from.view, to.view);
  const origin = origin_mm ?? sceneBox(to.view).origin;
  const counts = { created: 0, modified: 0, moved: 0, deleted: 0, follows: 0 };
  for (const row of rows) counts[changeClass(row)] += 1;
  return {
    from: from.shown,
    to: to.shown,
    counts,
    rows: rows.slice(0, MOST).map((row) => changeRow(row, origin)),
    total: rows.length,
  };
}

/** The last authors of changed elements; null for a plan, which has none yet. */
async function authorsIn(
  { from, to }: SeenSides,
  rows: readonly { readonly id: string }[],
): Promise<Awaited<ReturnType<typeof authorsOf>> | null> {
  if (from.shown.plan !== null || to.shown.plan !== null) return null;
  const from_seq = from.shown.branch === to.shown.branch ? Math.min(from.seq, to.seq) : 0;
  const later = from.seq > to.seq && from_seq > 0 ? from : to;
  return await authorsOf(
    later.view,
    { from_seq, to_seq: later.seq },
    rows.map(({ id }) => id),
  );
}

/** The changes with the names of their last authors. */
async function withAuthors(
  changes: ChangesAnswer,
  sides: SeenSides,
  looking: Looking,
): Promise<ChangesAnswer> {
  const authors = await authorsIn(sides, changes.rows);
  if (authors === null) return changes;
  const names = await namesOf(looking.reader);
  const rows: ChangeRow[] = [];
  for (const row of changes.rows) {
    const author = authors.get(row.id);
    if (author === undefined) {
      rows.push(row);
      continue;
    }
    const { at, reasoning, approval_id } = author;
    rows.push({ ...row, by: { ...names(author), at, reasoning, approval_id } });
  }
  return { ...changes, rows };
}

function changeRow(row: ComparisonRow, origin: Origin): ChangeRow {
  const { id, kind, name, level_id, change, cause, geometry, data, text } = row;
  const { params, measures, box_before, box_after } = row;
  return {
    id,
    kind,
    name,
    level_id,
    change,
    cause,
    geometry,
    data,
    text,
    params: [
      ...params.map(changedParam),
      ...measures.map((measure) => changedMeasure(kind, measure)),
    ],
    box_before: box_before === null ? null : inMetres(box_before, origin),
    box_after: box_after === null ? null : inMetres(box_after, origin),
    by: null,
  };
}

function changedParam({ label, unit, from, to }: ComparisonRow['params'][number]): ChangedParam {
  return { label, from: textOf(from), to: textOf(to), unit: unit === 'deg' ? '°' : (unit ?? '') };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const { x, y, z } = Object(value);
  if (typeof x !== 'number' || typeof y !== 'number') return JSON.stringify(value);
  return typeof z === 'number' ? `(${x}, ${y}, ${z})` : `(${x}, ${y})`;
}

type Measure = ComparisonRow['measures'][number]['name'];

/** The measures with the units in which people read them. */
const MEASURES: Readonly<Record<Measure, readonly [label: string, unit: string, divisor: number]>> =
  {
    length_mm: ['length', 'mm', 1],
    perimeter_mm: ['perimeter', 'm', 1e3],
    area_mm2: ['area', 'm²', 1e6],
    volume_mm3: ['volume', 'm³', 1e9],
  };

function changedMeasure(
  kind: string,
  { name, from, to }: ComparisonRow['measures'][number],
): ChangedParam {
  const [word, unit, divisor] = MEASURES[name];
  const label = kind === wall.kind && name === 'length_mm' ? 'axis length' : word;
  const shown = (value: number | undefined): string =>
    value === undefined ? '' : String(Math.round((value / divisor) * 1000) / 1000);
  return { label, from: shown(from), to: shown(to), unit };
}
