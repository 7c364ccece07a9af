/**
 * @module record: lets a model solve a task with nothing but the tools, and keeps its calls.
 *
 *   node test/tasks/record.ts TASK start            starts the servers in the background; prints the request
 *   node test/tasks/record.ts TASK list             prints instructions and tools as a host gets them
 *   node test/tasks/record.ts TASK call SERVER TOOL FILE|-    makes a call with the arguments of a JSON file
 *   node test/tasks/record.ts TASK finish FILE      writes the recording; FILE has the report to the user
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import * as z from 'zod';

import { briefOf } from './briefs.ts';
import { idsIn, writeRecording, type RecordedCall } from './recording.ts';
import { openStage } from './stage.ts';

const Asked = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('list') }),
  z.strictObject({
    do: z.literal('call'),
    server: z.string(),
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ do: z.literal('finish'), report: z.string() }),
]);
type Asked = z.infer<typeof Asked>;

const [, , task = '', verb = '', ...words] = process.argv;
const socket = join(tmpdir(), `plumbline-task-${task}.sock`);

/** Serves one task until it is finished. */
async function serve(): Promise<void> {
  const stage = await openStage(briefOf(task));
  const calls: RecordedCall[] = [];
  const answer = async (asked: Asked): Promise<string> => {
    switch (asked.do) {
      case 'list':
        return JSON.stringify({ instructions: stage.instructions(), tools: await stage.list() });
      case 'call': {
        const { server, tool } = asked;
        const { envelope, text: shown } = await stage.call(server, tool, asked.arguments);
        const outcome = envelope.error?.name ?? 'ok';
        calls.push({ server, tool, arguments: asked.arguments, outcome, ids: [...idsIn(shown)] });
        return shown;
      }
      case 'finish':
        writeRecording({ task, report: asked.report, calls });
        await stage.close();
        return `${calls.length} calls recorded`;
      default:
        return asked satisfies never;
    }
  };
  rmSync(socket, { force: true });
  const server = createServer((incoming, outgoing) => {
    const work = async (): Promise<string> => answer(Asked.parse(JSON.parse(await text(incoming))));
    work().then(
      (shown) => outgoing.end(shown, () => shown.endsWith('calls recorded') && server.close()),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  server.listen(socket, () => process.stdout.write('ready\n'));
}

async function ask(asked: Asked): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ socketPath: socket, method: 'POST' }, resolve)
    .on('error', reject)
    .end(JSON.stringify(asked));
  return await text(await promise);
}

/** Starts `serve` in a process of its own and waits until it listens. */
async function start(): Promise<void> {
  const child = spawn(process.execPath, [import.meta.filename, task, 'serve'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('ready')) break;
  child.stdout.destroy();
  child.unref();
  process.stdout.write(
    `${briefOf(task).request}\n\nservers: ${briefOf(task).servers.join(', ')}\n`,
  );
}

switch (verb) {
  case 'start':
    await start();
    break;
  case 'serve':
    await serve();
    break;
  case 'list':
    process.stdout.write(`${await ask({ do: 'list' })}\n`);
    break;
  case 'call': {
    const [server = '', tool = '', file = '-'] = words;
    const given: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
    const args = z.record(z.string(), z.unknown()).parse(given);
    process.stdout.write(`${await ask({ do: 'call', server, tool, arguments: args })}\n`);
    break;
  }
  case 'finish':
    process.stdout.write(
      `${await ask({ do: 'finish', report: readFileSync(words[0] ?? 0, 'utf8') })}\n`,
    );
    break;
  default:
    process.stderr.write(`got \`${verb}\`, want start, list, call or finish\n`);
    process.exitCode = 2;
}
