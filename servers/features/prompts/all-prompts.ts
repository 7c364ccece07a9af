/** @module all-prompts: all prompts, in the order of the list. */
import type { FilledPrompt, ListedPrompt } from '../../host/features.ts';
import { INVALID_PARAMS, RequestFault } from '../../host/requests.ts';
import { authorHouse } from './author-house.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { handOverDocuments } from './hand-over-documents.ts';
import type { Prompt } from './prompt.ts';
import { reviewApproval } from './review-approval.ts';

export const PROMPTS: readonly Prompt[] = [
  authorHouse,
  reviewApproval,
  checkAccessibility,
  handOverDocuments,
];

/** The prompts as `prompts/list` returns them. */
export const LISTED_PROMPTS: readonly ListedPrompt[] = PROMPTS.map((prompt) => ({
  name: prompt.name,
  title: prompt.title,
  description: prompt.description,
  arguments: prompt.arguments.map(({ name, description, required }) => ({
    name,
    description,
    required,
  })),
}));

/** Maximum length of an argument of a prompt, characters. */
const MAX_VALUE_CHARS = 8000;

/**
 * A prompt with its arguments filled in.
 *
 * @throws RequestFault for an unknown prompt, and for missing, unknown or too long arguments
 */
export function filledPrompt(name: string, given: Readonly<Record<string, string>>): FilledPrompt {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) {
    const names = PROMPTS.map((one) => one.name).join(', ');
    throw new RequestFault(
      INVALID_PARAMS,
      `no prompt \`${name.slice(0, 80)}\`; expected one of ${names}`,
    );
  }
  const known = prompt.arguments.map((argument) => argument.name);
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new RequestFault(
      INVALID_PARAMS,
      `\`${name}\` has no argument \`${unknown.slice(0, 80)}\`; its arguments are ${known.join(', ')}`,
    );
  }
  const missing = prompt.arguments.find(
    (argument) => argument.required && (given[argument.name] ?? '').trim() === '',
  );
  if (missing !== undefined) {
    throw new RequestFault(INVALID_PARAMS, `\`${name}\` needs the argument \`${missing.name}\``);
  }
  const long = Object.entries(given).find(([, value]) => value.length > MAX_VALUE_CHARS);
  if (long !== undefined) {
    throw new RequestFault(
      INVALID_PARAMS,
      `the argument \`${long[0]}\` has ${long[1].length} characters, expected at most ${MAX_VALUE_CHARS}`,
    );
  }
  const text = prompt.text(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
  );
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}
