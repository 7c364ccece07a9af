/** @module thread-words: what the keeper's thread is given, told and tells. */
import * as z from 'zod';

/** `logKeyPath` null: the key in the workspace's own folder. */
export const ThreadData = z.strictObject({ dir: z.string(), logKeyPath: z.string().nullable() });
export type ThreadData = z.output<typeof ThreadData>;

/** `stand_by`: make ready to take over. `compete`: take the lock if it is free; `cold`: no keeper was met before, so the store is read from end to end before it is used. */
export const Order = z.discriminatedUnion('order', [
  z.strictObject({ order: z.literal('compete'), cold: z.boolean() }),
  z.strictObject({ order: z.literal('stand_by') }),
  z.strictObject({ order: z.literal('stop') }),
]);
export type Order = z.output<typeof Order>;

/** `failed`: the lock was won, but the store cannot be used. */
export const Report = z.discriminatedUnion('report', [
  z.strictObject({ report: z.literal('keeper') }),
  z.strictObject({ report: z.literal('busy') }),
  z.strictObject({ report: z.literal('stopped') }),
  z.strictObject({
    report: z.literal('failed'),
    code: z
      .enum(['NEWER_VERSION', 'CORRUPT', 'NOT_A_WORKSPACE', 'LOCKED', 'CHAIN_BROKEN', 'DUPLICATE'])
      .nullable(),
    message: z.string(),
  }),
]);
export type Report = z.output<typeof Report>;
