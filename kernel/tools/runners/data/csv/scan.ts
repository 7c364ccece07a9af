/** @module scan: splits text into records by RFC 4180, accepting the deviations of spreadsheets. */
import { TaskStop } from '../../task/task-stop.ts';
import { TABLE_MAX } from '../bounds.ts';

/** Receives each record; `line` (from 1) is its first line. Returns false to end the scan. */
export type TakeRecord = (cells: string[], line: number) => boolean;

/** Deviations from RFC 4180 that were accepted. */
export type ScanFlaws = {
  /** Quoted cells with text between the closing quote and the delimiter; that text is kept. */
  text_after_quote: number;
  /** Plain cells with a quote inside; it is kept. */
  quote_in_text: number;
  /** The first line of a quoted cell that is not closed at the end of the file. */
  open_quote_line: number | null;
};

const QUOTE = 34;
const LF = 10;
const CR = 13;

type State = 'start' | 'plain' | 'quoted' | 'after-quote' | 'after-cr';

/**
 * A streaming scanner; its text may be cut anywhere. A record ends at CRLF, LF or CR. A cell that begins with a quote
 * is quoted, and a doubled quote in it is one quote; any other quote is an ordinary character. Nothing is trimmed or
 * converted. An empty line is a record of one empty cell.
 */
export class CsvScan {
  readonly flaws: ScanFlaws = {
    text_after_quote: 0,
    quote_in_text: 0,
    open_quote_line: null,
  };
  readonly #delimiter: number;
  readonly #take: TakeRecord;
  #state: State = 'start';
  #cell = '';
  #row: string[] = [];
  #begun = false;
  #line = 1;
  #rowLine = 1;
  #stopped = false;

  /** `delimiter`: one UTF-16 unit other than a quote or a line end. */
  constructor(delimiter: string, take: TakeRecord) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#take = take;
  }

  /** True after `take` has returned false. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Scans the next piece of text. Throws `TaskStop` BOUND_DATA for a cell or row that is too long. */
  push(text: string): void {
    let at = 0;
    while (at < text.length && !this.#stopped) {
      switch (this.#state) {
        case 'start':
          this.#begun = true;
          if (text.charCodeAt(at) === QUOTE) {
            this.#state = 'quoted';
            at += 1;
          } else {
            this.#state = 'plain';
          }
          break;
        case 'plain':
          at = this.#plain(text, at);
          break;
        case 'quoted':
          at = this.#quoted(text, at);
          break;
        case 'after-quote':
          at = this.#afterQuote(text, at);
          break;
        case 'after-cr':
          if (text.charCodeAt(at) === LF) at += 1;
          this.#state = 'start';
          break;
        default:
          this.#state satisfies never;
      }
    }
  }

  /** Ends the text: emits the last record if no line end closed it. */
  end(): void {
    if (this.#stopped || this.#state === 'after-cr' || !this.#begun) return;
    if (this.#state === 'quoted') this.flaws.open_quote_line = this.#rowLine;
    this.#endRow();
  }

  #plain(text: string, from: number): number {
    const delimiter = this.#delimiter;
    for (let begin = from; ;) {
      let at = begin;
      let unit = -1;
      for (; at < text.length; at += 1) {
        unit = text.charCodeAt(at);
        if (unit === delimiter || unit === LF || unit === CR) break;
      }
      this.#addPlain(text.slice(begin, at));
      if (at === text.length) return at;
      begin = at + 1;
      if (unit !== delimiter) {
        this.#line += 1;
        this.#endRow();
        this.#state = unit === CR ? 'after-cr' : 'start';
        return begin;
      }
      this.#endCell();
      // The common case: an unquoted cell
      if (begin === text.length || text.charCodeAt(begin) === QUOTE) {
        this.#state = 'start';
        return begin;
      }
    }
  }

  #quoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    const to = quote < 0 ? text.length : quote;
    const piece = text.slice(from, to);
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) this.#line += 1;
    this.#add(piece);
    if (quote < 0) return to;
    this.#state = 'after-quote';
    return quote + 1;
  }

  #afterQuote(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      this.#add('"');
      this.#state = 'quoted';
      return at + 1;
    }
    if (unit !== this.#delimiter && unit !== LF && unit !== CR) this.flaws.text_after_quote += 1;
    this.#state = 'plain';
    return at;
  }

  #addPlain(piece: string): void {
    if (piece.includes('"')) this.flaws.quote_in_text += 1;
    this.#add(piece);
  }

  #add(piece: string): void {
    this.#cell = this.#cell === '' ? piece : this.#cell + piece;
    if (this.#cell.length > TABLE_MAX.cell_chars) {
      throw new TaskStop(
        'BOUND_DATA',
        `the record at line ${this.#rowLine} has a cell of more than ${TABLE_MAX.cell_chars} characters; is a quote left open?`,
        { line: this.#rowLine },
      );
    }
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#cell = '';
    if (this.#row.length > TABLE_MAX.columns) {
      throw new TaskStop(
        'BOUND_DATA',
        `the record at line ${this.#rowLine} has more than ${TABLE_MAX.columns} cells`,
        { line: this.#rowLine },
      );
    }
  }

  #endRow(): void {
    this.#endCell();
    const row = this.#row;
    this.#row = [];
    this.#begun = false;
    if (!this.#take(row, this.#rowLine)) this.#stopped = true;
    this.#rowLine = this.#line;
  }
}
