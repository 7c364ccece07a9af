/** @module event checks: checks element events one by one, for a keeper that has no model of its own. */
import type {
  AppliedEvent,
  CurrentElement,
  DefinedPlace,
  EventChecks,
} from '../../../../schemas/event-checks.ts';
import { isAboutElements } from '../../../../schemas/event-checks.ts';
import type { ElementRecord, PlannedEvent } from '../../../../schemas/events.ts';
import { touchedIds } from '../../../../schemas/events.ts';
import type { Element } from '../../kinds/elements.ts';
import { group } from '../../kinds/group/group.ts';
import type { AnyElement, Site, Storey } from '../../kinds/kind.ts';
import { isOf } from '../../kinds/kind.ts';
import type { Kinds } from '../../kinds/kinds.ts';
import { level } from '../../kinds/level/level.ts';
import { definitionFault } from '../derived/definition.ts';
import { goesWithElements } from '../effect/touch.ts';
import type { Elements } from '../state/element-changes.ts';
import { changesOf } from '../state/element-changes.ts';
import { ModelFault } from '../state/model-fault.ts';

/** Returns the checks for elements of these kinds. They are the same rules by which the model applies events. */
export function eventChecksFor(kinds: Kinds): EventChecks {
  return {
    categories: kinds.categoryOf,
    about,
    apply: (event, current) => applied(new CurrentElements(kinds, current), event),
    named: (element) => [
      ...Object.values(kinds.references(element)).filter((id) => id !== null),
      ...(isOf(group, element) ? element.params.members.flat() : []),
    ],
    fault: (element, current) => {
      const fault = definitionFault(element, kinds, new NamedSite(current));
      if (fault === null) return null;
      const { kind, id } = fault.of ?? element;
      return `${kind} \`${id}\` ${fault.why}`;
    },
    place: (element, current) => placeOf(kinds, element, current),
    follows: (id, { before, after }) => {
      const [was, is] = [before(id), after(id)];
      if (was === null || is === null || !isOf(group, was) || !isOf(group, is)) return false;
      const sides = {
        before: { element: (other: string) => before(other) ?? undefined },
        after: { element: (other: string) => after(other) ?? undefined },
      };
      return goesWithElements(sides, was, is);
    },
  };
}

/** The place of an element. Its levels are those by which the model judges a scope (`touchOf`). */
function placeOf(kinds: Kinds, element: AnyElement, current: CurrentElement): DefinedPlace {
  if (isOf(group, element)) {
    // A group in a group is a fault of its definition, and a cycle of groups would never end.
    const members = element.params.members
      .flat()
      .flatMap((id) => current(id) ?? [])
      .filter((member) => !isOf(group, member));
    const places = members.map((member) => placeOf(kinds, member, current));
    return {
      levels: places.flatMap(({ levels }) => levels),
      points: places.flatMap(({ points }) => points),
    };
  }
  const { level: own, host, top, rise } = kinds.references(element);
  const holder = host === null ? null : current(host);
  const stands =
    element.kind === level.kind
      ? element.id
      : host === null
        ? own
        : holder === null
          ? null
          : kinds.references(holder).level;
  const { transform } = kinds.of(element);
  return {
    levels: [stands, top, rise].filter((id) => id !== null),
    points: typeof transform === 'string' ? [] : transform.points(element),
  };
}

function about(event: PlannedEvent): readonly string[] {
  if (!isAboutElements(event)) return [];
  if (event.type !== 'element.hosted') return touchedIds(event);
  return [event.aggregate_id, event.payload.host_id, event.payload.hosted_id];
}

function applied(elements: CurrentElements, event: PlannedEvent): AppliedEvent {
  try {
    if (event.type === 'element.hosted' && event.aggregate_id !== event.payload.host_id) {
      return { ok: false, why: `it is an event of its host \`${event.payload.host_id}\`` };
    }
    const changes = changesOf(elements, event);
    return { ok: true, changes: changes.map(({ place, after }) => ({ id: place, after })) };
  } catch (error) {
    if (error instanceof ModelFault) return { ok: false, why: error.message };
    throw error;
  }
}

/** The given elements, by id. The schemas of their kinds have already parsed them. */
class CurrentElements implements Elements<string> {
  readonly kinds: Kinds;
  readonly #current: CurrentElement;

  constructor(kinds: Kinds, current: CurrentElement) {
    this.kinds = kinds;
    this.#current = current;
  }

  find(id: string): string {
    return id;
  }
  place(id: string): string {
    return id;
  }
  at(id: string): Element | undefined {
    const element = this.#current(id);
    return element !== null && this.#isListed(element) ? element : undefined;
  }

  /** A keeper applies imported elements one by one, as created ones. */
  imported(sha256: string): never {
    throw new ModelFault('MANIFEST_MISSING', `the manifest \`${sha256}\` is applied row by row`);
  }

  /** A keeper knows from the log what a revision left. */
  left(import_id: string): never {
    throw new ModelFault('MANIFEST_MISSING', `the undo of \`${import_id}\` is applied row by row`);
  }

  #isListed(element: ElementRecord): element is Element {
    return this.kinds.find(element.kind) !== undefined;
  }
}

/** A site with only the elements that an element names. Neighbours, contents and bodies need a model. */
class NamedSite implements Site {
  readonly solids = null;
  readonly #current: CurrentElement;

  constructor(current: CurrentElement) {
    this.#current = current;
  }

  element(id: string): AnyElement | undefined {
    return this.#current(id) ?? undefined;
  }
  level(id: string): Storey | undefined {
    const element = this.element(id);
    return element !== undefined && isOf(level, element) ? element : undefined;
  }
  contents(): readonly AnyElement[] {
    return [];
  }
  fillings(): readonly never[] {
    return [];
  }
  footprint(element: AnyElement): never {
    throw new RangeError(`the outline of \`${element.id}\` needs its neighbours`);
  }
  roomFace(): null {
    return null;
  }
  bounds(): null {
    return null;
  }
  volume(): null {
    return null;
  }
  storedMesh(): null {
    return null;
  }
}
