/** @module question-queue: the questions that wait for the thread, in turns by person. */

/** A waiting question. */
export type Waiting = {
  /** The person, so that several sign-ins of one share a turn. */
  readonly person: string;
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean;
  readonly start: () => void;
  /** Called instead of `start` if nobody waits any more. */
  readonly drop: () => void;
};

/** Gives the thread one question at a time. */
export class QuestionQueue {
  /** By person, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #isBusy = false;

  /** Number of waiting questions. */
  get size(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  add(question: Waiting): void {
    const own = this.#waiting.get(question.person) ?? [];
    this.#waiting.set(question.person, own);
    own.push(question);
    this.#next();
  }

  /** The running question has ended. */
  ended(): void {
    this.#isBusy = false;
    this.#next();
  }

  /** Drops everything that waits. */
  clear(): void {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#isBusy = false;
    for (const { drop } of all) drop();
  }

  #next(): void {
    while (!this.#isBusy) {
      const [turn] = this.#waiting;
      if (turn === undefined) return;
      const [person, own] = turn;
      const question = own.shift();
      // The person's next question waits for the turns of the others
      this.#waiting.delete(person);
      if (own.length > 0) this.#waiting.set(person, own);
      if (question === undefined) continue;
      if (question.isGone()) {
        question.drop();
        continue;
      }
      this.#isBusy = true;
      question.start();
    }
  }
}
