/** @module people: the people of a workspace by name: owner, approvers and registered humans. */
import type { AgentRecord, ApproverRecord } from '../../schemas/governance.ts';
import { CliFailure } from './failure.ts';
import { printable } from './printable.ts';
import type { Registry } from './session.ts';

/** A person under one of their names. */
export type Person = { readonly name: string; readonly user_id: string };

/** The parts of a registry that name people. */
type People = {
  readonly workspace: { readonly owner: Person };
  readonly approvers: readonly Pick<ApproverRecord, 'name' | 'user_id'>[];
  readonly agents: readonly Pick<AgentRecord, 'name' | 'user_id' | 'kind'>[];
};

/** The owner, all approvers and all registered humans, in this order. */
export function peopleOf({ workspace, approvers, agents }: People): readonly Person[] {
  return [workspace.owner, ...approvers, ...agents.filter(({ kind }) => kind === 'human')];
}

/** Name of the person with a user id; the owner is marked as such. An unknown id is returned unchanged. */
export function personName(people: People, user_id: string): string {
  const { owner } = people.workspace;
  if (owner.user_id === user_id) return `${owner.name} (owner)`;
  return peopleOf(people).find((person) => person.user_id === user_id)?.name ?? user_id;
}

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
