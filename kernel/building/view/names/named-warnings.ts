/** @module named warnings: warnings with the name of each element beside its id. */
import type { ModelView } from '../../../kernel/model/view.ts';

/** An id that no bracket follows: there its name may stand already. */
const ID = /`([a-z]+_[0-9a-z]{12})`(?! \()/gu;
/** Characters of a name that are said. */
const NAME_MOST = 40;

/** Warnings that say names of what is seen after a change or was seen before it. */
export function namedWarnings(
  warnings: readonly string[],
  { before, after }: { readonly before: ModelView; readonly after: ModelView },
): readonly string[] {
  const nameOf = (id: string): string | null => {
    const element = after.element(id) ?? before.element(id);
    return element !== undefined && 'name' in element.params ? element.params.name : null;
  };
  return warnings.map((warning) =>
    warning.replaceAll(ID, (said: string, id: string) => {
      const name = nameOf(id);
      return name === null ? said : `${said} (${clipped(name)})`;
    }),
  );
}

/** What stands in backticks is an id: a name cannot pass for one. */
function clipped(name: string): string {
  const plain = name.replaceAll('`', "'");
  return plain.length > NAME_MOST ? `${plain.slice(0, NAME_MOST - 1)}…` : plain;
}
