/** @module checks: loads the checks of events from a configured module. */
import type { EventChecks } from '../../../schemas/event-checks.ts';

/** The exports of such a module. */
type ChecksModule = { readonly eventChecks: EventChecks };

/** The checks of a module, which is loaded on first use. */
export function checksFrom(url: string): () => Promise<EventChecks> {
  let loading: Promise<EventChecks> | null = null;
  return () => (loading ??= loaded(url));
}

async function loaded(url: string): Promise<EventChecks> {
  const module: unknown = await import(url);
  if (isChecksModule(module)) return module.eventChecks;
  throw new Error(`got the module \`${url}\`, want one that exports \`eventChecks\``);
}

function isChecksModule(module: unknown): module is ChecksModule {
  return typeof module === 'object' && module !== null && 'eventChecks' in module;
}
