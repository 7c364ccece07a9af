/** @module host: the host that shows the preview, by the official class for MCP Apps. The page only receives and reads. */
import { App } from '@modelcontextprotocol/ext-apps';
import { signal } from '@preact/signals';

import type { ChangesAnswer } from '../../../servers/view/protocol/changes.ts';
import { joined, type Preview, previewOf } from './answer.ts';
import { bytesOf } from './bytes.ts';
import { fieldsOf, type Fields, textIn } from './fields.ts';
import { PREVIEW_STRINGS } from './strings.ts';

const words = PREVIEW_STRINGS;
const PREVIEW_TOOL = 'preview_operation';

/** The call whose answer is shown. */
type Call = { readonly tool: string; readonly arguments: Fields };

/** What the host has sent, and what the page has read. */
export const host = {
  preview: signal<Preview | null>(null),
  /** Whether the answer has nothing that this page shows, or there will be none. */
  absence: signal<'waiting' | 'other' | 'cancelled'>('waiting'),
  /** The call, if the host has named its tool. */
  call: signal<Call | null>(null),
  /** Whether the host lets the page call tools that only read, and read resources. */
  canCall: signal(false),
  canRead: signal(false),
  /** The pending approval before and after, once a person has asked for it. */
  sides: signal<BothSides | null>(null),
  /** Whether a question is open. */
  isAsking: signal(false),
  /** Why the last question was not answered; empty if it was. */
  failure: signal(''),
} as const;

const app = new App({ name: 'plumbline-preview', version: '2' }, {});

/** Connects to the host. Rejects if there is none. */
export async function connect(): Promise<void> {
  let given: Fields = {};
  const name = (): void => {
    const tool = app.getHostContext()?.toolInfo?.tool.name ?? '';
    host.call.value = tool === '' ? null : callOf(tool, given);
  };
  app.ontoolinput = ({ arguments: input }) => {
    given = fieldsOf(input);
    name();
  };
  app.ontoolresult = ({ structuredContent }) => {
    host.preview.value = previewOf(structuredContent);
    host.sides.value = null;
    host.absence.value = 'other';
  };
  app.ontoolcancelled = () => {
    host.absence.value = 'cancelled';
  };
  app.onhostcontextchanged = () => {
    showTheme();
    name();
  };
  app.onteardown = () => ({});
  await app.connect();
  const { serverTools, serverResources } = app.getHostCapabilities() ?? {};
  host.canCall.value = serverTools !== undefined;
  host.canRead.value = serverResources !== undefined;
  showTheme();
  name();
}

/** Asks for the next page of changes and adds it. */
export async function askMore(): Promise<void> {
  const { value: shown } = host.preview;
  if (shown === null || shown.next === null) return;
  await asking(async () => {
    const { structuredContent } = await preview({ cursor: shown.next });
    const more = previewOf(structuredContent);
    if (more?.counts == null) throw new Error(more?.message ?? words.other);
    host.preview.value = joined(shown, more);
  });
}

/** Asks for the picture of the plan as PNG; null if it cannot be had. */
export async function askPicture(): Promise<Blob | null> {
  return await asking(async () => {
    const { content, structuredContent } = await preview({ preview: 'picture' });
    for (const block of content) {
      if (block.type === 'image') return new Blob([bytesOf(block.data)], { type: 'image/png' });
    }
    const answer = previewOf(structuredContent);
    throw new Error(answer?.message || answer?.warnings.join('; ') || words.other);
  });
}

/** A pending approval before and after: its changes, and shapes in the layout of `servers/view/protocol/scene.ts`. */
export type BothSides = {
  readonly changes: ChangesAnswer;
  readonly before: ArrayBuffer;
  readonly after: ArrayBuffer;
};

/** Reads a pending approval before and after; null if it cannot be had. */
export async function askSides(approval_id: string): Promise<BothSides | null> {
  const address = (part: string): string =>
    `plumbline://preview/${encodeURIComponent(approval_id)}/${part}`;
  return await asking(async () => {
    const changes: ChangesAnswer = JSON.parse(textOf(await contentAt(address('changes'))));
    if (!Array.isArray(changes.rows)) throw new Error(words.other);
    const before = shapesOf(await contentAt(address('before')));
    return { changes, before, after: shapesOf(await contentAt(address('after'))) };
  });
}

type Content = Awaited<ReturnType<App['readServerResource']>>['contents'][number];

async function contentAt(uri: string): Promise<Content> {
  const [content] = (await app.readServerResource({ uri })).contents;
  if (content === undefined) throw new Error(words.other);
  return content;
}

function textOf(content: Content): string {
  if ('text' in content) return content.text;
  throw new Error(words.other);
}

function shapesOf(content: Content): ArrayBuffer {
  if ('blob' in content) return bytesOf(content.blob).buffer;
  throw new Error(words.other);
}

/** Runs a question. Returns null and tells why if it fails. */
async function asking<T>(question: () => Promise<T>): Promise<T | null> {
  host.isAsking.value = true;
  host.failure.value = '';
  try {
    return await question();
  } catch (error) {
    host.failure.value = words.failed(error instanceof Error ? error.message : String(error));
    return null;
  } finally {
    host.isAsking.value = false;
  }
}

/** Previews the call again: it changes nothing, and the server judges it as a call of the agent. */
async function preview(more: Fields): Promise<Awaited<ReturnType<App['callServerTool']>>> {
  const { value: call } = host.call;
  if (call === null) throw new Error(words.other);
  return await app.callServerTool({
    name: PREVIEW_TOOL,
    arguments: {
      ...call,
      ...more,
      reasoning: 'the preview page in the host asks for more of this preview',
    },
  });
}

/** The changing call that was previewed. */
function callOf(tool: string, given: Fields): Call | null {
  if (tool !== PREVIEW_TOOL) {
    const { dry_run: _dry, reasoning: _reasoning, idempotency_key: _key, ...rest } = given;
    return { tool, arguments: rest };
  }
  const named = textIn(given, 'tool');
  return named === '' ? null : { tool: named, arguments: fieldsOf(given['arguments']) };
}

/** Without a theme of the host, that of the system counts. */
function showTheme(): void {
  const theme = app.getHostContext()?.theme;
  if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
}
