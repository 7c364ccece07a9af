/** @module introduction: how the geometry server introduces itself, apart from its tools: initialize is answered before they are loaded. */

export const geometryIntroduction = {
  name: 'geometry',
  title: 'Plumbline geometry',
  instructions:
    'Makes and changes a building; mm, degrees from +x. create_level, walls that share end points, then doors, windows, floors, rooms; many at once by run_script or apply_changes. @Bed1 stands for an id. Calls preview unless dry_run is false. Deleting, merging and over 50 elements wait for a person: get_operation. undo takes back.',
} as const;
