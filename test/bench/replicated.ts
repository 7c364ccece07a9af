/** @module replicated: an IFC file with many copies of its building, for readers of large files. */
import { ifcGuid } from '../../kernel/documents/ifc/guid.ts';

const RECORD = /#(\d+)\s*=\s*((?:'[^']*'|[^';])*);/gu;
/** A reference, or a text, which is kept. */
const REFERENCE_OR_TEXT = /'[^']*'|#(\d+)/gu;
/** A rooted record, up to its GlobalId. */
const ROOTED = /^([A-Z0-9]+\(')([0-9A-Za-z_$]{22})(?=')/u;
/** Records that a file has once: copies use those of the original. */
const ONCE = /^IFC(?:PROJECT|UNITASSIGNMENT|GEOMETRICREPRESENTATION(?:SUB)?CONTEXT)\(/u;

/**
 * A file without comments with so many copies of its building that it has at least `bytes` bytes. Each copy has record
 * numbers and GlobalIds of its own, and the project of the original.
 */
export function replicated(file: Buffer, bytes: number): Buffer {
  const text = file.toString('latin1');
  const records = [...text.matchAll(RECORD)].map(
    ([, id, statement = '']) => [Number(id), statement] as const,
  );
  const once = new Set(records.flatMap(([id, statement]) => (ONCE.test(statement) ? [id] : [])));
  const step = Math.max(...records.map(([id]) => id));
  const at = text.lastIndexOf('ENDSEC;');
  const pieces = [Buffer.from(text.slice(0, at), 'latin1')];
  const end = Buffer.from(text.slice(at), 'latin1');
  let size = file.length;
  for (let copy = 1; size < bytes; copy += 1) {
    const lines = records.flatMap(([id, statement]): readonly string[] => {
      if (once.has(id)) return [];
      const numbered = statement.replaceAll(REFERENCE_OR_TEXT, (found, to?: string) =>
        to === undefined || once.has(Number(to)) ? found : `#${Number(to) + copy * step}`,
      );
      const own = numbered.replace(
        ROOTED,
        (_, start: string, guid: string) => start + ifcGuid(`${guid} ${copy}`),
      );
      return [`#${id + copy * step}=${own};`];
    });
    const piece = Buffer.from(`${lines.join('\n')}\n`, 'latin1');
    pieces.push(piece);
    size += piece.length;
  }
  return Buffer.concat([...pieces, end]);
}
