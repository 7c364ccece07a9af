/** @module guess-delimiter: recognises the delimiter of text from its first records. */
import { TaskStop } from '../../task/task-stop.ts';
import { CsvScan } from './scan.ts';

/** Delimiters that are recognised without being declared. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Number of records that are compared to recognise the delimiter. */
const SAMPLE_ROWS = 50;
/**
 * Smallest width of a table after a first record of one cell, which may be a title. Two cells may be a list in the only
 * column: `Names`, `Ann; Bob`.
 */
const WIDTH_AFTER_TITLE = 3;

/** How well a delimiter fits the first records. */
type Fit = {
  readonly delimiter: string;
  /** Cells with a quote that RFC 4180 does not allow: inside a plain cell, followed by text, or never closed. */
  readonly stray: number;
  /** Number of records with the most common width. */
  readonly agree: number;
  /** Whether the first record has that width. */
  readonly first: boolean;
  readonly width: number;
  /** Cells that begin with a blank, as after a comma in a sentence. */
  readonly blank: number;
};

/**
 * The delimiter with the fewest stray quotes; then the one for which most of the first records have the same number of
 * cells (at least 2), the first record among them; then the one with most cells. A comma if there is none.
 */
export function guessDelimiter(sample: string): string {
  let best: Fit | undefined;
  for (const delimiter of DELIMITERS) {
    const fit = fitOf(delimiter, sample);
    if (fit !== null && (best === undefined || isBetter(fit, best))) best = fit;
  }
  return best?.delimiter ?? ',';
}

function isBetter(one: Fit, other: Fit): boolean {
  const differences = [
    other.stray - one.stray,
    one.agree - other.agree,
    Number(one.first) - Number(other.first),
    one.width - other.width,
    other.blank - one.blank,
  ];
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}

/** Null if the delimiter does not split the records. */
function fitOf(delimiter: string, sample: string): Fit | null {
  const counts = new Map<number, number>();
  let [rows, firstWidth, blank] = [0, 0, 0];
  const scan = new CsvScan(delimiter, (cells) => {
    if (cells.length === 1 && cells[0] === '') return true;
    rows += 1;
    if (rows === 1) firstWidth = cells.length;
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    blank += cells.filter((cell) => cell.startsWith(' ')).length;
    return rows < SAMPLE_ROWS;
  });
  try {
    scan.push(sample);
    scan.end();
  } catch (error) {
    if (!(error instanceof TaskStop)) throw error;
  }
  let [width, agree] = [1, 0];
  const least = firstWidth === 1 ? WIDTH_AFTER_TITLE : 2;
  for (const [cells, count] of counts) {
    const isMore = count > agree || (count === agree && width !== firstWidth && cells > width);
    if (cells >= least && isMore) [width, agree] = [cells, count];
  }
  if (agree === 0) return null;
  const { text_after_quote, quote_in_text, open_quote_line } = scan.flaws;
  const stray = text_after_quote + quote_in_text + (open_quote_line === null ? 0 : 1);
  return { delimiter, stray, agree, first: width === firstWidth, width, blank };
}
