/** @module diagram-text: parses the text language of diagrams: boxes, arrows, rows of a table, rooms of a plan. */
import { TaskStop } from '../task/task-stop.ts';

/** A room of a plan: its lower left corner and size, mm, y upwards. */
export type DiagramRoom = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The parsed statements of a diagram, in order. `boxes`: text by id. */
export type Diagram = {
  readonly boxes: ReadonlyMap<string, string>;
  readonly arrows: readonly { readonly from: string; readonly to: string; readonly text: string }[];
  readonly rows: readonly (readonly string[])[];
  readonly rooms: readonly DiagramRoom[];
};

/** One-sentence description of the language, for refusals. */
export const DIAGRAM_LANGUAGE =
  'a diagram has one statement per line: `box ID "text"`, `ID -> ID "text"`, `row "cell" "cell"`, `room "text" X Y WIDTH HEIGHT` (mm)';

/** Largest number of statements of each kind, and of cells per row. */
const DIAGRAM_MAX = { boxes: 24, arrows: 48, rows: 24, cells: 8, rooms: 24 } as const;
const STATEMENT_START = /^\s*(?:(?:box|row|room)(?=\s|$)|[A-Za-z_]\w{0,39}\s*->)/;
const WORDS = /"[^"]*"|->|[^\s"]+|"/g;
const NUMBER = /^-?\d{1,7}$/;
const NAME = /^[A-Za-z_]\w{0,39}$/;

/** Whether a prompt is a diagram: it begins like a statement. */
export function isDiagram(prompt: string): boolean {
  return STATEMENT_START.test(prompt);
}

type Word = { readonly text: string; readonly column: number };

/** Parses a diagram. Throws `TaskStop` TOOL_FAIL with line and column of the first fault. */
export function parseDiagram(prompt: string): Diagram {
  const boxes = new Map<string, string>();
  const arrows: { from: string; to: string; text: string }[] = [];
  const rows: (readonly string[])[] = [];
  const rooms: DiagramRoom[] = [];
  for (const [index, source] of prompt.split(/\r?\n/).entries()) {
    const line = new Line(source, index + 1);
    const first = line.peek();
    if (first === '') continue;
    if (first === 'box') {
      line.take('box');
      const id = line.name();
      if (boxes.has(id)) throw line.fault(`box \`${id}\` is defined already`);
      boxes.set(id, line.quoted(id));
    } else if (first === 'row') {
      line.take('row');
      const cells = [line.quoted()];
      while (line.peek() !== '') cells.push(line.quoted());
      if (cells.length > DIAGRAM_MAX.cells) {
        throw line.fault(`a row has at most ${DIAGRAM_MAX.cells} cells`);
      }
      rows.push(cells);
    } else if (first === 'room') {
      line.take('room');
      const text = line.quoted();
      const [x, y, width, height] = [line.number(), line.number(), line.number(1), line.number(1)];
      rooms.push({ text, x, y, width, height });
    } else {
      const from = line.knownBox(boxes);
      line.take('->');
      arrows.push({ from, to: line.knownBox(boxes), text: line.quoted('') });
    }
    line.end();
    const counts = {
      boxes: boxes.size,
      arrows: arrows.length,
      rows: rows.length,
      rooms: rooms.length,
    };
    for (const [what, most] of Object.entries(DIAGRAM_MAX)) {
      const count = Object.entries(counts).find(([name]) => name === what)?.[1] ?? 0;
      if (count > most) throw line.fault(`a diagram has at most ${most} ${what}`);
    }
  }
  return { boxes, arrows, rows, rooms };
}

/** Reads the words of one line in order. */
class Line {
  readonly #words: readonly Word[];
  readonly #number: number;
  readonly #length: number;
  #at = 0;

  constructor(source: string, number: number) {
    this.#words = Array.from(source.matchAll(WORDS), (match) => ({
      text: match[0],
      column: match.index + 1,
    }));
    this.#number = number;
    this.#length = source.length;
  }

  peek(): string {
    return this.#words[this.#at]?.text ?? '';
  }

  fault(what: string): TaskStop {
    const column = this.#words[this.#at]?.column ?? this.#length + 1;
    const place = `line ${this.#number}, column ${column}`;
    return new TaskStop('TOOL_FAIL', `${place}: ${what}; ${DIAGRAM_LANGUAGE}`);
  }

  take(word: string): void {
    if (this.peek() !== word) throw this.fault(`expected \`${word}\``);
    this.#at += 1;
  }

  name(): string {
    return this.#next(NAME, 'a name of letters, digits and _');
  }

  knownBox(boxes: ReadonlyMap<string, string>): string {
    if (NAME.test(this.peek()) && !boxes.has(this.peek())) {
      throw this.fault(`no box \`${this.peek()}\` is defined above`);
    }
    return this.name();
  }

  quoted(absent?: string): string {
    if (absent !== undefined && this.peek() === '') return absent;
    return this.#next(/^"[^"]*"$/, 'a text in double quotes').slice(1, -1);
  }

  number(minimum = -9_999_999): number {
    const value = Number(this.peek());
    if (NUMBER.test(this.peek()) && value < minimum) {
      throw this.fault(`expected at least ${minimum}`);
    }
    return Number(this.#next(NUMBER, 'a whole number of millimetres'));
  }

  end(): void {
    if (this.peek() !== '') throw this.fault('expected the end of the line');
  }

  #next(pattern: RegExp, wanted: string): string {
    const word = this.peek();
    if (!pattern.test(word)) throw this.fault(`expected ${wanted}`);
    this.#at += 1;
    return word;
  }
}
