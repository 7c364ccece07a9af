/** @module introduction: name and instructions of the geometry server, without its tools: initialize is answered before they are loaded. */

export const geometryIntroduction = {
  name: 'geometry',
  title: 'Plumbline geometry',
  instructions:
    'Creates and changes a building; lengths mm, world x east, y north, z up, angles degrees counter-clockwise from +x. First create_level, then walls with shared end points, then doors, windows, floors and rooms; many at once with run_script or apply_changes. @Bed1 stands for the id of an element by name. undo reverts.',
} as const;
