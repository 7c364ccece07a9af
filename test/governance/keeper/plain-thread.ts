/** @module plain-thread: the keeper's thread with handlers that have no rules. */
import { runKeeperThread } from '../../../governance/keeper/thread/keeper-thread.ts';
import { makePlainHandlers } from './plain-handlers.ts';

runKeeperThread(makePlainHandlers);
