import { deepEqual } from '../../kernel/canonical/deep-equal.ts';
/** @module edits: what to change of arguments so that they become others, argument by argument. */
import { Refusal, type RefusalBody } from '../../schemas/errors.ts';

/** An argument to set, by its path with dots, or one line of its text, from 1; to leave out where there is no value. */
export type Edit = { readonly argument: string; readonly line?: number; readonly value?: unknown };

/** What is said where a refusal has such edits. */
export const SUGGESTED = 'or make the changes of data.suggested';

/** More text than this is no hint any more. */
const CHARS_MOST = 2000;

type Arguments = Readonly<Record<string, unknown>>;

/** More candidates than these are not tried. */
const TRIES_MOST = 12;

/** A refused call and what it may have been meant to be. */
type Refused = {
  readonly own: Arguments;
  /** Of the arguments in those of the whole call. */
  readonly path?: string;
  readonly candidates: (own: Arguments, refusal: RefusalBody) => Iterable<Arguments>;
  /** The edits of the whole call that lead to a candidate, where its arguments are written otherwise there. */
  readonly told?: ((candidate: Arguments) => readonly Edit[] | null) | undefined;
};

/**
 * The refusal of a call with `data.suggested`: the edits that lead to the first candidate which holds. Two mistakes in one
 * call are found where the first one put right leads to a candidate for the second.
 *
 * @param attempt carries a candidate out as far as it can be refused; throws where it is
 */
export async function withSuggestion(
  refusal: Refusal,
  { own, path = '', candidates, told }: Refused,
  attempt: (candidate: Arguments) => unknown,
): Promise<Refusal> {
  const { name, message, hint, data } = refusal.body;
  const waiting = [...take(candidates(own, refusal.body))];
  for (let tries = 0; tries < Math.min(TRIES_MOST, waiting.length); tries += 1) {
    const candidate = waiting[tries];
    if (candidate === undefined) break;
    const suggested = told === undefined ? editsBetween(own, candidate, path) : told(candidate);
    if (suggested === null) continue;
    const refused = await refusalOf(() => attempt(candidate));
    if (refused === null) {
      return new Refusal(name, message, `${hint}; ${SUGGESTED}`, { ...data, suggested });
    }
    // Another refusal has come of it: the first fault at least is gone.
    if (refused.message !== message) waiting.push(...take(candidates(candidate, refused)));
  }
  return refusal;
}

function* take(candidates: Iterable<Arguments>): Generator<Arguments> {
  let taken = 0;
  for (const candidate of candidates) {
    yield candidate;
    taken += 1;
    if (taken === TRIES_MOST) return;
  }
}

async function refusalOf(attempt: () => unknown): Promise<RefusalBody | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.body;
    throw error;
  }
}

/** The edits that make `to` of `from`, deep in objects, lists whole where their length differs; null where they are too long to be told. */
export function editsBetween(from: unknown, to: unknown, path = ''): readonly Edit[] | null {
  const edits = editsAt(from, to, path);
  return edits.length === 0 || JSON.stringify(edits).length > CHARS_MOST ? null : edits;
}

/** The lines that differ, where texts have as many; else the whole. */
function linesBetween(from: string, to: string, path: string): readonly Edit[] {
  const [before, after] = [from.split('\n'), to.split('\n')];
  if (before.length !== after.length || before.length === 1) return [{ argument: path, value: to }];
  return after.flatMap((value, index) =>
    value === before[index] ? [] : [{ argument: path, line: index + 1, value }],
  );
}

function editsAt(from: unknown, to: unknown, path: string): readonly Edit[] {
  if (deepEqual(from, to)) return [];
  const isAlike =
    typeof from === 'object' &&
    typeof to === 'object' &&
    from !== null &&
    to !== null &&
    Array.isArray(from) === Array.isArray(to) &&
    (!Array.isArray(from) || (Array.isArray(to) && from.length === to.length));
  if (typeof from === 'string' && typeof to === 'string') return linesBetween(from, to, path);
  if (!isAlike) return [{ argument: path, value: to }];
  const under = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const gone = Object.keys(from).filter((name) => !Object.hasOwn(to, name));
  return [
    ...gone.map((name) => ({ argument: under(name) })),
    ...Object.entries(to).flatMap(([name, value]: [string, unknown]) =>
      Object.hasOwn(from, name)
        ? editsAt(Reflect.get(from, name), value, under(name))
        : [{ argument: under(name), value }],
    ),
  ];
}
