/** @module pipe-checks: the checks of a keeper that stores pipes too. */
import { eventChecksFor } from '../../../../kernel/building/model/checks/event-checks.ts';
import type { EventChecks } from '../../../../schemas/event-checks.ts';
import { WITH_PIPES } from './pipe.ts';

export const eventChecks: EventChecks = eventChecksFor(WITH_PIPES);
