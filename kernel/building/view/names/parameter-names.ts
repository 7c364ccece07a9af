/** @module parameter names: maps parameter names used by tools to the names under which the parameters are stored. */

/** Stored parameter names, as `get_element` returns them, by the name that tools use. */
export const STORED_NAMES: Readonly<Record<string, string>> = {
  wall_id: 'host_id',
  base_level_id: 'level_id',
  slope: 'slope_deg',
};

/** Returns the parameter of a kind to which a name refers: its own parameter of this name, else the stored one. */
export function storedName(name: string, shape: Readonly<Record<string, unknown>>): string {
  if (Object.hasOwn(shape, name)) return name;
  const stored = Object.hasOwn(STORED_NAMES, name) ? STORED_NAMES[name] : undefined;
  return stored !== undefined && Object.hasOwn(shape, stored) ? stored : name;
}
