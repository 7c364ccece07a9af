/** @module export-budget: a bound on what an export keeps of the archives that it writes again. */
import { Refusal } from '../../../../schemas/errors.ts';
import type { ZipPart } from '../../../base/archive/zip.ts';
import { elementsOf } from '../read/xml-node.ts';
import type { XmlElement } from '../read/xml-tree.ts';

/** Bytes of all files of an export, and elements of what archives declare as a whole. */
export const EXPORT_LIMITS = { bytes: 268_435_456, elements: 500_000 } as const;

/** What an export can still keep. Methods refuse INVALID_ARGUMENT beyond the limits. */
export class ExportBudget {
  #bytes = 0;
  #elements = 0;

  /** The part with its content as bytes: texts take twice the memory, in the heap. */
  kept({ name, content }: ZipPart): ZipPart {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    this.take(bytes.length);
    return { name, content: bytes };
  }

  /** Counts bytes that are kept elsewhere. */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > EXPORT_LIMITS.bytes) {
      throw tooMuch(`more than ${EXPORT_LIMITS.bytes} bytes of files`);
    }
  }

  /** The same tree. */
  tree(root: XmlElement): XmlElement {
    this.#elements += count(root);
    if (this.#elements > EXPORT_LIMITS.elements) {
      throw tooMuch(`declarations of more than ${EXPORT_LIMITS.elements} XML elements`);
    }
    return root;
  }
}

function count(root: XmlElement): number {
  return elementsOf(root).reduce((sum, child) => sum + count(child), 1);
}

function tooMuch(received: string): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `received topics whose archives have ${received}, expected at most that many in one export`,
    'name fewer topics in one call',
  );
}
