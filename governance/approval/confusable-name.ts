/** @module confusable-name: detects a person's name that can be mistaken for another person's name. */
import { foldName } from '../../kernel/base/text/fold-name.ts';

/** A person by name. */
type Named = { readonly name: string; readonly user_id: string };

/** The first other person whose name is the same, or differs only in case or Unicode form; null when there is none. */
export function confusableName({ name, user_id }: Named, people: readonly Named[]): Named | null {
  const folded = foldName(name);
  const other = people.find(
    (person) =>
      foldName(person.name) === folded && (person.name !== name || person.user_id !== user_id),
  );
  return other ?? null;
}
