/** @module event-times: when the events happened that the page names. */
import { signal } from '@preact/signals';

/** Times by event id, ISO 8601, of the events that are known. */
export const eventTimes = signal<ReadonlyMap<string, string>>(new Map());
