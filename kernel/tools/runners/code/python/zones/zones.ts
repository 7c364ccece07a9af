/** @module zones: the IANA time zone database as files, at the paths where `zoneinfo` looks for them. */
import { readFileSync } from 'node:fs';

/** The first folder in which `zoneinfo` looks. */
const FOLDER = '/usr/share/zoneinfo';

/** The files of all zones (RFC 9636) by absolute path. Names of the same zone share their bytes. */
export function zoneFiles(): ReadonlyMap<string, Uint8Array> {
  const data: ZoneData = JSON.parse(readFileSync(new URL('./zones.json', import.meta.url), 'utf8'));
  const files = data.files.map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
  return new Map(
    Object.entries(data.zones).flatMap(([name, index]) => {
      const bytes = files[index];
      return bytes === undefined ? [] : [[`${FOLDER}/${name}`, bytes] as const];
    }),
  );
}

/** `files`: distinct zone files in base64. `zones`: by zone name, the index of its file. */
type ZoneData = {
  readonly zones: Readonly<Record<string, number>>;
  readonly files: readonly string[];
};
