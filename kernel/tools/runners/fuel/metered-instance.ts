/** @module metered-instance: the fuel counter, memory limit and memory image of one running metered module. */
import { FUEL_EXPORT, FUEL_GLOBAL_PREFIX } from './meter.ts';

/** Bytes in one page of WebAssembly memory. */
export const PAGE_BYTES = 65_536;

/** All mutable state of an instance, for restoring it bit for bit. */
export type MemoryImage = {
  /** Pages in use when the image was taken. */
  readonly pages: number;
  readonly bytes: Uint8Array;
  readonly globals: ReadonlyMap<string, bigint | number>;
  /** The globals of each side module, in the order of `adoptSide`. */
  readonly sides: readonly ReadonlyMap<string, bigint | number>[];
};

/** Limits of one run: fuel in units, memory in bytes (the module's whole memory plus what the host holds for it). */
export type MeterLimits = { readonly fuel: bigint; readonly mem_bytes: number };

/** Reads and sets the counters that `meter` exported. Throws `TypeError` if the module was not metered. */
export class MeteredInstance {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Readonly<Record<string, unknown>>;
  #report: BigInt64Array | undefined;
  readonly #sides: Readonly<Record<string, unknown>>[] = [];
  readonly #left: WebAssembly.Global;
  readonly #pages: WebAssembly.Global;
  readonly #pagesMax: WebAssembly.Global;
  #limit = 0n;
  #usedAtStop: bigint | undefined;
  #memBytes = 0;
  #heldBytes = 0;
  #heldHighWater = 0;

  constructor(exports: Readonly<Record<string, unknown>>) {
    const memory = exports['memory'];
    if (!(memory instanceof WebAssembly.Memory)) throw new TypeError('no memory is exported');
    this.memory = memory;
    this.#exports = exports;
    this.#left = globalOf(exports, FUEL_EXPORT.left);
    this.#pages = globalOf(exports, FUEL_EXPORT.pages);
    this.#pagesMax = globalOf(exports, FUEL_EXPORT.pages_max);
  }

