/** @module next-steps: what a person does after the configuration of a host is installed. */
import type { Host } from './hosts.ts';

/** A prompt that uses two servers and changes nothing. */
const FIRST_PROMPT = 'Use Plumbline: summarise the building model, then show me a picture of it.';

/** The steps in order, one sentence each. `folder`: the workspace's folder, as it is printed. */
export function nextSteps(
  { start }: Pick<Host, 'start'>,
  folder: string,
  names: readonly string[],
): readonly string[] {
  return [...start(folder, names), `first prompt to try: ${FIRST_PROMPT}`];
}
