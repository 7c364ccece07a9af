import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { LiveStreams } from '../../../../servers/view/http/live-streams.ts';
import type { NoticeAnswer } from '../../../../servers/view/protocol/session.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Streams over a real connection; `commit` is what a keeper does. */
async function opened(notices: readonly NoticeAnswer[]): Promise<{
  readonly commit: () => Promise<void>;
  readonly response: ServerResponse;
  readonly text: () => string;
}> {
  let committed: () => void = () => undefined;
  let asked = 0;
  const notice = async (): Promise<NoticeAnswer | null> => {
    asked += 1;
    return await Promise.resolve(notices[Math.min(asked, notices.length) - 1] ?? null);
  };
  const live = new LiveStreams(
    {
      onCommitted: (listener) => {
        committed = () => listener({ head_seq: asked, approvals: [], registry: [] } as never);
        return () => undefined;
      },
    },
    { notice, isValid: () => true, log: (line) => expect.fail(line) },
  );
  let open: (response: ServerResponse) => void = () => undefined;
  const response = new Promise<ServerResponse>((resolve) => (open = resolve));
  const server = createServer((_request, one) => {
    one.on('error', (error) => expect.fail(String(error)));
    void live.open('one', one, {}).then(() => open(one));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    live[Symbol.dispose]();
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const received: string[] = [];
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  const reading = (async () => {
    for await (const part of answer.body ?? []) received.push(Buffer.from(part).toString());
  })();
  reading.catch(() => undefined);
  return {
    response: await response,
    text: () => received.join(''),
    commit: async () => {
      committed();
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  };
}

const at = (main: string): NoticeAnswer => ({ branches: { main }, approvals: '' });

test('a page hears only of commits that change what its person sees', async () => {
  const stream = await opened([at('a'), at('a'), at('b')]);
  await stream.commit();
  await expect.poll(stream.text).toBe('{"kind":"hello"}\n');
  await stream.commit();
  await expect.poll(stream.text).toBe('{"kind":"hello"}\n{"kind":"model","branch":"main"}\n');
});

test('a stream that has ended is not written to', async () => {
  const stream = await opened([at('a'), at('b'), at('c')]);
  stream.response.end();
  await stream.commit();
  await stream.commit();
  expect(stream.response.writableEnded).toBe(true);
});

test('streams that open and close while the first notice is computed share it', async () => {
  let asked = 0;
  const first: boolean[] = [];
  let committed: () => void = () => undefined;
  let answer: (notice: NoticeAnswer) => void = () => undefined;
  const live = new LiveStreams(
    {
      onCommitted: (listener) => {
        committed = () => listener({ head_seq: 1, approvals: [], registry: [] } as never);
        return () => undefined;
      },
    },
    {
      notice: async (_id, isFirst) => {
        asked += 1;
        first.push(isFirst);
        return await new Promise((resolve) => (answer = resolve));
      },
      isValid: () => true,
      log: (line) => expect.fail(line),
    },
  );
  closing.push(() => live[Symbol.dispose]());
  let arrived = 0;
  const server = createServer((_request, response) => {
    arrived += 1;
    response.on('error', () => undefined);
    void live.open('one', response, {});
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  for (let n = 1; n <= 12; n++) {
    const gone = new AbortController();
    const watching = fetch(`http://127.0.0.1:${port}/`, { signal: gone.signal });
    watching.catch(() => undefined);
    await expect.poll(() => arrived).toBe(n);
    gone.abort();
  }
  expect(asked).toBe(1);
  answer(at('a'));
  const watching = fetch(`http://127.0.0.1:${port}/`);
  watching.catch(() => undefined);
  await expect.poll(() => arrived).toBe(13);
  committed();
  // A page waits for the first notice only: nobody can measure the others.
  await expect.poll(() => first.at(-1)).toBe(false);
  expect(first[0]).toBe(true);
});
