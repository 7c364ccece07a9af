/** @module person-names: the people of a workspace by name: owner, approvers and registered humans. */
import type { AgentRecord, ApproverRecord } from '../../schemas/governance.ts';

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
