/** @module media-type: media types of files by extension. */
import { extname } from 'node:path';

/** The media type of a file, and whether it is text in UTF-8. */
export type MediaType = { readonly type: string; readonly text: boolean };

/** Media types by file extension. */
const TYPES: Readonly<Record<string, MediaType>> = {
  '.bcf': { type: 'application/octet-stream', text: false },
  '.csv': { type: 'text/csv', text: true },
  '.dxf': { type: 'image/vnd.dxf', text: true },
  '.gif': { type: 'image/gif', text: false },
  '.glb': { type: 'model/gltf-binary', text: false },
  '.html': { type: 'text/html', text: true },
  '.ifc': { type: 'application/x-step', text: true },
  '.jpeg': { type: 'image/jpeg', text: false },
  '.jpg': { type: 'image/jpeg', text: false },
  '.json': { type: 'application/json', text: true },
  '.jsonl': { type: 'application/jsonl', text: true },
  '.md': { type: 'text/markdown', text: true },
  '.parquet': { type: 'application/vnd.apache.parquet', text: false },
  '.pdf': { type: 'application/pdf', text: false },
  '.png': { type: 'image/png', text: false },
  '.svg': { type: 'image/svg+xml', text: true },
  '.webp': { type: 'image/webp', text: false },
  '.xlsx': {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    text: false,
  },
  '.zip': { type: 'application/zip', text: false },
};

/** The media type of a file by the extension of its name; bytes of an unknown type by default. */
export function mediaTypeOf(name: string): MediaType {
  const extension = extname(name).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? UNKNOWN) : UNKNOWN;
}

const UNKNOWN: MediaType = { type: 'application/octet-stream', text: false };
