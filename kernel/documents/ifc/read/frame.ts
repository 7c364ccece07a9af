/** @module frame: the sections of a STEP file and their order (ISO 10303-21 edition 3, EXCHANGE_FILE). */
import { isHeaderName, type SectionName } from './keywords.ts';
import type { StepFaults } from './step-fault.ts';

/** Where a statement is. `other` is a place that is reported already; what is in it is read as far as possible. */
type Section = 'none' | 'header' | 'anchor' | 'reference' | 'data' | 'other';

const ORDER = ['HEADER', 'ANCHOR', 'REFERENCE', 'DATA'] as const;
const OPENED = {
  HEADER: 'header',
  ANCHOR: 'anchor',
  REFERENCE: 'reference',
  DATA: 'data',
} as const satisfies Record<SectionName, Section>;
const [HEADER, DATA] = [0, 3];
const ENTRY_EXPECTED = 'expected an entity of the header such as `FILE_NAME(…);`, or `ENDSEC;`';
const INSTANCE_EXPECTED = 'expected an instance such as `#1=IFCPROJECT(…);`, or `ENDSEC;`';
/** Maximum length of a quotation in a message, characters. */
const MAX_QUOTED = 60;

/** Follows the sections of a file, and reports once what is at a place where the grammar does not allow it. */
export class Frame {
  readonly #faults: StepFaults;
  #section: Section = 'none';
  /** Index of the last kind of section so far; -1 before the first one. */
  #last = -1;
  #headerAt: number | null = null;
  #hasData = false;
  /** Whether the statement before is an instance in the header, which is reported. */
  #isInHeader = false;
  /** Whether END-ISO-10303-21 was read. */
  hasEnd = false;

  constructor(faults: StepFaults) {
    this.#faults = faults;
  }

  get section(): Section {
    return this.#section;
  }

  /** Offset of the header; null if there is none. */
  get headerAt(): number | null {
    return this.#headerAt;
  }

  /** The keyword of a section. */
  open(name: SectionName, at: number): void {
    const place = ORDER.indexOf(name);
    if (place < this.#last) {
      this.#faults.add(at, null, `expected \`${name}\` before \`${ORDER[this.#last]}\``);
    } else if (place === this.#last && name !== 'DATA') {
      this.#faults.add(at, null, `expected one \`${name}\` section, found another one`);
    } else if (this.#isOpen()) {
      this.#faults.add(at, null, `expected \`ENDSEC;\` before \`${name}\``);
    }
    this.#last = Math.max(this.#last, place);
    if (name === 'HEADER') this.#headerAt ??= at;
    if (name === 'DATA') this.#hasData = true;
    this.#section = OPENED[name];
  }

  /** `ENDSEC`. */
  close(at: number): void {
    if (this.#section === 'none') this.#faults.add(at, null, '`ENDSEC` ends no section');
    this.#section = 'none';
    this.#isInHeader = false;
  }

  /** `END-ISO-10303-21`. Returns whether it is reported. */
  end(at: number): boolean {
    const isOpen = this.#isOpen();
    if (isOpen) this.#faults.add(at, null, 'expected `ENDSEC;` before `END-ISO-10303-21`');
    this.hasEnd = true;
    this.#section = 'other';
    return isOpen;
  }

  /** An instance. */
  instance(at: number): void {
    if (this.#section === 'none') {
      this.#leave(at, 'expected `DATA;` before an instance');
      this.#last = DATA;
    } else if (this.#section === 'header' && !this.#isInHeader) {
      this.#faults.add(at, null, `${ENTRY_EXPECTED}, found an instance`);
      this.#isInHeader = true;
    }
    this.#hasData = true;
  }

  /** Another statement that begins with a name. Returns whether it is an entity of the header. */
  named(name: string, at: number): boolean {
    this.#isInHeader = false;
    if (this.#section === 'header') return true;
    if (this.#section === 'none') {
      const isFirst = this.#last < HEADER && isHeaderName(name);
      const shown = name.slice(0, MAX_QUOTED);
      this.#leave(
        at,
        isFirst
          ? `expected \`HEADER;\` before \`${shown}\``
          : `expected a section or \`END-ISO-10303-21;\`, found \`${shown}\``,
      );
      if (isFirst) {
        this.#last = HEADER;
        this.#headerAt = at;
      }
    }
    return (this.#section === 'other' || this.#section === 'data') && isHeaderName(name);
  }

  /** Another statement that begins with no name. */
  unknown(at: number): void {
    if (this.#section === 'header') this.#faults.add(at, null, ENTRY_EXPECTED);
    else if (this.#section === 'data') this.#faults.add(at, null, INSTANCE_EXPECTED);
    else this.#leave(at, 'expected a section or `END-ISO-10303-21;`');
  }

  /** Reports the sections that a file lacks which was read to its end. */
  finish(at: number): void {
    if (!this.hasEnd) {
      this.#faults.add(at, null, 'the file ends before `END-ISO-10303-21;`');
    } else if (this.#headerAt === null) {
      this.#faults.add(at, null, 'the file has no HEADER section');
    } else if (!this.#hasData) {
      this.#faults.add(at, null, 'the file has no DATA section');
    }
  }

  /** Whether a section begins and does not end before this place. */
  #isOpen(): boolean {
    return this.#section !== 'none' && this.#section !== 'other';
  }

  #leave(at: number, fault: string): void {
    this.#faults.add(at, null, fault);
    this.#section = 'other';
  }
}
