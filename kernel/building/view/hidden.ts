/** @module hidden: removes hidden elements from refusals and warnings. */
import { Refusal } from '../../../schemas/errors.ts';
import type { Concealment } from '../../../schemas/sight.ts';
import type { BuildingView } from './view.ts';

/** Whether an id belongs to an existing element that the caller may not see. */
export type IsHidden = (id: string) => boolean;

const NAMED = /`([^`]+)`/gu;
/** Text that replaces information about hidden elements. */
export const WITHHELD = 'it also concerns something that you may not see';

function mentionsHidden(text: string, isHidden: IsHidden): boolean {
  return isHidden(text) || [...text.matchAll(NAMED)].some(([, id = '']) => isHidden(id));
}

/** Whether a value contains the id of a hidden element, at any depth. */
export function namesHidden(value: unknown, isHidden: IsHidden): boolean {
  if (typeof value === 'string') return mentionsHidden(value, isHidden);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, item]: [string, unknown]) => isHidden(key) || namesHidden(item, isHidden),
  );
}

/**
 * Treats an id as hidden if its element or an element that it hosts is hidden: a refusal about the host may be caused
 * by its hidden contents.
 */
export function isConcealed(view: Pick<BuildingView, 'hostedBy'>, isHidden: IsHidden): IsHidden {
  return (id) => isHidden(id) || view.hostedBy(id).some((content) => isHidden(content.id));
}

/** The warnings; those that name a hidden element are replaced by one warning without names. */
export function shownWarnings(warnings: readonly string[], isHidden: IsHidden): readonly string[] {
  const shown = warnings.filter((warning) => !mentionsHidden(warning, isHidden));
  return shown.length === warnings.length ? shown : [...shown, WITHHELD];
}

/** Runs `work`. A refusal that names a hidden element is replaced by a REGENERATION_FAILED refusal without names. */
export function withoutHidden<T>(work: () => T, isHidden: IsHidden): T {
  try {
    return work();
  } catch (error) {
    throw concealmentOf(isHidden).refusal(error);
  }
}

/** Replaces each text that is a hidden id with null, and removes texts that contain a hidden id. */
function withoutIds(value: unknown, isHidden: IsHidden): unknown {
  if (typeof value === 'string') {
    if (isHidden(value)) return null;
    return mentionsHidden(value, isHidden) ? WITHHELD : value;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => withoutIds(item, isHidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isHidden(key))
      .map(([key, item]: [string, unknown]) => [key, withoutIds(item, isHidden)]),
  );
}

/** Creates the functions that remove hidden ids from results and refusals. */
export function concealmentOf(isHidden: IsHidden): Concealment {
  return {
    refusal: (error) => {
      if (!(error instanceof Refusal)) return error;
      return isAboutHidden(error, isHidden) ? obstructed() : withoutFileName(error);
    },
    data: (value) => withoutIds(value, isHidden),
    warnings: (warnings) => shownWarnings(warnings, isHidden),
  };
}

/** Whether an error is a refusal that names a hidden element. */
export function isAboutHidden(error: unknown, isHidden: IsHidden): boolean {
  if (!(error instanceof Refusal)) return false;
  const { message, hint, data } = error.body;
  return namesHidden([message, hint, data], isHidden);
}

/**
 * A refusal because of a reference model with the id of its import in place of the name of its file, which may have been
 * imported on a hidden branch; any other refusal unchanged.
 */
function withoutFileName(refusal: Refusal): Refusal {
  const { name, message, hint, data } = refusal.body;
  const { file, ...rest } = data;
  const { import_id } = rest;
  if (typeof file !== 'string' || typeof import_id !== 'string') return refusal;
  return new Refusal(name, message.replaceAll(`\`${file}\``, `\`${import_id}\``), hint, rest);
}

/** Refusal of a change that a hidden element obstructs. */
export function obstructed(): Refusal {
  return new Refusal(
    'REGENERATION_FAILED',
    'something that you may not see does not allow this',
    'plan it elsewhere, or ask the operator to widen READ',
  );
}

/** Refusal of a change to a hidden element, or of a change that cannot be planned without seeing a hidden element. */
export function blind(what: string): Refusal {
  return new Refusal(
    'SCOPE_DENIED',
    `you may not ${what}: your READ permission does not cover all of it`,
    'restrict the call to elements that you may read, or ask the operator to widen READ',
  );
}
