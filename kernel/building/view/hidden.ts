/** @module hidden: refusals and warnings that name nothing that may not be seen. */
import type { Concealment } from '../../governance/tool/domain.ts';
import type { Steps } from '../../kernel/findings/steps.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { BuildingView } from './view.ts';

/** Whether an id is that of an element that is there and may not be seen. */
export type IsHidden = (id: string) => boolean;

const NAMED = /`([^`]+)`/gu;
/** What is said in place of something hidden. */
export const WITHHELD = 'it also concerns something that you may not see';

function saysHidden(text: string, isHidden: IsHidden): boolean {
  return isHidden(text) || [...text.matchAll(NAMED)].some(([, id = '']) => isHidden(id));
}

/** Whether a value has the id of something hidden in it, at any depth. */
export function namesHidden(value: unknown, isHidden: IsHidden): boolean {
  if (typeof value === 'string') return saysHidden(value, isHidden);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, item]: [string, unknown]) => isHidden(key) || namesHidden(item, isHidden),
  );
}

/** Whether an id is hidden, or that of a host with hidden contents: a refusal about the host may be due to them. */
export function isConcealed(view: Pick<BuildingView, 'hostedBy'>, isHidden: IsHidden): IsHidden {
  return (id) => isHidden(id) || view.hostedBy(id).some((held) => isHidden(held.id));
}

/** The warnings; those that name something hidden become one that names nothing. */
export function shownWarnings(warnings: readonly string[], isHidden: IsHidden): readonly string[] {
  const shown = warnings.filter((warning) => !saysHidden(warning, isHidden));
  return shown.length === warnings.length ? shown : [...shown, WITHHELD];
}

/** The work. Its refusal, where it names something hidden, becomes one of REGENERATION_FAILED that names nothing. */
export function* withoutHidden<T>(work: Steps<T>, isHidden: IsHidden): Steps<T> {
  try {
    return yield* work;
  } catch (error) {
    throw concealmentOf(isHidden).refusal(error);
  }
}

/** The value with null in place of each text that is a hidden id, and without the texts that name one. */
function withoutIds(value: unknown, isHidden: IsHidden): unknown {
  if (typeof value === 'string') {
    if (isHidden(value)) return null;
    return saysHidden(value, isHidden) ? WITHHELD : value;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => withoutIds(item, isHidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isHidden(key))
      .map(([key, item]: [string, unknown]) => [key, withoutIds(item, isHidden)]),
  );
}

/** What is left of answers and refusals where some ids are hidden. */
export function concealmentOf(isHidden: IsHidden): Concealment {
  return {
    refusal: (error) => {
      if (!(error instanceof Refusal)) return error;
      const { message, hint, data } = error.body;
      return namesHidden([message, hint, data], isHidden) ? obstructed() : error;
    },
    data: (value) => withoutIds(value, isHidden),
    warnings: (warnings) => shownWarnings(warnings, isHidden),
  };
}

/** Something hidden stands in the way. */
export function obstructed(): Refusal {
  return new Refusal(
    'REGENERATION_FAILED',
    'something that you may not see does not allow this',
    'plan it elsewhere, or ask the operator to widen READ',
  );
}

/** A change of something hidden, or one that cannot be planned without seeing it. */
export function blind(what: string): Refusal {
  return new Refusal(
    'SCOPE_DENIED',
    `you may not ${what}: your READ permission does not hold for all of it`,
    'stay with what you see, or ask the operator to widen READ',
  );
}
