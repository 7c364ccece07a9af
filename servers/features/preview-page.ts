/** @module preview-page: a page that hosts of MCP Apps show with an answer: the planned changes, before and after. */

/** Address of the page. */
export const PREVIEW_PAGE = 'ui://plumbline/preview.html';
/** Its media type in the extension for MCP Apps. */
export const APP_TYPE = 'text/html;profile=mcp-app';

/** `_meta` of a tool whose answers it shows, under the current and the previous key of the extension. */
export const SHOWN_BY_PAGE = {
  ui: { resourceUri: PREVIEW_PAGE },
  'ui/resourceUri': PREVIEW_PAGE,
} as const;

/**
 * The page. It loads nothing, calls no tool and has no button; all content is set as text. It only receives messages, so
 * it cannot approve anything.
 */
export const PREVIEW_HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Plumbline: what would change</title>
<style>
body{font:14px/1.45 system-ui,sans-serif;margin:12px;color:light-dark(#1b1b1b,#eee);color-scheme:light dark}
h1{font-size:16px;margin:0 0 8px}h2{font-size:14px;margin:14px 0 4px}
table{border-collapse:collapse;width:100%}td,th{border:1px solid #8886;padding:3px 6px;text-align:left;vertical-align:top}
th{font-weight:600}code{font-family:ui-monospace,monospace}.waits{border-left:4px solid #b60;padding:4px 8px}
</style>
<h1 id="title">Waiting for an answer</h1>
<div id="content"></div>
<script>
const content = document.getElementById('content');
const add = (tag, text, to = content) => {
  const element = document.createElement(tag);
  element.textContent = text;
  to.append(element);
  return element;
};
const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value) ?? '');
const row = (to, cells, tag = 'td') => {
  const line = add('tr', '', to);
  for (const cell of cells) add(tag, textOf(cell), line);
};
const rowsOf = (kind, change) => {
  if (kind === 'modified') return Object.entries(change.params).map(([name, { from, to }]) => [change.id, change.kind, name, from, to]);
  if (kind === 'deleted') return [[change.id, change.kind, change.cascade_of ? 'deleted with ' + change.cascade_of : '', change.name ?? 'there', '']];
  return [[change.id, change.kind, '', '', change.params]];
};
function show(envelope) {
  const data = { ...envelope.error?.data, ...envelope.data };
  const diff = data.diff;
  content.replaceChildren();
  const approval = envelope.approval_id ?? data.approval_id;
  document.getElementById('title').textContent = approval ? 'A change needs an approval' : envelope.dry_run || diff ? 'What would change' : envelope.success ? 'Done' : 'Refused';
  if (envelope.error) add('p', envelope.error.message);
  if (approval) {
    const waits = add('p', 'This page cannot approve it. A person decides in a terminal: ');
    waits.className = 'waits';
    add('code', 'plumbline approvals show ' + approval, waits);
  }
  if (diff) {
    const { created, modified, deleted } = diff.counts;
    add('p', deleted + ' deleted, ' + modified + ' modified, ' + created + ' created' + (diff.next_cursor ? '; the first of them:' : ':'));
    for (const kind of ['deleted', 'modified', 'created']) {
      if (diff[kind].length === 0) continue;
      add('h2', kind);
      const table = add('table', '');
      row(table, ['element', 'kind', 'what', 'before', 'after'], 'th');
      for (const change of diff[kind]) for (const cells of rowsOf(kind, change)) row(table, cells);
    }
  }
  for (const warning of envelope.warnings ?? []) add('p', 'Warning: ' + warning);
}
const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.id === 1 && data.result) send({ method: 'ui/notifications/initialized', params: {} });
  if (data.method === 'ui/notifications/tool-result' && data.params?.structuredContent) show(data.params.structuredContent);
  if (data.method === 'ui/resource-teardown') send({ id: data.id, result: {} });
});
send({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'plumbline-preview', version: '1' }, appCapabilities: {} } });
</script>
</html>
`;
