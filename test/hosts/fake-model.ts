/**
 * @module fake-model: a model server on loopback that calls tools by a script. It speaks the three interfaces of the
 * tested hosts: OpenAI Responses, OpenAI chat completions and Gemini. It records what each request offers and returns.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import * as z from 'zod';

/** A tool call of the script. `tool` is the end of the name under which a host offers the tool. */
export type ScriptedCall = {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
};

/** A request of a host: the names of the offered tools, the results of earlier calls, and the number of pictures. */
export type Turn = {
  readonly offered: readonly string[];
  readonly results: readonly string[];
  readonly pictures: number;
};

/** A tool as a host offers it; some hosts group tools by server. */
type Offered = { readonly name: string; readonly namespace?: string };

/** A running model server. */
export type FakeModel = AsyncDisposable & {
  readonly url: string;
  readonly turns: readonly Turn[];
};

/** One interface: how to read a request, and how to answer it with a call or a text. */
type Interface = {
  readonly matches: (path: string) => boolean;
  readonly read: (
    body: unknown,
  ) => Omit<Turn, 'offered'> & { readonly offered: readonly Offered[] };
  readonly answer: (
    response: ServerResponse,
    next: (ScriptedCall & { readonly found: Offered; readonly nth: number }) | null,
  ) => void;
};

const Named = z.looseObject({ name: z.string() });
const Parts = z.array(z.looseObject({ type: z.string().optional() }));

const RESPONSES: Interface = {
  matches: (path) => path.endsWith('/responses'),
  read: (body) => {
    const { tools, input } = z
      .looseObject({
        tools: z
          .array(z.looseObject({ name: z.string().optional(), tools: z.array(Named).optional() }))
          .default([]),
        input: Parts,
      })
      .parse(body);
    const outputs = input.filter(({ type }) => type === 'function_call_output');
    return {
      offered: tools.flatMap(({ name = '', tools: own }) =>
        own === undefined ? [{ name }] : own.map((tool) => ({ name: tool.name, namespace: name })),
      ),
      results: outputs.map((one) => textOf(one['output'])),
      pictures: count(JSON.stringify(outputs), '"input_image"'),
    };
  },
  answer: (response, next) => {
    const send = (event: { readonly type: string; readonly [member: string]: unknown }): void => {
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    };
    const usage = {
      input_tokens: 1,
      input_tokens_details: null,
      output_tokens: 1,
      output_tokens_details: null,
      total_tokens: 2,
    };
    stream(response);
    send({ type: 'response.created', response: { id: 'response' } });
    const item =
      next === null
        ? { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }
        : {
            type: 'function_call',
            call_id: `call-${next.nth}`,
            ...next.found,
            arguments: JSON.stringify(next.args),
          };
    send({ type: 'response.output_item.done', output_index: 0, item: { id: 'item', ...item } });
    send({ type: 'response.completed', response: { id: 'response', usage } });
    response.end();
  },
};

const CHAT: Interface = {
  matches: (path) => path.endsWith('/chat/completions'),
  read: (body) => {
    const { tools, messages } = z
      .looseObject({
        tools: z.array(z.looseObject({ function: Named })).default([]),
        messages: z.array(z.looseObject({ role: z.string() })),
      })
      .parse(body);
    return {
      offered: tools.map((tool) => ({ name: tool.function.name })),
      results: messages
        .filter(({ role }) => role === 'tool')
        .map((message) => textOf(message['content'])),
      pictures: count(JSON.stringify(messages), '"image_url":{'),
    };
  },
  answer: (response, next) => {
    const send = (delta: object, finish_reason: string | null): void => {
      const choices = [{ index: 0, delta, finish_reason }];
      const chunk = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    stream(response);
    if (next === null) {
      send({ role: 'assistant', content: 'done' }, 'stop');
    } else {
      const { found, args, nth } = next;
      const call = { name: found.name, arguments: JSON.stringify(args) };
      const tool_calls = [{ index: 0, id: `call-${nth}`, type: 'function', function: call }];
      send({ role: 'assistant', tool_calls }, null);
      send({}, 'tool_calls');
    }
    response.end('data: [DONE]\n\n');
  },
};

const GEMINI: Interface = {
  matches: (path) => /:(?:streamG|g)enerateContent/u.test(path),
  read: (body) => {
    const { tools, contents } = z
      .looseObject({
        tools: z
          .array(z.looseObject({ functionDeclarations: z.array(Named).default([]) }))
          .default([]),
        contents: z.array(z.looseObject({ parts: z.array(z.looseObject({})) })).default([]),
      })
      .parse(body);
    const parts = contents.flatMap((content) => content.parts);
    return {
      offered: tools.flatMap((tool) => tool.functionDeclarations.map(({ name }) => ({ name }))),
      results: parts
        .flatMap(
          (part) =>
            z.looseObject({ response: z.unknown() }).safeParse(part['functionResponse']).data ?? [],
        )
        .map(({ response }) =>
          textOf(z.looseObject({ output: z.unknown() }).parse(response).output),
        ),
      pictures: count(JSON.stringify(parts), '"inlineData":{'),
    };
  },
  answer: (response, next) => {
    const part =
      next === null
        ? { text: 'done' }
        : { functionCall: { name: next.found.name, args: next.args } };
    const candidates = [
      { index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } },
    ];
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    stream(response);
    response.end(`data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`);
  },
};

/** Starts a model server that makes the calls of the script one after the other, then says that it is done. */
export async function startFakeModel(script: readonly ScriptedCall[]): Promise<FakeModel> {
  const turns: Turn[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, script, turns).catch((error: unknown) => {
      response.statusCode = 400;
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.looseObject({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    turns,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: readonly ScriptedCall[],
  turns: Turn[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(z.instanceof(Buffer).parse(chunk));
  const path = new URL(request.url ?? '/', 'http://model').pathname;
  const protocol = [RESPONSES, CHAT, GEMINI].find(({ matches }) => matches(path));
  if (protocol === undefined) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: [], models: [], totalTokens: 1 }));
    return;
  }
  const { offered, results, pictures } = protocol.read(
    JSON.parse(Buffer.concat(chunks).toString('utf8')),
  );
  // Requests without tools ask for a title or a summary.
  if (offered.length > 0) {
    const names = offered.map(({ namespace, name }) =>
      namespace === undefined ? name : `${namespace}__${name}`,
    );
    turns.push({ offered: names, results, pictures });
  }
  const nth = results.length;
  const call = script[nth];
  const found = call && offered.find(({ name }) => name.endsWith(call.tool));
  protocol.answer(
    response,
    found === undefined || call === undefined ? null : { ...call, found, nth },
  );
}

function stream(response: ServerResponse): void {
  response.setHeader('content-type', 'text/event-stream');
}

/** The text of a result: a string, or the texts of its parts. */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  const parts = z.array(z.looseObject({ text: z.string().optional() })).safeParse(result);
  return parts.success
    ? parts.data.map(({ text = '' }) => text).join('\n')
    : JSON.stringify(result);
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
