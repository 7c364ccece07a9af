/** @module stored-pictures: stores the pictures of an answer as files, so that hosts that show only `data` have them. */
import { Buffer } from 'node:buffer';

import type { Principal } from '../../schemas/governance.ts';
import type { ExtraContent } from '../tool/define.ts';
import {
  type Picture,
  type PictureFile,
  type PictureStore,
  pngSize,
  type StoredFile,
} from '../tool/stored-picture.ts';

/** The stored pictures of an answer. */
export type StoredPictures = {
  /** Members of `data`. */
  readonly data: Readonly<Partial<Record<Picture['member'], PictureFile>>>;
  /** One for each picture that could not be written. */
  readonly warnings: readonly string[];
  readonly content: readonly ExtraContent[];
  /** The files for the audit entry of the call. */
  readonly files: readonly StoredFile[];
};

/**
 * Stores the pictures of an answer for its principal. A still picture is also an image block, and every file is also a
 * link: hosts show a model either the content or `data`.
 */
export async function storedPictures(
  store: PictureStore,
  principal: Principal,
  pictures: readonly Picture[],
): Promise<StoredPictures> {
  const data: Partial<Record<Picture['member'], PictureFile>> = {};
  const warnings: string[] = [];
  const content: ExtraContent[] = [];
  const files: StoredFile[] = [];
  for (const { member, media_type, base64 } of pictures) {
    if (media_type === 'image/png') {
      content.push({ type: 'image', data: base64, mimeType: media_type });
    }
    const bytes = Buffer.from(base64, 'base64');
    const stored = await store.keep(principal, bytes);
    if ('fault' in stored) {
      warnings.push(`the ${member} could not be written to a file: ${stored.fault}`);
      continue;
    }
    const { path, uri, artifact } = stored;
    files.push(stored);
    data[member] = { path, uri, media_type, ...pngSize(bytes) };
    content.push({
      type: 'resource_link',
      uri,
      name: artifact,
      mimeType: media_type,
      size: bytes.length,
    });
  }
  return { data, warnings, content, files };
}
