/** @module manifest-elements: all elements of a manifest, in the order in which a model creates them. */
import type { ElementRecord } from '../../../schemas/events.ts';
import { ManifestError, ManifestReader } from './manifest-reader.ts';

/**
 * The elements of a manifest: its levels, then all others, each in the order of the rows. Null if there is no first part,
 * or if the parts are not a manifest.
 *
 * @param part part `n` of the manifest; null after the last one
 */
export async function manifestElements(
  part: (n: number) => Uint8Array | null | Promise<Uint8Array | null>,
): Promise<readonly ElementRecord[] | null> {
  const reader = new ManifestReader();
  const levels: ElementRecord[] = [];
  const others: ElementRecord[] = [];
  try {
    for (let n = 0; ; n += 1) {
      const bytes = await part(n);
      if (bytes === null) break;
      for (const { row } of reader.push(bytes)) {
        if (row.element !== null) {
          (row.element.kind === 'level' ? levels : others).push(row.element);
        }
      }
    }
    reader.end();
  } catch (error) {
    if (error instanceof ManifestError) return null;
    throw error;
  }
  for (const element of others) levels.push(element);
  return levels;
}
