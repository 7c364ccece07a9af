/** @module stored-picture: the pictures of answers: as tools return them, and as files that the gate reports in `data`. */
import { Buffer } from 'node:buffer';

import * as z from 'zod';

import type { Principal } from '../../schemas/governance.ts';

/** A picture in an answer, as plain JSON. The gate stores it as a file and reports the file as a member of `data`. */
export type Picture = {
  /** The member of `data`. */
  readonly member: 'picture' | 'animation';
  readonly media_type: 'image/png' | 'image/apng';
  /** The bytes in base64. */
  readonly base64: string;
};

/** The file of a picture in `data`. */
export const PictureFile = z.object({
  /** Absolute path on the machine of the server. */
  path: z.string(),
  /** Address for `resources/read`. */
  uri: z.string(),
  media_type: z.string(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
});
export type PictureFile = z.output<typeof PictureFile>;

/** Members of `data` of a tool that draws. They are missing if the file cannot be written; a warning gives the reason. */
export const PICTURE_OUTPUT = { picture: PictureFile.optional() };

/** The file of a stored picture. */
export type StoredFile = {
  /** Absolute path. */
  readonly path: string;
  readonly uri: string;
  /** Path below `artifacts/`. */
  readonly artifact: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** The place where pictures are stored. */
export type PictureStore = {
  /** Stores a picture for a principal. Returns its file, or the reason why it cannot be written. */
  readonly keep: (
    principal: Principal,
    bytes: Uint8Array,
  ) => Promise<StoredFile | { readonly fault: string }>;
};

/** A picture to show, from its file as PNG. */
export function picturePng(bytes: Uint8Array): Picture {
  return {
    member: 'picture',
    media_type: 'image/png',
    base64: Buffer.from(bytes).toString('base64'),
  };
}

/** Positions of width and height in a PNG file: the first chunk (IHDR) begins at byte 8 with length and name. */
const [WIDTH_AT, HEIGHT_AT] = [16, 20];

/** The size of a PNG picture, pixels. */
export function pngSize(png: Buffer): { readonly width: number; readonly height: number } {
  return { width: png.readUInt32BE(WIDTH_AT), height: png.readUInt32BE(HEIGHT_AT) };
}
