/** @module listened: starts the subscriptions of a `subscriptions/listen` request (protocol of 2026-07-28). */
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

/** Starts the subscriptions that a message requests, if any. Resources that may not be read send no notifications. */
export function beginListened(message: unknown, subscriptions: Subscriptions): void {
  const requested = Listen.safeParse(message).data?.params.notifications;
  if (requested === undefined) return;
  if (requested.toolsListChanged === true) subscriptions.watchTools();
  for (const uri of requested.resourceSubscriptions ?? []) {
    void subscriptions.add(uri).catch(() => undefined);
  }
}
