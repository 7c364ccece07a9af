/** @module introduction: how the geometry server introduces itself, apart from its tools: initialize is answered before they are loaded. */

export const geometryIntroduction = {
  name: 'geometry',
  title: 'Plumbline geometry',
  instructions:
    'Makes and changes a building model; mm, degrees counter-clockwise from +x. First create_level, then walls that share end points, then doors, windows, floors, rooms; apply_changes for many. Calls preview unless dry_run is false. Deleting, merging and over 50 elements wait for a person: call get_operation. undo takes back.',
} as const;
