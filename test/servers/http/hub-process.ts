/** @module hub-process: a hub in a separate process that reports its memory use after a collection. Started with --expose-gc. */
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

import { openHostileHub } from './hostile-hub.ts';

const { port } = await openHostileHub();
process.on('message', () => {
  void measured().then((held) => process.send?.(held));
});
process.on('disconnect', () => process.exit());
process.send?.({ port });

/** Bytes in use after garbage collection, part of which happens only after a turn of the event loop. */
async function measured(): Promise<{ readonly heap: number; readonly rss: number }> {
  for (let i = 0; i < 5; i += 1) {
    globalThis.gc?.();
    await pause(20);
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, rss };
}
