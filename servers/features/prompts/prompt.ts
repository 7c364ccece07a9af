/** @module prompt: a task that a person can start by name; one value per prompt. */

/** The source of completions for an argument. */
export type Subject = 'branch' | 'element' | 'approval';

/** A prompt. Its text names tools; the tools check permissions themselves. */
export type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
    readonly completed?: Subject;
  }[];
  /** `given` contains every required argument. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
};

/** The argument that names a branch. */
export const BRANCH_ARGUMENT = {
  name: 'branch',
  description: 'Branch to work on. Default: main.',
  required: false,
  completed: 'branch',
} as const;
