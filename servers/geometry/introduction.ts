/** @module introduction: name and instructions of the geometry server; `initialize` is answered before its tools are loaded. */

export const geometryIntroduction = {
  name: 'geometry',
  title: 'Plumbline geometry',
  instructions:
    'Creates and changes a building. Lengths in mm (run_script: metres), angles in degrees counter-clockwise from +x; x is east, y north, z up. First create_level, then walls with shared end points, then doors, windows, floors and rooms; many at once with run_script or apply_changes. @Bed1 refers to an element by name. undo reverts.',
} as const;
