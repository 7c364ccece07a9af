/** @module people: finds people of a workspace by the names that a person types. */
import { peopleOf } from '../../governance/control/person-names.ts';
import { printable } from '../../kernel/base/text/printable.ts';
import { CliFailure } from './failure.ts';
import type { Registry } from './session.ts';

/** User id of the person with this name, or of the owner for null. @throws CliFailure for an unknown name. */
export function userIdOfPerson(registry: Registry, name: string | null): string {
  if (name === null) return registry.workspace.owner.user_id;
  const people = peopleOf(registry);
  const found = people.find((person) => person.name === name);
  if (found !== undefined) return found.user_id;
  const names = people.map((person) => `\`${printable(person.name)}\``);
  throw new CliFailure(
    `unknown person \`${printable(name)}\`, expected one of ${names.join(', ')}`,
    'add the person as an approver first, or omit --user for the owner',
  );
}
