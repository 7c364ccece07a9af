/** @module checks: loads the checks of events from a configured module. */
import type { EventChecks } from '../../../schemas/event-checks.ts';

/** The exports of such a module. */
type ChecksModule = { readonly eventChecks: EventChecks };

/** The checks of a module, which is loaded on first use. */
export function checksFrom(url: string): () => Promise<EventChecks> {
  let loading: Promise<EventChecks> | null = null;
  return () => (loading ??= load(url));
}

async function load(url: string): Promise<EventChecks> {
  const module: unknown = await import(url);
  if (isChecksModule(module)) return module.eventChecks;
  throw new Error(`the module \`${url}\` does not export \`eventChecks\``);
}

function isChecksModule(module: unknown): module is ChecksModule {
  return typeof module === 'object' && module !== null && 'eventChecks' in module;
}
