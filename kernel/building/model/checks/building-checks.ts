/** @module building checks: the module that a keeper loads to check the events of a building. */
import type { EventChecks } from '../../../../schemas/event-checks.ts';
import { KINDS } from '../../kinds/elements.ts';
import { eventChecksFor } from './event-checks.ts';

/** The checks for the kinds of a building. */
export const eventChecks: EventChecks = eventChecksFor(KINDS);
