/** @module parameter names: names that tools give to parameters which are stored under others. */

/** Name by which a tool takes a parameter, with the stored one that `get_element` answers. */
export const STORED_NAMES: Readonly<Record<string, string>> = {
  wall_id: 'host_id',
  base_level_id: 'level_id',
  slope: 'slope_deg',
};

/** The parameter of a kind that a name means: its own of this name, else the one that is stored for it. */
export function storedName(name: string, shape: Readonly<Record<string, unknown>>): string {
  if (Object.hasOwn(shape, name)) return name;
  const stored = Object.hasOwn(STORED_NAMES, name) ? STORED_NAMES[name] : undefined;
  return stored !== undefined && Object.hasOwn(shape, stored) ? stored : name;
}
