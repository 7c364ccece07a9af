/**
 * @module agent-host: the process in which the file of an agent runs. It reads the source as the first line of stream
 * 3, removes globals that reach outside, imports the source and then answers each line with a line on stream 4.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { registerHooks } from 'node:module';
import { createInterface } from 'node:readline';

/** File descriptors of the streams from and to the experiment. */
const [FROM, TO] = [3, 4];

/** Modules that an agent's file may import. SECURITY: other modules of Node reach files, the network or processes. */
const ALLOWED = new Set(['node:crypto']);

type Members = Readonly<Record<string, unknown>>;
type Method = (...given: readonly unknown[]) => unknown;

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Globals that open connections, start threads or reach the system; they are removed. */
const REMOVED_GLOBALS = [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'Worker',
  'BroadcastChannel',
  'navigator',
  'process',
];

async function agentOf(source: string): Promise<Members> {
  registerHooks({
    resolve(specifier, context, next) {
      if (ALLOWED.has(specifier) || specifier.startsWith('data:')) return next(specifier, context);
      throw new Error(`an agent is one file; it may import node:crypto, not ${specifier}`);
    },
  });
  for (const name of REMOVED_GLOBALS) {
    Object.defineProperty(globalThis, name, { value: undefined, writable: false });
  }
  const agent: unknown = await import(
    `data:text/javascript;base64,${Buffer.from(source, 'utf8').toString('base64')}`
  );
  return isMembers(agent) ? agent : {};
}

/** The agent's reply to one message: a form for the kind `propose`, else an answer. */
async function reply(agent: Members, message: unknown): Promise<object> {
  const { id, kind, observation, question } = isMembers(message) ? message : {};
  const { propose, answer } = agent;
  if (!isMethod(propose)) return { id, fault: 'the file exports no function propose' };
  if (kind === 'propose') return { id, form: await propose(observation) };
  const given = isMethod(answer)
    ? await answer(question, observation)
    : await plainAnswer(propose, question, observation);
  return { id, answer: given };
}

/**
 * The answer of a file that exports no `answer`: declines offers, and chooses the first action that it would propose.
 */
async function plainAnswer(propose: Method, asked: unknown, present: unknown): Promise<object> {
  const question = isMembers(asked) ? asked : {};
  switch (question['ask']) {
    case 'proposal':
      return { answer: 'proposal', form: await propose(present) };
    case 'choice': {
      const form = await propose(question['observation']);
      const choices = isMembers(form) ? form['choices'] : undefined;
      return { answer: 'choose', choice: Array.isArray(choices) ? choices[0] : undefined };
    }
    case 'nonces':
      return { answer: 'reveal' };
    default:
      return { answer: 'decline' };
  }
}

/** The reply as a line; an error of the agent is reported as its fault. */
async function replyLine(agent: Promise<Members>, line: string): Promise<string> {
  const message: unknown = JSON.parse(line);
  try {
    return JSON.stringify(await reply(await agent, message));
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return JSON.stringify({ fault: fault.slice(0, 1000) });
  }
}

let agent: Promise<Members> | undefined;
const lines = createInterface({ input: createReadStream('', { fd: FROM }) });
const out = createWriteStream('', { fd: TO });
for await (const line of lines) {
  if (agent === undefined) {
    agent = agentOf(String(JSON.parse(line)));
    // Avoids an unhandled rejection; the fault is reported in the reply to the first question.
    agent.catch(() => undefined);
    continue;
  }
  out.write(`${await replyLine(agent, line)}\n`);
}
