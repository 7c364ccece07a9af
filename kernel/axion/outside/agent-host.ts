/**
 * @module agent-host: the process in which the file of an agent runs. It gets the source as its first line on stream 3, takes
 * away what reaches out, imports the source and then answers a line on stream 4 to each line.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { registerHooks } from 'node:module';
import { createInterface } from 'node:readline';

const [FROM, TO] = [3, 4];

/** An agent's file may import this alone: everything else of Node reaches files, the network or other processes. */
const ALLOWED = new Set(['node:crypto']);

type Members = Readonly<Record<string, unknown>>;
type Method = (...given: readonly unknown[]) => unknown;

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Globals that open connections, start threads or reach the system. */
const REACHING_OUT = [
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
  for (const name of REACHING_OUT) {
    Object.defineProperty(globalThis, name, { value: undefined, writable: false });
  }
  const agent: unknown = await import(
    `data:text/javascript;base64,${Buffer.from(source, 'utf8').toString('base64')}`
  );
  return isMembers(agent) ? agent : {};
}

/** What the agent answers to one line: `propose` gives a form, `answer` an answer. */
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

/** The answer of a file without `answer`: no offer is taken, and a choice is what it would propose. */
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

/** The line that answers a line; what goes wrong in the agent is told as its fault. */
async function answered(agent: Promise<Members>, line: string): Promise<string> {
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
    // Its fault is told with the first question.
    agent.catch(() => undefined);
    continue;
  }
  out.write(`${await answered(agent, line)}\n`);
}
