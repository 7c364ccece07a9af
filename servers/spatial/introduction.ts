/**
 * @module introduction: name and instructions of the spatial server. They are separate from its tools, because
 * `initialize` is answered before the tools are loaded.
 */

export const spatialIntroduction = {
  name: 'spatial',
  title: 'Plumbline spatial',
  instructions:
    'Answers questions about the committed building and changes nothing. Units: mm, mm², mm³; x is east, y north, z up. Call get_model_summary first, then level_elements or query_elements for ids, then get_element.',
} as const;
