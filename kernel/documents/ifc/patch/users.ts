/** @module users: which records of a file refer to each record, as two columns. */
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { InstanceId } from '../read/instance-id.ts';
import { visitReferences } from '../read/spans.ts';
import type { StepFile } from '../read/step-file.ts';

/** The keyword of the ANCHOR section. */
const ANCHOR = 'ANCHOR;';
/** Records between two checkpoints. */
const CHUNK = 16_384;
const NOBODY = 4_294_967_295;

/**
 * The users of the records of a file. It needs 4 bytes for each record and 4 for each reference; a map of lists would
 * need some 100 bytes for each. The text is read twice: to count the users, then to list them.
 */
export class Users {
  /** For record n, its users are in `#users` from `#starts[n]` to `#starts[n + 1]`. */
  readonly #starts: Uint32Array;
  readonly #users: Uint32Array;
  /** Records that the ANCHOR section names (edition 3). */
  readonly anchored: ReadonlySet<number>;
  #largest = 0n;

  constructor(file: StepFile) {
    const starts = new Uint32Array(file.count + 1);
    const last = new Uint32Array(file.count).fill(NOBODY);
    this.#each(file, (to, from) => {
      if (last[to] === from) return;
      last[to] = from;
      starts[to] = (starts[to] ?? 0) + 1;
    });
    let sum = 0;
    for (let row = 0; row <= file.count; row += 1) {
      sum += starts[row] ?? 0;
      starts[row] = sum;
    }
    const users = new Uint32Array(sum);
    last.fill(NOBODY);
    this.#each(file, (to, from) => {
      if (last[to] === from) return;
      last[to] = from;
      const place = (starts[to] ?? 0) - 1;
      users[place] = from;
      starts[to] = place;
    });
    // Each range was filled from its end, so that its place is known without a further column.
    for (let row = 0; row < file.count; row += 1) {
      const [from = 0, to = 0] = [starts[row], starts[row + 1]];
      if (to > from + 1) users.subarray(from, to).reverse();
    }
    for (const id of file.externalIds) this.#note(id);
    this.anchored = anchorsOf(file);
    this.#starts = starts;
    this.#users = users;
  }

  /** The largest number of a record, of a record of another file, or in a reference. */
  get largest(): bigint {
    return this.#largest;
  }

  /** Records of the file that refer to one, as the file states it, each once, in their order. */
  of(row: number): Uint32Array {
    return this.#users.subarray(this.#starts[row] ?? 0, this.#starts[row + 1] ?? 0);
  }

  /** Calls `visit` for each reference to a record. What looks like a reference in an unreadable record is one. */
  #each(file: StepFile, visit: (to: number, from: number) => void): void {
    const text = { bytes: file.bytes, comments: file.comments };
    let from = 0;
    let largest = 0;
    const one = (id: InstanceId): void => {
      if (typeof id === 'string') this.#note(id);
      else if (id > largest) largest = id;
      const to = file.rowOf(id);
      if (to >= 0) visit(to, from);
    };
    for (; from < file.count; from += 1) {
      if (from % CHUNK === 0) {
        checkpoint({ done: from, total: file.count, doing: 'reading the references' });
      }
      const id = file.idOf(from);
      if (typeof id === 'string') this.#note(id);
      else if (id > largest) largest = id;
      const span = { from: file.openOf(from), to: file.limitOf(from) };
      visitReferences(text, span, one, file.isBroken(from));
    }
    this.#note(largest);
  }

  #note(id: InstanceId): void {
    const value = BigInt(id);
    if (value > this.#largest) this.#largest = value;
  }
}

/** The section is before the first record; its entries are `<name>=#12;`. */
function anchorsOf(file: StepFile): ReadonlySet<number> {
  const found = new Set<number>();
  const { bytes, comments } = file;
  const to = file.count > 0 ? file.beginOf(0) : 0;
  const from = bytes.subarray(0, to).lastIndexOf(ANCHOR, undefined, 'latin1');
  if (from < 0) return found;
  visitReferences({ bytes, comments }, { from, to }, (id) => found.add(file.rowOf(id)), true);
  return found;
}
