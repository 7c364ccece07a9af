/** @module prompt: a task that a person can begin by its name; one value per prompt. */

/** What completes an argument. */
export type Subject = 'branch' | 'element' | 'approval';

/** A prompt as a value. Its text names tools, which decide for themselves what they allow. */
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
  /** `given` has every argument that is required. */
  readonly text: (given: Readonly<Record<string, string>>) => string;
};

/** The argument that names a branch. */
export const BRANCH_ARGUMENT = {
  name: 'branch',
  description: 'Branch to work on; main by default.',
  required: false,
  completed: 'branch',
} as const;
