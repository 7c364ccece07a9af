/** @module agent-process: an agent outside as a child process that answers one JSON line to each JSON line, within bounds. */
import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';

/** How the process is started, and on which of its streams it talks. */
export type AgentLaunch = {
  readonly command: string;
  readonly args: readonly string[];
  /** `standard`: stdin and stdout; `own`: streams 3 and 4, and stdout goes nowhere. */
  readonly streams: 'standard' | 'own';
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
};

/** Bounds of one agent: bytes of a line either way, milliseconds for an answer, bytes of memory. */
export const AGENT_BOUNDS = {
  line_bytes: 1 << 20,
  answer_ms: 5000,
  memory_bytes: 1 << 29,
} as const;
/** The first answer may take so many times as long: the process starts. */
const START = 5;
/** Between two looks at its memory. */
const LOOK_MS = 100;
const NOTE_CHARS = 2000;
const PAGE_BYTES = 4096;

/** Why an agent was ended. Its words are for people. */
export class AgentFault extends Error {
  override readonly name = 'AgentFault';
}

/** One running agent. It is ended, with all that it started, at its first fault or when disposed. */
export class AgentProcess implements Disposable {
  readonly #child: ChildProcess;
  readonly #to: Writable;
  #started = false;
  #parts: Buffer[] = [];
  #bytes = 0;
  #notes = '';
  #fault: AgentFault | undefined;
  #waiting: PromiseWithResolvers<string> | undefined;
  readonly #look: NodeJS.Timeout;
  readonly #answer_ms: number;

  constructor({ command, args, streams, env, cwd }: AgentLaunch, answer_ms: number) {
    this.#answer_ms = answer_ms;
    const own = streams === 'own';
    this.#child = spawn(command, [...args], {
      env,
      cwd,
      stdio: own ? ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
      // A group of its own, so that what it starts ends with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const [to, from] = own
      ? [this.#child.stdio[3], this.#child.stdio[4]]
      : [this.#child.stdin, this.#child.stdout];
    if (!(to instanceof Writable) || !(from instanceof Readable)) {
      throw new AgentFault('the agent has no streams');
    }
    this.#to = to;
    to.on('error', () => this.#end('it closed its input'));
    from.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#notes = (this.#notes + chunk.toString('utf8', 0, NOTE_CHARS)).slice(-NOTE_CHARS);
    });
    this.#child.on('error', (error) => this.#end(`it could not be started: ${error.message}`));
    this.#child.once('close', () => this.#end(`it ended${this.#lastWords()}`));
    this.#look = setInterval(() => this.#weigh(), LOOK_MS);
    this.#look.unref();
  }

  /** Sends a message that is not answered. */
  tell(message: unknown): void {
    if (this.#fault === undefined) this.#to.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends a message and waits for the line that answers it. @throws {AgentFault} when it did not answer, and ever after */
  async ask(message: object): Promise<unknown> {
    if (this.#fault !== undefined) throw this.#fault;
    const waiting = Promise.withResolvers<string>();
    this.#waiting = waiting;
    const within = this.#answer_ms * (this.#started ? 1 : START);
    const late = setTimeout(() => this.#end(`it did not answer within ${within} ms`), within);
    try {
      this.tell(message);
      const line = await waiting.promise;
      this.#started = true;
      return JSON.parse(line);
    } catch (error) {
      if (error instanceof SyntaxError) this.#end('it answered a line that is not JSON');
      throw this.#fault ?? error;
    } finally {
      clearTimeout(late);
      this.#waiting = undefined;
    }
  }

  /** Collects up to the end of a line; the length is bounded before anything is joined. */
  #take(chunk: Buffer): void {
    if (this.#fault !== undefined) return;
    const at = chunk.indexOf(10);
    this.#bytes += at === -1 ? chunk.length : at;
    if (this.#bytes > AGENT_BOUNDS.line_bytes) {
      this.#end(`it answered a line of more than ${AGENT_BOUNDS.line_bytes} bytes`);
      return;
    }
    if (at === -1) {
      this.#parts.push(chunk);
      return;
    }
    const rest = chunk.subarray(at + 1);
    const line = Buffer.concat([...this.#parts, chunk.subarray(0, at)]);
    this.#parts = [];
    this.#bytes = 0;
    if (this.#waiting === undefined || rest.length > 0) {
      this.#end('it wrote a line that nobody asked for');
      return;
    }
    if (!isUtf8(line)) {
      this.#end('it answered a line that is not UTF-8');
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting.resolve(line.toString('utf8'));
  }

  /** Linux only: elsewhere the heap of a file agent is bounded, and nothing of a command. */
  #weigh(): void {
    const { pid } = this.#child;
    if (process.platform !== 'linux' || pid === undefined) return;
    try {
      const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
      if (Number(resident) * PAGE_BYTES > AGENT_BOUNDS.memory_bytes) {
        this.#end(`it took more than ${AGENT_BOUNDS.memory_bytes} bytes of memory`);
      }
    } catch {
      // It has just ended, which its stream tells.
    }
  }

  #lastWords(): string {
    const words = this.#notes.trim().split('\n').slice(-3).join(' | ').trim();
    return words === '' ? '' : `: ${words.slice(0, 500)}`;
  }

  #end(because: string): void {
    if (this.#fault !== undefined) return;
    this.#fault = new AgentFault(because);
    clearInterval(this.#look);
    this.#parts = [];
    const { pid } = this.#child;
    if (pid !== undefined) {
      try {
        // Negative: the whole group.
        process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
      } catch {
        this.#child.kill('SIGKILL');
      }
    }
    this.#to.destroy();
    this.#waiting?.reject(this.#fault);
  }

  [Symbol.dispose](): void {
    this.#end('the episode is over');
  }
}
