/** @module answer-thread: answers the questions of the page one at a time, each on the current state of the ledger. */
import type { RefreshedDirectory } from '../../../governance/access/directory.ts';
import type { LedgerReader } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { ApprovalRecord } from '../../../schemas/governance.ts';
import type { BuildingDomain } from '../../building/domain.ts';
import type { Answered } from '../answers/answer.ts';
import { ANSWERS } from '../answers/answers.ts';
import { lookingOf, type Looking } from '../looking/looking.ts';
import { Marks } from '../looking/marks.ts';
import type { Moments } from '../looking/moments.ts';
import type { FromViewThread, Outcome, ToViewThread } from './messages.ts';
import { readAhead } from './read-ahead.ts';
import { viewerRecord } from './viewer-record.ts';

/** The replica of the ledger. */
export type Replica = {
  readonly reader: LedgerReader;
  readonly directory: RefreshedDirectory;
  readonly domain: BuildingDomain;
  readonly moments: Moments;
};

type Sources = {
  /** Opens the replica with the first question. */
  readonly open: () => Promise<Replica>;
  readonly now: () => Date;
  readonly send: (message: FromViewThread, transfer: readonly ArrayBuffer[]) => void;
};

type Ask = Extract<ToViewThread, { readonly what: 'ask' }>;

/** Whether something is hidden from the person who asks. */
type Sees = { hides: boolean };

/** The thread side of the page. */
export class AnswerThread {
  readonly #sources: Sources;
  #opened: Promise<Replica> | null = null;
  #level: number | null = null;
  #last: Promise<void> = Promise.resolve();
  readonly #marks = new Map<string, Marks>();
  /** The marks of notices, by sign-in. */
  readonly #noticed = new Map<string, Marks>();
  /** What is read in advance for people from whom something is hidden, by sign-in; `next` reads a little. */
  readonly #ahead = new Map<string, AsyncGenerator<void>>();
  #isReading = false;
  readonly #approvals = new Map<number, (approval: ApprovalRecord | null) => void>();
  #next = 1;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Handles a message of the hub. */
  receive(message: ToViewThread): void {
    switch (message.what) {
      case 'ask':
        this.#last = this.#last.then(async () => await this.#answer(message));
        break;
      case 'approval':
        this.#approvals.get(message.id)?.(message.approval);
        this.#approvals.delete(message.id);
        break;
      case 'forget':
        this.#marks.delete(message.sign_in);
        this.#noticed.delete(message.sign_in);
        this.#ahead.delete(message.sign_in);
        break;
      default:
        message satisfies never;
    }
  }

  async #answer(ask: Ask): Promise<void> {
    // Until it is known what the person sees.
    const sight: Sees = { hides: ask.viewer.kind !== 'owner' };
    const outcome = await this.#outcome(ask, sight);
    const transfer = outcome.how === 'bytes' ? [outcome.answer.bytes.buffer] : [];
    this.#sources.send({ what: 'answer', id: ask.id, outcome, hides: sight.hides }, transfer);
    this.#readOn();
  }

  /** Reads in advance between two questions, a little at a time. */
  #readOn(): void {
    const [first] = this.#ahead;
    if (first === undefined || this.#isReading) return;
    const [sign_in, reading] = first;
    this.#isReading = true;
    setImmediate(() => {
      this.#last = this.#readStep(this.#last, sign_in, reading);
    });
  }

  async #readStep(
    before: Promise<void>,
    sign_in: string,
    reading: AsyncGenerator<void>,
  ): Promise<void> {
    await before;
    // The question that needs what cannot be read reports why.
    const { done } = await reading.next().catch(() => ({ done: true }));
    if (done === true && this.#ahead.get(sign_in) === reading) this.#ahead.delete(sign_in);
    this.#isReading = false;
    this.#readOn();
  }

  async #outcome(ask: Ask, sight: Sees): Promise<Outcome> {
    try {
      const answer = ANSWERS.get(ask.name);
      if (answer === undefined) {
        throw new Refusal(
          'INVALID_ARGUMENT',
          `unknown question \`${ask.name}\``,
          'reload the page',
        );
      }
      const looking = await this.#looking(ask);
      sight.hides = !looking.sees_all;
      if (sight.hides && ask.name === 'notice') this.#ahead.set(ask.sign_in, readAhead(looking));
      return outcomeOf(await answer.answer(ask.input, looking));
    } catch (error) {
      if (error instanceof Refusal) return { how: 'refused', refusal: error.body };
      return { how: 'failed', fault: error instanceof Error ? (error.stack ?? '') : String(error) };
    }
  }

  async #looking({ sign_in, viewer, name }: Ask): Promise<Looking> {
    const { reader, directory, domain, moments } = await this.#current();
    // The hub asks for notices after each commit: the names of states must not count hidden ones
    const all = name === 'notice' ? this.#noticed : this.#marks;
    const marks = all.get(sign_in) ?? new Marks();
    all.set(sign_in, marks);
    return lookingOf({
      viewer: viewerRecord(directory, viewer),
      domain,
      reader,
      workspace: directory.workspace().workspace_id,
      now: this.#sources.now,
      marks,
      moments,
      approval: async (approval_id) => await this.#approval(approval_id),
    });
  }

  async #current(): Promise<Replica> {
    // If opening fails, the next question tries again.
    this.#opened ??= this.#sources.open().catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    const replica = await this.#opened;
    const counter = await replica.reader.changeCounter();
    if (counter !== this.#level) {
      await replica.directory.refresh();
      await replica.domain.catchUp();
      this.#level = counter;
    }
    return replica;
  }

  async #approval(approval_id: string): Promise<ApprovalRecord | null> {
    const { promise, resolve } = Promise.withResolvers<ApprovalRecord | null>();
    const id = this.#next;
    this.#next += 1;
    this.#approvals.set(id, resolve);
    this.#sources.send({ what: 'approval', id, approval_id }, []);
    return await promise;
  }
}

function outcomeOf(answered: Answered): Outcome {
  if ('json' in answered) return { how: 'json', text: JSON.stringify(answered.json) };
  const { bytes } = answered;
  // Only a whole buffer can be transferred.
  const own =
    bytes.bytes.byteLength === bytes.bytes.buffer.byteLength ? bytes.bytes : bytes.bytes.slice();
  return { how: 'bytes', answer: { ...bytes, bytes: own } };
}
