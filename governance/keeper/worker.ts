/** @module worker: the keeper's thread with the rules of governance. */
import { makeHandlers } from './handlers.ts';
import { runKeeperThread } from './thread.ts';

runKeeperThread(makeHandlers);
