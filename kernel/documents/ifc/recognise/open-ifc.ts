/** @module open-ifc: opens an IFC file of another program: STEP text, or a ZIP archive with one. */
import { fromBufferPromise } from 'yauzl';

import { IfcModel, schemaNameOf } from '../read/ifc-model.ts';
import { readStepFile } from '../read/step-file.ts';

/** Largest file that is opened, and largest text in an archive, bytes. */
const MAX_BYTES = 1_073_741_824;
/** Largest ratio of the sizes of a text and its compressed form; IFC files have 4 to 8. */
const MAX_RATIO = 100;
/** Size of a text up to which the ratio is not limited, bytes. */
const FREE_BYTES = 1_048_576;
/** Maximum number of files in an archive. */
const MAX_ENTRIES = 100;

/** A file that cannot be opened as IFC: what was received and what was expected. */
export class NoIfcFile extends Error {}

/** An opened file. */
export type OpenIfc = {
  readonly model: IfcModel;
  /** The text; for an archive, of the file in it. */
  readonly bytes: Buffer;
};

/**
 * Opens a file.
 *
 * @throws {NoIfcFile} if it is no IFC file, of an unknown schema, ifcXML, or too large
 */
export async function openIfc(bytes: Buffer): Promise<OpenIfc> {
  const text = isZip(bytes) ? await unzipped(bytes) : bytes;
  if (text.length > MAX_BYTES) {
    throw new NoIfcFile(`received ${text.length} bytes, expected at most ${MAX_BYTES}`);
  }
  const start = text.toString('latin1', 0, 512).trimStart();
  if (/^(?:\u00EF\u00BB\u00BF)?<(?:\?xml|ifc)/iu.test(start)) {
    throw new NoIfcFile('received XML, expected IFC as STEP text (ISO-10303-21) or IFCZIP');
  }
  const file = readStepFile(text);
  const schema = schemaNameOf(file);
  if (schema === null) {
    const [found = ''] = file.schemas;
    const received = file.count === 0 ? 'no STEP file' : `schema \`${found.slice(0, 40)}\``;
    throw new NoIfcFile(`received ${received}, expected an IFC file of IFC2X3, IFC4 or IFC4X3`);
  }
  return { model: new IfcModel(file, schema), bytes: text };
}

function isZip(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004';
}

/** The only `.ifc` file of an archive. */
async function unzipped(bytes: Buffer): Promise<Buffer> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    const found: Buffer[] = [];
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      if (entries > MAX_ENTRIES) {
        throw new NoIfcFile(`received an archive of more than ${MAX_ENTRIES} files`);
      }
      if (!entry.fileName.toLowerCase().endsWith('.ifc')) continue;
      const { uncompressedSize: size, compressedSize: stored } = entry;
      if (size > MAX_BYTES || (size > FREE_BYTES && size > stored * MAX_RATIO)) {
        throw new NoIfcFile(
          `received an archive with a file of ${size} bytes in ${stored}, expected at most ${MAX_BYTES} bytes and ${MAX_RATIO} times the compressed size`,
        );
      }
      if (entry.isEncrypted()) throw new NoIfcFile('received an archive with a password');
      const pieces: Buffer[] = [];
      for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece);
      found.push(Buffer.concat(pieces));
      if (found.length > 1) break;
    }
    const [only, another] = found;
    if (only === undefined || another !== undefined) {
      const received = only === undefined ? 'no' : 'more than one';
      throw new NoIfcFile(`received an archive with ${received} \`.ifc\` file, expected one`);
    }
    return only;
  } catch (error) {
    if (error instanceof NoIfcFile) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new NoIfcFile(`received an archive that cannot be read: ${why}`);
  }
}
