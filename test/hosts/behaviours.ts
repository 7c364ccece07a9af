/** @module behaviours: how hosts pass the result of a tool call to their model, as recorded. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** What a model receives of a result: texts, and the number of pictures. */
export type Received = { readonly texts: readonly string[]; readonly pictures: number };

/** The recorded behaviours, and the hosts in which they were seen. */
export const BEHAVIOURS: Readonly<Record<string, (result: CallToolResult) => Received>> = {
  /** Codex 0.171 (`npm run test:hosts`), Claude Code: only `structuredContent`, as JSON. */
  'structured content only': ({ structuredContent }) => ({
    texts: structuredContent === undefined ? [] : [JSON.stringify(structuredContent)],
    pictures: 0,
  }),
  /** opencode 1.18, Gemini CLI 0.61 (`npm run test:hosts`): the text blocks; pictures follow as attachments. */
  'content only': ({ content }) => fromContent(content),
  /** Hosts that pass everything. */
  'structured content and content': ({ structuredContent, content }) => {
    const { texts, pictures } = fromContent(content);
    return { texts: [JSON.stringify(structuredContent), ...texts], pictures };
  },
};

function fromContent(content: CallToolResult['content']): Received {
  return {
    texts: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
    pictures: content.filter(({ type }) => type === 'image').length,
  };
}
