/** @module pending-count: the number of approvals that wait, for the button of the panel. */
import { signal } from '@preact/signals';

export const pendingCount = signal(0);
