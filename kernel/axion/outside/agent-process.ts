/**
 * @module agent-process: runs an agent from outside as a child process that answers each JSON line with one, within
 * limits.
 */
import { isUtf8 } from 'node:buffer';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';

/** How the process is started, and the streams that it uses. */
export type AgentLaunch = {
  readonly command: string;
  readonly args: readonly string[];
  /** `standard`: stdin and stdout; `own`: streams 3 and 4, and stdout goes nowhere. */
  readonly streams: 'standard' | 'own';
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
};

/** Limits of one agent: length of an answered line, time for an answer (default), resident memory. */
export const AGENT_BOUNDS = {
  line_bytes: 1 << 20,
  answer_ms: 5000,
  memory_bytes: 1 << 29,
} as const;
/** Factor on the time limit of the first answer, which includes the start of the process. */
const START = 5;
/** Interval between two checks of the agent's memory. */
const CHECK_MS = 100;
/** Number of last characters of stderr that are kept for the fault message. */
const NOTE_CHARS = 2000;
/** Memory page size on Linux, the unit of `/proc/<pid>/statm`. */
const PAGE_BYTES = 4096;

/** The reason for terminating an agent, as a message for people. */
export class AgentFault extends Error {
  override readonly name = 'AgentFault';
}

/** A running agent. It is terminated together with its child processes at its first fault or when disposed. */
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
      // A process group of its own, so that its child processes are terminated with it.
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
    from.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#notes = (this.#notes + chunk.toString('utf8', 0, NOTE_CHARS)).slice(-NOTE_CHARS);
    });
    this.#child.on('error', (error) => this.#end(`it could not be started: ${error.message}`));
    this.#child.once('close', () => this.#end(`it ended${this.#stderrTail()}`));
    this.#look = setInterval(() => this.#weigh(), CHECK_MS);
    this.#look.unref();
  }

  /** Sends a message that needs no answer. */
  send(message: unknown): void {
    if (this.#fault === undefined) this.#to.write(`${JSON.stringify(message)}\n`);
  }

  /** Sends a message and returns the parsed answer. @throws {AgentFault} at the first fault and on every later call */
  async ask(message: object): Promise<unknown> {
    if (this.#fault !== undefined) throw this.#fault;
    const waiting = Promise.withResolvers<string>();
    this.#waiting = waiting;
    const limit_ms = this.#answer_ms * (this.#started ? 1 : START);
    const timer = setTimeout(() => this.#end(`it did not answer within ${limit_ms} ms`), limit_ms);
    try {
      this.send(message);
      const line = await waiting.promise;
      this.#started = true;
      return JSON.parse(line);
    } catch (error) {
      if (error instanceof SyntaxError) this.#end('it answered a line that is not JSON');
      throw this.#fault ?? error;
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }

  /** Collects one line; its length is checked before the chunks are joined. */
  #receive(chunk: Buffer): void {
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
      this.#end('it wrote a line that was not requested');
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

  /** Checks the memory, on Linux only. On other systems only the heap of a file agent is limited. */
  #weigh(): void {
    const { pid } = this.#child;
    if (process.platform !== 'linux' || pid === undefined) return;
    try {
      const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
      if (Number(resident) * PAGE_BYTES > AGENT_BOUNDS.memory_bytes) {
        this.#end(`it used more than ${AGENT_BOUNDS.memory_bytes} bytes of memory`);
      }
    } catch {
      // The process has just ended; the `close` event reports it.
    }
  }

  /** The last lines of stderr, as the end of a fault message. */
  #stderrTail(): string {
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
        // A negative id kills the whole process group.
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
