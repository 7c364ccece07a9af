/** @module normalised: answers of the twins without the ids and times that differ by chance. */

/** The folder of a stored picture, which contains the folder of the workspace and a digest of the agent; its name is kept. */
export const PICTURE_PLACE = /"[^"]*pictures\/(?:[0-9a-f]{32}\/)?(?=[0-9a-f]{64}\.png")/gu;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu;
/** The id of a finding is derived from its elements; those that a plan creates have new ids. */
const FINDING = /\b[0-9a-f]{16}\b/gu;
const ID = /\b[a-z]+_[0-9a-z]{12}\b/gu;
/** The cursor of a run contains a digest of the run's id, which is new each time; the digest of its rows after that is kept. */
const OF_RUN = /\bfindings\.(\d+)\.(\d+)\.[0-9a-f]{12}\./gu;

const WITHHELD_NAMES = ['Vault', 'Attic', 'Mast', 'secret/'];

/** An answer to arguments, and texts that it must not contain unless they do. */
export type Answered = {
  readonly given: object;
  readonly said: object;
  readonly hidden: readonly string[];
};

/** An answer without random ids and injected times; ids in `seen` are kept. Throws if it contains a hidden text that was not given. */
export function withoutChance({ given, said, hidden }: Answered, seen: readonly string[]): string {
  const args = JSON.stringify(given);
  const text = JSON.stringify(said);
  for (const id of [...hidden, ...WITHHELD_NAMES]) {
    if (text.includes(id) && !args.includes(id)) throw new Error(`names \`${id}\`: ${text}`);
  }
  const known = new Set([...seen, ...(args.match(ID) ?? [])]);
  const fresh = new Map<string, string>();
  return text
    .replaceAll(ID, (id) => {
      if (known.has(id)) return id;
      const name = fresh.get(id) ?? `<new ${fresh.size}>`;
      fresh.set(id, name);
      return name;
    })
    .replaceAll(FINDING, (id) => {
      if (args.includes(id)) return id;
      const name = fresh.get(id) ?? `<finding ${fresh.size}>`;
      fresh.set(id, name);
      return name;
    })
    .replaceAll(PICTURE_PLACE, '"<pictures>/')
    .replaceAll(OF_RUN, 'findings.$1.$2.<run>.')
    .replaceAll(UUID, '<uuid>')
    .replaceAll(TIME, '<time>');
}
