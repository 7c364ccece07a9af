/** @module open-resource-server: opens a resource server from its settings, and warns about doubtful ones. */
import type { Directory } from '../../../governance/access/directory.ts';
import { KeySet } from './key-set.ts';
import { ResourceServer } from './resource-server.ts';
import type { OAuthSettings } from './settings.ts';

/** Dependencies of a resource server. */
export type ResourceServerSources = {
  readonly directory: Directory;
  readonly now: () => Date;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  readonly log: (line: string) => void;
};

/** Opens the resource server and reads the keys; until they are available, tokens are refused. */
export async function openResourceServer(
  { file, readKeys }: OAuthSettings,
  { directory, now, clock, log }: ResourceServerSources,
): Promise<ResourceServer> {
  for (const { name, claims } of file.subjects) {
    const record = directory.agent(name);
    if (record === undefined) {
      log(
        `--oauth: there is no agent or user \`${name}\`; \`plumbline agent add NAME\` creates one`,
      );
    } else if (record.kind === 'human' && !CLIENT_CLAIMS.some((claim) => claim in claims)) {
      log(
        `--oauth: the subject of \`${name}\` names no client_id, so every program that gets their token acts as this person`,
      );
    }
  }
  const keys = new KeySet(readKeys, { now: clock, log });
  await keys.renew();
  return new ResourceServer({ file, findKey: keys.find, now });
}

const CLIENT_CLAIMS = ['client_id', 'azp'];
