/** @module metered-instance: the counters and the memory image of one running metered module. */
import { FUEL_EXPORT, FUEL_GLOBAL_PREFIX } from './meter.ts';

/** Bytes in one page of WebAssembly memory. */
export const PAGE_BYTES = 65_536;

/** Everything of an instance that its code can change, so that it can be put back bit for bit. */
export type MemoryImage = {
  /** Pages in use when the image was taken. */
  readonly pages: number;
  readonly bytes: Uint8Array;
  readonly globals: ReadonlyMap<string, bigint | number>;
};

/** Limits of one run: fuel in units, memory in bytes (the module's whole memory and what the host holds for it). */
export type MeterLimits = { readonly fuel: bigint; readonly mem_bytes: number };

/** Reads and sets the counters that `meter` exported. Throws `TypeError` if the module was not metered. */
export class MeteredInstance {
  readonly memory: WebAssembly.Memory;
  readonly #exports: Readonly<Record<string, unknown>>;
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

  /** Starts a run: all counters at zero, limits set. */
  start(limits: MeterLimits): void {
    this.#limit = limits.fuel;
    this.#usedAtStop = undefined;
    this.#memBytes = limits.mem_bytes;
    this.#heldHighWater = this.#heldBytes;
    this.#left.value = limits.fuel;
    this.#capPages();
  }

  /** Takes units for work that the host does on the module's behalf; the module stops at its next charge below zero. */
  charge(units: number): void {
    this.#left.value = this.#fuelLeft() - BigInt(units);
  }

  /** Uses all fuel up, so that the module stops at its next charge whatever it catches. */
  stop(): void {
    this.#usedAtStop ??= this.used;
    this.#left.value = -1n;
  }

  /** Units used since `start`; at exhaustion exactly the limit, after `stop` what was used until then. */
  get used(): bigint {
    if (this.#usedAtStop !== undefined) return this.#usedAtStop;
    const left = this.#fuelLeft();
    return left < 0n ? this.#limit : this.#limit - left;
  }

  get exhausted(): boolean {
    return this.#fuelLeft() < 0n;
  }

  /** Pages that the module believes it has. */
  get pages(): number {
    return Number(this.#pages.value);
  }

  /** What the module's memory may reach in this run, in bytes. */
  get capBytes(): number {
    return Number(this.#pagesMax.value) * PAGE_BYTES;
  }

  /** Bytes of module memory in use now; it never shrinks within a run, plus the most that the host held. */
  get highWaterBytes(): number {
    return this.pages * PAGE_BYTES + this.#heldHighWater;
  }

  /** Bytes that the host holds for the program (its files). False, and nothing changed, where memory has no room for them. */
  hold(bytes: number): boolean {
    if (this.pages * PAGE_BYTES + bytes > this.#memBytes) return false;
    this.#heldBytes = bytes;
    this.#heldHighWater = Math.max(this.#heldHighWater, bytes);
    this.#capPages();
    return true;
  }

  /** Grows to `pages` on the module's behalf, as memory.grow would. False where the cap or the machine refuses. */
  growTo(pages: number): boolean {
    const before = this.pages;
    if (pages <= before) return true;
    if (pages > Number(this.#pagesMax.value)) return false;
    const real = this.memory.buffer.byteLength / PAGE_BYTES;
    // By a quarter where it can: an engine may copy all of a memory that grows
    if (
      pages > real &&
      !this.#grows(Math.max(pages - real, real >> 2)) &&
      !this.#grows(pages - real)
    )
      return false;
    this.#pages.value = pages;
    this.charge(((pages - before) * PAGE_BYTES) / 16);
    return true;
  }

  /** Takes the machine's memory size as the module's, after something else has grown it. */
  adoptSize(): void {
    this.#pages.value = this.memory.buffer.byteLength / PAGE_BYTES;
  }

  /** Takes the image to which `putBack` returns. */
  takeImage(): MemoryImage {
    const globals = new Map<string, bigint | number>();
    for (const [name, value] of Object.entries(this.#exports)) {
      if (!name.startsWith(FUEL_GLOBAL_PREFIX) || !(value instanceof WebAssembly.Global)) continue;
      const current = value.value;
      if (typeof current === 'bigint' || typeof current === 'number') globals.set(name, current);
    }
    return { pages: this.pages, bytes: new Uint8Array(this.memory.buffer).slice(), globals };
  }

  /** Puts an image back: memory, everything above it zero, the module's globals, its page count. */
  putBack(image: MemoryImage): void {
    if (image.bytes.length > this.memory.buffer.byteLength)
      this.memory.grow((image.bytes.length - this.memory.buffer.byteLength) / PAGE_BYTES);
    const memory = new Uint8Array(this.memory.buffer);
    memory.set(image.bytes);
    memory.fill(0, image.bytes.length);
    for (const [name, value] of image.globals) globalOf(this.#exports, name).value = value;
    this.#pages.value = image.pages;
    this.#heldBytes = 0;
    this.#heldHighWater = 0;
  }

  #grows(pages: number): boolean {
    try {
      this.memory.grow(pages);
      return true;
    } catch {
      return false; // Above the module's ceiling, or no address space left; the caller tells the module so
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

function globalOf(exports: Readonly<Record<string, unknown>>, name: string): WebAssembly.Global {
  const value = exports[name];
  if (!(value instanceof WebAssembly.Global))
    throw new TypeError(`no global \`${name}\` is exported`);
  return value;
}
