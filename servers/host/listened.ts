/** @module listened: what a `subscriptions/listen` of the protocol of 2026-07-28 asks to be told of. */
import * as z from 'zod';

import type { Subscriptions } from './subscriptions.ts';

const Listen = z.looseObject({
  method: z.literal('subscriptions/listen'),
  params: z.looseObject({
    notifications: z.looseObject({
      toolsListChanged: z.boolean().optional(),
      resourceSubscriptions: z.array(z.string()).optional(),
    }),
  }),
});

/** Begins what a message asks for; other messages ask for nothing. Where nothing may be read, nothing is told. */
export function beginListened(message: unknown, subscriptions: Subscriptions): void {
  const asked = Listen.safeParse(message).data?.params.notifications;
  if (asked === undefined) return;
  if (asked.toolsListChanged === true) subscriptions.watchTools();
  for (const uri of asked.resourceSubscriptions ?? []) {
    void subscriptions.add(uri).catch(() => undefined);
  }
}
