/** @module packed-reply: a reply on its way between threads: JSON, and the contents of its blobs next to it. */
import type { Replies, Step } from './protocol.ts';

/** A reply as JSON, in which blobs have no content; their contents are in the same order. */
export type PackedReply = { readonly text: string; readonly contents: readonly Uint8Array[] };

/** Packs a reply. */
export function packedReply(reply: Replies[Step]): PackedReply {
  if (!('blobs' in reply) || reply.blobs.length === 0) {
    return { text: JSON.stringify(reply), contents: [] };
  }
  const blobs = reply.blobs.map(({ sha256 }) => ({ sha256 }));
  return {
    text: JSON.stringify({ ...reply, blobs }),
    contents: reply.blobs.map(({ content }) => content),
  };
}

/** The reply to a request, with the contents of its blobs; the request determines its type. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a reply without its type would be `any`
export function unpackedReply<S extends Step>({ text, contents }: PackedReply): Replies[S] {
  const reply = JSON.parse(text);
  for (const [i, content] of contents.entries()) reply.blobs[i].content = content;
  return reply;
}

/** The memory of contents that can be transferred instead of copied: buffers that nothing else uses. */
export function transfersOf({ contents }: PackedReply): readonly ArrayBuffer[] {
  const buffers = contents.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
  return [...new Set(buffers)];
}
