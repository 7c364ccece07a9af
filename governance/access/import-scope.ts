/** @module import-scope: refuses an import of elements outside the scope of its agent, with their numbers. */
import { affectedIds, importedCount } from '../../schemas/element-changes.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { AgentRecord } from '../../schemas/governance.ts';
import { scopeFaults } from './scope.ts';

type Touches = Parameters<typeof scopeFaults>[2];

/** Elements of one category or on one level, and how many of them are outside. */
type Tally = { all: number; outside: number };

/** Names in a refusal. */
const NAMES_MAX = 20;

/** Category without which nothing can be imported. */
const LEVELS = 'Levels';

/**
 * Refuses SCOPE_DENIED if some of the elements that the events import are outside the scopes of the agent, with their
 * numbers by category and level, and with the part of the file that is inside, as an argument `only`.
 */
export function assertImportInside(
  agent: AgentRecord,
  branch: string,
  { events, touches }: { readonly events: readonly PlannedEvent[]; readonly touches: Touches },
): void {
  if (importedCount(events) === 0) return;
  const named = affectedIds(events);
  // A revision also changes and deletes elements, which are judged like others.
  const imported = touches.filter(({ id, action }) => action === 'CREATE' && !named.has(id));
  const faults = scopeFaults(agent.permissions.permissions, branch, imported);
  const [first] = faults;
  if (first === undefined) return;
  const strays = new Set(faults.map(({ id }) => id));
  const categories = tallied(imported, strays, ({ category }) => [category]);
  const levels = tallied(imported, strays, ({ levels: on }) =>
    on.flatMap(({ shown }) => shown ?? []),
  );
  const only = insideOf(categories, levels);
  throw new Refusal(
    'SCOPE_DENIED',
    `\`${agent.name}\` may not CREATE ${faults.length} of the ${imported.length} elements of the import: ${words(categories)}; \`${first.id}\`: ${first.because}`,
    only === null
      ? 'let a person import the file; this cannot be approved'
      : `import the part of the file that you may create, with \`only\` ${JSON.stringify(only)}, or let a person import the file`,
    {
      outside: {
        elements: faults.length,
        categories: outsideOf(categories),
        levels: outsideOf(levels),
      },
      ...(only === null ? {} : { only }),
      faults: faults.slice(0, NAMES_MAX),
      more: Math.max(0, faults.length - NAMES_MAX),
    },
  );
}

function tallied(
  touches: Touches,
  strays: ReadonlySet<string>,
  keysOf: (touch: Touches[number]) => readonly string[],
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const touch of touches) {
    for (const key of new Set(keysOf(touch))) {
      const tally = tallies.get(key) ?? { all: 0, outside: 0 };
      tallies.set(key, tally);
      tally.all += 1;
      if (strays.has(touch.id)) tally.outside += 1;
    }
  }
  return tallies;
}

/** The categories, or else the levels, of which every element is inside; null if nothing can be imported. */
function insideOf(
  categories: ReadonlyMap<string, Tally>,
  levels: ReadonlyMap<string, Tally>,
): Readonly<Record<string, readonly string[]>> | null {
  if ((categories.get(LEVELS)?.outside ?? 0) > 0) return null;
  const whole = namesInside(categories).filter((name) => name !== LEVELS);
  if (whole.length > 0) return { categories: whole };
  const storeys = namesInside(levels);
  return storeys.length > 0 ? { levels: storeys } : null;
}

function namesInside(tallies: ReadonlyMap<string, Tally>): readonly string[] {
  return [...tallies].flatMap(([name, { outside }]) => (outside === 0 ? [name] : []));
}

function outsideOf(tallies: ReadonlyMap<string, Tally>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...tallies].flatMap(([name, { outside }]) => (outside === 0 ? [] : [[name, outside]])),
  );
}

function words(categories: ReadonlyMap<string, Tally>): string {
  const all = Object.entries(outsideOf(categories)).map(([name, count]) => `${count} ${name}`);
  const more = all.length - NAMES_MAX;
  return `${all.slice(0, NAMES_MAX).join(', ')}${more > 0 ? ` and ${more} more categories` : ''}`;
}
