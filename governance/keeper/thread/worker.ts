/** @module worker: the keeper's thread with the rules of governance. */
import { makeHandlers } from '../handlers/make-handlers.ts';
import { runKeeperThread } from './keeper-thread.ts';

runKeeperThread(makeHandlers);