  /** The counters for side modules to import. */
  get counters(): Readonly<Record<string, WebAssembly.Global>> {
    return { left: this.#left, pages: this.#pages, pages_max: this.#pagesMax };
  }

  /** Includes the globals of a side module in future images. */
  adoptSide(exports: Readonly<Record<string, unknown>>): void {
    this.#sides.push(exports);
  }

  /** Sets the shared memory to which `reportUse` writes the used fuel, for another thread to read. */
  reportTo(report: BigInt64Array | undefined): void {
    this.#report = report;
  }

  /** Writes the used fuel. Called when the module calls its host: the counter can be read only then. */
  reportUse(): void {
    if (this.#report !== undefined) Atomics.store(this.#report, 0, this.used);
  }

  /** Starts a run: resets the counters and sets the limits. */
  start(limits: MeterLimits): void {
    this.#limit = limits.fuel;
    this.#usedAtStop = undefined;
    this.#memBytes = limits.mem_bytes;
    this.#heldHighWater = this.#heldBytes;
    this.#left.value = limits.fuel;
    this.#capPages();
  }

  /** Charges units for work of the host on the module's behalf. Below zero, the module stops at its next charge. */
  charge(units: number): void {
    this.#left.value = this.#fuelLeft() - BigInt(units);
  }

  /** Uses up all fuel, so that the module stops at its next charge, even if it catches exceptions. */
  stop(): void {
    this.#usedAtStop ??= this.used;
    this.#left.value = -1n;
  }

  /**
   * Runs work that is charged only if it returns a value. If it returns `undefined`, throws or exhausts the fuel,
   * restores the counters and returns `undefined`. Memory that the work took stays allocated; see `highWaterBytes`.
   */
  chargedIfDefined<T>(work: () => T | undefined): T | undefined {
    const left = this.#fuelLeft();
    const stopped = this.#usedAtStop;
    let made: T | undefined;
    try {
      made = work();
    } catch {
      // Work that fails does not count
      made = undefined;
    }
    if (made !== undefined && !this.exhausted) return made;
    this.#left.value = left;
    this.#usedAtStop = stopped;
    return undefined;
  }

  /** Units used since `start`: exactly the limit after exhaustion, and the use before the call after `stop`. */
  get used(): bigint {
    if (this.#usedAtStop !== undefined) return this.#usedAtStop;
    const left = this.#fuelLeft();
    return left < 0n ? this.#limit : this.#limit - left;
  }

  get exhausted(): boolean {
    return this.#fuelLeft() < 0n;
  }

  /** Pages as the module sees them; real memory may be larger. */
  get pages(): number {
    return Number(this.#pages.value);
  }

  /** Upper limit of the module's memory in this run, in bytes. */
  get capBytes(): number {
    return Number(this.#pagesMax.value) * PAGE_BYTES;
  }

  /** Bytes of module memory, which never shrinks within a run, plus the peak of bytes that the host held. */
  get highWaterBytes(): number {
    return this.pages * PAGE_BYTES + this.#heldHighWater;
  }

  /**
   * Sets the number of bytes that the host holds for the program (its files). If they do not fit, returns false and
   * changes nothing.
   */
  hold(bytes: number): boolean {
    if (this.pages * PAGE_BYTES + bytes > this.#memBytes) return false;
    this.#heldBytes = bytes;
    this.#heldHighWater = Math.max(this.#heldHighWater, bytes);
    this.#capPages();
    return true;
  }

  /** Counts bytes that the host needs temporarily. If they do not fit, returns false and changes nothing. */
  borrow(bytes: number): boolean {
    const held = this.#heldBytes + bytes;
    if (this.pages * PAGE_BYTES + held > this.#memBytes) return false;
    this.#heldHighWater = Math.max(this.#heldHighWater, held);
    return true;
  }

  /**
   * Grows to `pages` on the module's behalf, like memory.grow. Returns false if the limit or the machine does not allow
   * it.
   */
  growTo(pages: number): boolean {
    const before = this.pages;
    if (pages <= before) return true;
    if (pages > Number(this.#pagesMax.value)) return false;
    const real = this.memory.buffer.byteLength / PAGE_BYTES;
    // Grows by a quarter if possible, because an engine may copy all memory each time
    if (
      pages > real &&
      !this.#tryGrow(Math.max(pages - real, real >> 2)) &&
      !this.#tryGrow(pages - real)
    ) {
      return false;
    }
    this.#pages.value = pages;
    this.charge(((pages - before) * PAGE_BYTES) / 16);
    return true;
  }

  /** Sets the module's page count to the real memory size, after the glue has grown the memory. */
  adoptSize(): void {
    this.#pages.value = this.memory.buffer.byteLength / PAGE_BYTES;
  }

  /** Takes an image for `putBack`. */
  takeImage(): MemoryImage {
    return {
      pages: this.pages,
      bytes: new Uint8Array(this.memory.buffer).slice(),
      globals: globalsOf(this.#exports),
      sides: this.#sides.map(globalsOf),
    };
  }

  /** Restores an image: memory, zeros above it, the module's globals and its page count. */
  putBack(image: MemoryImage): void {
    if (image.bytes.length > this.memory.buffer.byteLength) {
      this.memory.grow((image.bytes.length - this.memory.buffer.byteLength) / PAGE_BYTES);
    }
    const memory = new Uint8Array(this.memory.buffer);
    memory.set(image.bytes);
    memory.fill(0, image.bytes.length);
    for (const [name, value] of image.globals) globalOf(this.#exports, name).value = value;
    for (const [index, globals] of image.sides.entries()) {
      const exports = this.#sides[index] ?? {};
      for (const [name, value] of globals) globalOf(exports, name).value = value;
    }
    this.#pages.value = image.pages;
    this.#heldBytes = 0;
    this.#heldHighWater = 0;
  }

  #tryGrow(pages: number): boolean {
    try {
      this.memory.grow(pages);
      return true;
    } catch {
      return false; // Above the module's maximum, or no address space left
    }
  }

  #fuelLeft(): bigint {
    const value = this.#left.value;
    if (typeof value !== 'bigint') throw new TypeError('the fuel counter is not a 64-bit integer');
    return value;
  }

  #capPages(): void {
    this.#pagesMax.value = Math.max(0, Math.floor((this.#memBytes - this.#heldBytes) / PAGE_BYTES));
  }
}

function globalsOf(
  exports: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, bigint | number> {
  const globals = new Map<string, bigint | number>();
  for (const [name, value] of Object.entries(exports)) {
    if (!name.startsWith(FUEL_GLOBAL_PREFIX) || !(value instanceof WebAssembly.Global)) continue;
    const current = value.value;
    if (typeof current === 'bigint' || typeof current === 'number') globals.set(name, current);
  }
  return globals;
}

function globalOf(exports: Readonly<Record<string, unknown>>, name: string): WebAssembly.Global {
  const value = exports[name];
  if (!(value instanceof WebAssembly.Global)) {
    throw new TypeError(`no global \`${name}\` is exported`);
  }
  return value;
}
