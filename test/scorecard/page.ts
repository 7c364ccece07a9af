/** @module page: the published scorecard as Markdown. */
import { isWithoutHole } from '../../kernel/documents/ifc/recognise/hosted-reason.ts';
import { RECOGNISER_VERSION } from '../../kernel/documents/ifc/recognise/recogniser-version.ts';
import type { ScoredFile } from './files.ts';
import type { Score } from './score.ts';

/** A file with its scorecard. */
export type Scored = { readonly file: ScoredFile; readonly score: Score };

/** Classes with a column of their own. */
const CLASSES = [
  'IfcWall',
  'IfcOpeningElement',
  'IfcDoor',
  'IfcWindow',
  'IfcSlab',
  'IfcSpace',
  'IfcColumn',
  'IfcBeam',
  'IfcFooting',
] as const;
/** Number of reasons on the page. */
const REASONS = 40;

/** The line that says which recogniser the page is about. */
export const VERSION_LINE = `Version ${RECOGNISER_VERSION} of the recogniser.`;

/** The page over files. */
export function pageOf(scored: readonly Scored[]): string {
  const heads = CLASSES.map((name) => name.replace(/^Ifc/u, '').replace('Element', ''));
  return [
    '# Scorecard of imports',
    '',
    'How much of public IFC files becomes editable. An element counts as parametric only if the body that Plumbline builds from its parameters equals the body in the file: volume within 0.1 %, box within 1 mm. A stair, railing or curtain wall also counts if its measures are those in the file, whose mesh it then keeps as its appearance; its reason says so. `npm run scorecard` makes this page from the files that are there; `plumbline import FILE --scorecard` prints the same for a file of yours.',
    '',
    VERSION_LINE,
    '',
    '## By class',
    '',
    'Possible are the products that have a body; of openings, doors and windows only those in a hole of a wall, slab or roof. A window that neither fills an opening nor fits a hole, for example, has no size that recognition could prove.',
    '',
    ...table([
      [
        'class',
        'products',
        'parametric',
        '%',
        'possible',
        '% of these',
        'body',
        'data only',
        'refused',
      ],
      ...totals(scored),
    ]),
    '',
    '## By file',
    '',
    'Cells: parametric of all. Time is processor time of reading, recognition and proof; memory is in addition to the program and the text of the file.',
    '',
    ...table([
      ['file', 'tool', 'schema', 'kB', 'products', 'ms', 'MB', ...heads],
      ...scored.map(rowOf),
    ]),
    '',
    '## Reasons',
    '',
    ...table([['products', 'class', 'outcome', 'reason'], ...reasons(scored)]),
    '',
    '## Sources',
    '',
    ...table([
      ['file', 'source', 'licence'],
      ...scored.map(({ file: { name, source, licence } }) => [name, source, licence]),
    ]),
    '',
  ].join('\n');
}

function rowOf({ file, score }: Scored): readonly string[] {
  return [
    file.name,
    file.tool,
    score.schema,
    String(Math.round(score.bytes / 1000)),
    String(score.products),
    String(score.cpu_ms),
    String(score.memory_mb),
    ...CLASSES.map((name) => {
      const counts = score.classes[name];
      return counts === undefined ? '' : `${counts.parametric}/${sumOf(counts)}`;
    }),
  ];
}

type Counts = Score['classes'][string];

function sumOf({ parametric, body, data_only, refused }: Counts): number {
  return parametric + body + data_only + refused;
}

function totals(scored: readonly Scored[]): readonly (readonly string[])[] {
  const sums = new Map<string, Counts>();
  for (const { score } of scored) {
    for (const [name, counts] of Object.entries(score.classes)) {
      const known = sums.get(name) ?? { parametric: 0, body: 0, data_only: 0, refused: 0 };
      sums.set(name, {
        parametric: known.parametric + counts.parametric,
        body: known.body + counts.body,
        data_only: known.data_only + counts.data_only,
        refused: known.refused + counts.refused,
      });
    }
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, counts]) => {
      const all = sumOf(counts);
      const { parametric, body, data_only, refused } = counts;
      const possible = all - data_only - withoutHole(scored, name);
      const ofPossible = [String(possible), shareOf(parametric, possible)];
      return [name, String(all), String(parametric), shareOf(parametric, all)]
        .concat(ofPossible)
        .concat([body, data_only, refused].map(String));
    });
}

function shareOf(part: number, all: number): string {
  return all === 0 ? '' : ((100 * part) / all).toFixed(1);
}

/** Number of products of a class that have a body but no hole in a wall or slab. */
function withoutHole(scored: readonly Scored[], name: string): number {
  return scored
    .flatMap(({ score }) => score.reasons)
    .filter((one) => one.class === name && one.outcome !== 'data_only' && isWithoutHole(one.reason))
    .reduce((sum, { count }) => sum + count, 0);
}

function reasons(scored: readonly Scored[]): readonly (readonly string[])[] {
  const sums = new Map<string, { readonly cells: readonly string[]; readonly count: number }>();
  for (const { score } of scored) {
    for (const { class: name, outcome, reason, count } of score.reasons) {
      const key = `${name}\n${outcome}\n${reason}`;
      const known = sums.get(key)?.count ?? 0;
      sums.set(key, { cells: [name, outcome.replace('_', ' '), reason], count: known + count });
    }
  }
  return [...sums]
    .toSorted(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
    .slice(0, REASONS)
    .map(([, { cells, count }]) => [String(count)].concat(cells));
}

/** A table; the first row is the head. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const lines = rows.map((row) => `| ${row.map(cellText).join(' | ')} |`);
  const rule = `|${'---|'.repeat(rows[0]?.length ?? 0)}`;
  return [lines[0] ?? '', rule, ...lines.slice(1)];
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
}
