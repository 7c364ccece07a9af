/** @module schedule: when and on what protocol v2 probes, from a secret that the agent cannot know. */
import { seededRandom } from '../seeded-random.ts';
import type { SeededRandom } from '../seeded-random.ts';

/**
 * Of each block of steps one is probed. Acting steps come in short blocks at first, since most agents act for a few steps
 * only; steps on which nothing is done come in long ones.
 */
const ACTING = { dense: 12, size: 3, later: 6 } as const;
const IDLE_SIZE = 20;

/** Numbers that follow from the secret of an episode and a purpose. */
export function secretRandom(secret: string, purpose: string): SeededRandom {
  return seededRandom(`axion-v2 schedule\n${secret}\n${purpose}`);
}

/**
 * Whether a step is probed.
 *
 * @param index of the step among the acting or the idle ones, from 0
 */
export function isProbed(secret: string, kind: 'acting' | 'idle', index: number): boolean {
  const { from, size } = blockOf(kind, index);
  return index - from === secretRandom(secret, `${kind} ${from}`).int(0, size - 1);
}

function blockOf(
  kind: 'acting' | 'idle',
  index: number,
): { readonly from: number; readonly size: number } {
  if (kind === 'idle') return { from: index - (index % IDLE_SIZE), size: IDLE_SIZE };
  const { dense, size, later } = ACTING;
  if (index < dense) return { from: index - (index % size), size };
  return { from: index - ((index - dense) % later), size: later };
}

/** The offer of the `site`-th probed step: within three steps all of them, in an order that is not known. */
export function offerAt<T>(secret: string, site: number, offers: readonly T[]): T | undefined {
  const round = Math.floor(site / Math.max(1, offers.length));
  const order = secretRandom(secret, `offers ${round}`).sample(offers, offers.length);
  return order[site % Math.max(1, offers.length)];
}
