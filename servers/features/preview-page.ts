/** @module preview-page: the page that hosts of MCP Apps show with an answer: a planned or pending change. */

/** Address of the page. */
export const PREVIEW_PAGE = 'ui://plumbline/preview.html';
/** Its media type in the extension for MCP Apps. */
export const APP_TYPE = 'text/html;profile=mcp-app';

/** `_meta` of a tool whose answers it shows, under the current and the previous key of the extension. */
export const SHOWN_BY_PAGE = {
  ui: { resourceUri: PREVIEW_PAGE },
  'ui/resourceUri': PREVIEW_PAGE,
} as const;

/** `_meta` of the page: what it may load. It connects to no server; its pictures are blobs. */
export const PREVIEW_META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: ['blob:'], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
} as const;

/** The page as HTML with its script and style. It is read, or in a clone bundled, at the first request. */
export async function previewHtml(): Promise<string> {
  const { previewFile } = await import('../view/http/page-files.ts');
  return new TextDecoder().decode(await previewFile());
}
