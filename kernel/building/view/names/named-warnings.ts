/** @module named warnings: adds the name of each element after its id in warnings. */
import type { ModelView } from '../../model/view.ts';

/** An id that is not followed by a bracket; a bracket may already contain the name. */
const ID = /`([a-z]+_[0-9a-z]{12})`(?! \()/gu;
/** Maximum number of characters of a name in a warning. */
const MAX_NAME_CHARS = 40;

/** Adds to warnings the names of elements that the caller sees before or after a change. */
export function namedWarnings(
  warnings: readonly string[],
  { before, after }: { readonly before: ModelView; readonly after: ModelView },
): readonly string[] {
  const nameOf = (id: string): string | null => {
    const element = after.element(id) ?? before.element(id);
    return element !== undefined && 'name' in element.params ? element.params.name : null;
  };
  return warnings.map((warning) =>
    warning.replaceAll(ID, (match: string, id: string) => {
      const name = nameOf(id);
      return name === null ? match : `${match} (${clipped(name)})`;
    }),
  );
}

/** Replaces backticks in a name, so that it cannot pass for an id, and shortens it. */
function clipped(name: string): string {
  const plain = name.replaceAll('`', "'");
  return plain.length > MAX_NAME_CHARS ? `${plain.slice(0, MAX_NAME_CHARS - 1)}…` : plain;
}
