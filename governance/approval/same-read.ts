/** @module same-read: whether a person's name can be taken for that of another one. */
import { foldName } from '../../kernel/text/fold-name.ts';

/** A person as they are known by name. */
type Named = { readonly name: string; readonly user_id: string };

/** The first of the people whose name differs from this one in case or Unicode form alone, or who has the same name and is somebody else. */
export function sameRead({ name, user_id }: Named, people: readonly Named[]): Named | null {
  const folded = foldName(name);
  const other = people.find(
    (person) =>
      foldName(person.name) === folded && (person.name !== name || person.user_id !== user_id),
  );
  return other ?? null;
}
