/** @module element-named: the element that a person names: by an id, the beginning of one, or a name. */
import { foldName } from '../../../kernel/base/text/fold-name.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { ProjectedView } from '../../../kernel/building/model/projection/projected-view.ts';
import type { ElementRecord } from '../../../schemas/events.ts';
import { didYouMean } from '../did-you-mean.ts';
import { CliFailure } from '../failure.ts';

/**
 * The element for a word: an id, the beginning of one, or a name; a level comes before others.
 *
 * @param views states of one building, such as before and after a plan; an element of several is that of the first one
 * @throws CliFailure for a word that names nothing, or several elements
 */
export function elementNamed(views: readonly ProjectedView[], word: string): ElementRecord {
  const models = views.map(({ model }) => model);
  const [exact] = models.flatMap((model) => model.element(word) ?? []);
  if (exact !== undefined) return exact;
  const levels = models.flatMap((model) => model.levels());
  const level = levels.find(({ params }) => foldName(params.name) === foldName(word));
  if (level !== undefined) return level;
  const name = word.startsWith('@') ? word.slice(1) : word;
  const named = distinct(models.flatMap((model) => model.named(name)));
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (only !== undefined) {
    throw new CliFailure(
      `${named.length} elements are called \`${printable(word)}\`: ${someIds(named)}`,
      'give the id of one',
    );
  }
  const found = distinct(
    models.flatMap((model) => [...model.elements()].filter(({ id }) => id.startsWith(word))),
  );
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (first !== undefined) {
    throw new CliFailure(
      `\`${printable(word)}\` is the beginning of ${found.length} ids: ${someIds(found)}`,
      'give more characters of the id',
    );
  }
  const names = levels.map(({ params }) => params.name);
  const next = didYouMean(
    word,
    names,
    'run `plumbline show` to list the levels, `plumbline show LEVEL` to list the elements of one',
  );
  throw new CliFailure(`unknown level or element \`${printable(word)}\``, next);
}

/** The elements, each id once, as in the first view that has it. */
function distinct(elements: readonly ElementRecord[]): readonly ElementRecord[] {
  const byId = new Map<string, ElementRecord>();
  for (const element of elements) if (!byId.has(element.id)) byId.set(element.id, element);
  return [...byId.values()];
}

/** The first ids, and a mark if there are more. */
function someIds(elements: readonly ElementRecord[]): string {
  const ids = elements.slice(0, 5).map(({ id }) => id);
  return `${ids.join(', ')}${elements.length > ids.length ? ' …' : ''}`;
}
