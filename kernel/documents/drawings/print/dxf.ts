/**
 * @module dxf: a drawing as DXF (AC1021), with layers by category, blocks for repeated shapes, and editable dimensions.
 */
import type { Block, Dimension, Drawing, Item } from '../drawing.ts';
import { AXIS, DASHED } from '../pens.ts';
import { dimensionKey, DxfEntities, type Units } from './dxf-entities.ts';
import { dxfName, DxfTags, dxfText, hashOf, short } from './dxf-tags.ts';
import { dimensionShapes } from './exploded.ts';
import type { InWorld } from './world.ts';

/** Names of text styles and their font files. */
const STYLES = [
  ['Standard', 'txt'],
  ['DRAWING', 'DejaVuSansCondensed.ttf'],
  ['DRAWING-BOLD', 'DejaVuSansCondensed-Bold.ttf'],
] as const;

/** A block under its name in the file, with the handle of its record. */
type Named = { readonly name: string; readonly items: readonly Item[]; readonly record: string };

/**
 * The drawing as a DXF file. The coordinates are mm: in the building for a view, on paper for a sheet, even if it
 * has only one view.
 */
export function dxf(drawing: Drawing): string {
  const [view] = drawing.placements;
  const units: Units =
    view === undefined || drawing.coordinates === 'paper'
      ? { origin: { x: 0, y: 0 }, factor: 1 }
      : { origin: view.origin, factor: view.scale };
  return fileOf(drawing, { units, insunits: MILLIMETRES, crs: null });
}

/** The drawing as a DXF file whose coordinates are eastings and northings; the properties of the file name their system. */
export function worldDxf({ drawing, units, crs, map_unit }: InWorld): string {
  return fileOf(drawing, { units, insunits: INSUNITS[map_unit], crs });
}

/** Values of $INSUNITS. */
const MILLIMETRES = 4;
const INSUNITS = { metre: 6, foot: 2, us_survey_foot: 21 } as const;

type Written = {
  readonly units: Units;
  readonly insunits: number;
  /** The system of the coordinates; null if they are not those of a map. */
  readonly crs: string | null;
};

function fileOf(drawing: Drawing, how: Written): string {
  const { units } = how;
  const tags = new DxfTags();
  const dimensions = drawing.items.filter((item): item is Dimension => item.shape === 'dimension');
  const numbers = dimensionNames(dimensions, units);
  const dimensionBlock = (item: Dimension): string => numbers.get(item) ?? '*D0';
  const blocks: readonly Block[] = [
    ...[...drawing.blocks.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ...dimensions.map((item) => ({ name: dimensionBlock(item), items: dimensionShapes(item) })),
  ];
  header(tags, drawing, how);
  const { model, paper, named } = tables(tags, {
    layers: layersOf(drawing, blocks),
    blocks,
    units,
  });
  tags.add([0, 'SECTION'], [2, 'BLOCKS']);
  blockOf(tags, { name: '*Model_Space', items: [], record: model }, { units, dimensionBlock });
  blockOf(tags, { name: '*Paper_Space', items: [], record: paper }, { units, dimensionBlock });
  for (const block of named) {
    // The shapes of a dimension are in the coordinates of the drawing, those of other blocks around their origin.
    const own = block.name.startsWith('*D')
      ? units
      : { origin: { x: 0, y: 0 }, factor: units.factor };
    blockOf(tags, block, { units: own, dimensionBlock });
  }
  tags.add([0, 'ENDSEC'], [0, 'SECTION'], [2, 'ENTITIES']);
  const entities = new DxfEntities(tags, model, { units, dimensionBlock });
  for (const item of drawing.items) entities.add(item);
  tags.add([0, 'ENDSEC']);
  objects(tags);
  tags.add([0, 'EOF']);
  return `${tags.text}\n`;
}

/**
 * The names of the blocks of dimensions: `*D` and a number, as the format requires. The number is derived from the
 * chain and the measured points, so that it does not depend on other dimensions.
 */
function dimensionNames(
  dimensions: readonly Dimension[],
  units: Units,
): ReadonlyMap<Dimension, string> {
  const names = new Map<Dimension, string>();
  const taken = new Set<number>();
  for (const item of dimensions) {
    let number = 1 + (hashOf(dimensionKey(item, units)) % 1e9);
    while (taken.has(number)) number += 1;
    taken.add(number);
    names.set(item, `*D${number}`);
  }
  return names;
}

function layersOf({ items }: Drawing, blocks: readonly Block[]): readonly string[] {
  const names = new Set<string>();
  for (const item of [...items, ...blocks.flatMap((block) => block.items)]) {
    if (item.shape === 'polyline' || item.shape === 'arc') {
      names.add(item.pen.layer);
    } else if (item.shape === 'area') {
      names.add(item.fill.layer);
      if (item.pen !== null) names.add(item.pen.layer);
      if (item.fill.hatch !== null) names.add(item.fill.hatch.pen.layer);
    } else if (item.shape !== 'picture') {
      names.add(item.layer);
    }
  }
  return [...names].map(dxfName).toSorted();
}

function header(
  tags: DxfTags,
  { width_mm, height_mm }: Drawing,
  { units: { origin, factor }, insunits, crs }: Written,
): void {
  tags.add(
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$ACADVER'],
    [1, 'AC1021'],
    [9, '$DWGCODEPAGE'],
    [3, 'ANSI_1252'],
  );
  tags.add(
    [9, '$HANDSEED'],
    [5, DxfTags.seed],
    [9, '$INSUNITS'],
    [70, insunits],
    [9, '$MEASUREMENT'],
    [70, 1],
  );
  tags.add([9, '$LWDISPLAY'], [290, 1], [9, '$LTSCALE'], [40, '1.0']);
  tags.add(
    [9, '$EXTMIN'],
    [10, short(-origin.x * factor)],
    [20, short(-origin.y * factor)],
    [30, '0.0'],
  );
  tags.add(
    [9, '$EXTMAX'],
    [10, short((width_mm - origin.x) * factor)],
    [20, short((height_mm - origin.y) * factor)],
    [30, '0.0'],
  );
  if (crs !== null) {
    tags.add([9, '$CUSTOMPROPERTYTAG'], [1, 'CRS'], [9, '$CUSTOMPROPERTY'], [1, dxfText(crs)]);
  }
  tags.add([0, 'ENDSEC'], [0, 'SECTION'], [2, 'CLASSES'], [0, 'ENDSEC']);
}

type Content = {
  readonly layers: readonly string[];
  readonly blocks: readonly Block[];
  readonly units: Units;
};

function tables(
  tags: DxfTags,
  { layers, blocks, units }: Content,
): { readonly model: string; readonly paper: string; readonly named: readonly Named[] } {
  tags.add([0, 'SECTION'], [2, 'TABLES']);
  tags.table('VPORT', 0, () => {});
  tags.table('LTYPE', 5, (owner) => {
    for (const name of ['ByBlock', 'ByLayer', 'Continuous']) {
      tags.record('LTYPE', owner, name);
      tags.add([3, ''], [72, 65], [73, 0], [40, '0.0']);
    }
    linetype(tags, owner, { name: 'DASHED', pattern: DASHED, factor: units.factor });
    linetype(tags, owner, { name: 'AXIS', pattern: AXIS, factor: units.factor });
  });
  tags.table('LAYER', layers.length + 1, (owner) => {
    for (const name of ['0', ...layers]) {
      tags.record('LAYER', owner, name);
      tags.add([62, 7], [6, 'Continuous'], [370, 25]);
    }
  });
  tags.table('STYLE', STYLES.length, (owner) => {
    for (const [name, font] of STYLES) {
      tags.record('STYLE', owner, name);
      tags.add([40, '0.0'], [41, '1.0'], [50, '0.0'], [71, 0], [42, '2.5'], [3, font], [4, '']);
    }
  });
  tags.table('VIEW', 0, () => {});
  tags.table('UCS', 0, () => {});
  tags.table('APPID', 2, (owner) => {
    tags.record('APPID', owner, 'ACAD');
    tags.record('APPID', owner, 'PLUMBLINE');
  });
  tags.table('DIMSTYLE', 1, (owner) => {
    tags.record('DIMSTYLE', owner, 'Standard');
  });
  let [model, paper] = ['', ''];
  const named: Named[] = [];
  tags.table('BLOCK_RECORD', blocks.length + 2, (owner) => {
    model = tags.record('BLOCK_RECORD', owner, '*Model_Space');
    paper = tags.record('BLOCK_RECORD', owner, '*Paper_Space');
    for (const { name, items } of blocks) {
      const written = name.startsWith('*D') ? name : dxfName(name);
      named.push({ name: written, items, record: tags.record('BLOCK_RECORD', owner, written) });
    }
  });
  tags.add([0, 'ENDSEC']);
  return { model, paper, named };
}

function linetype(
  tags: DxfTags,
  owner: string,
  {
    name,
    pattern,
    factor,
  }: { readonly name: string; readonly pattern: readonly number[]; readonly factor: number },
): void {
  tags.record('LTYPE', owner, name);
  const long = pattern.reduce((sum, part) => sum + part, 0) * factor;
  tags.add([3, name], [72, 65], [73, pattern.length], [40, short(long)]);
  for (const [i, part] of pattern.entries()) {
    tags.add([49, short(i % 2 === 0 ? part * factor : -part * factor)], [74, 0]);
  }
}

function blockOf(
  tags: DxfTags,
  { name, items, record }: Named,
  context: { readonly units: Units; readonly dimensionBlock: (item: Dimension) => string },
): void {
  const flag = name.startsWith('*D') ? 1 : 0;
  tags.add(
    [0, 'BLOCK'],
    [5, tags.handle(`BLOCK ${name}`)],
    [330, record],
    [100, 'AcDbEntity'],
    [8, '0'],
    [100, 'AcDbBlockBegin'],
  );
  tags.add([2, name], [70, flag], [10, '0.0'], [20, '0.0'], [30, '0.0'], [3, name], [1, '']);
  const entities = new DxfEntities(tags, record, context);
  for (const item of items) entities.add(item);
  tags.add(
    [0, 'ENDBLK'],
    [5, tags.handle(`ENDBLK ${name}`)],
    [330, record],
    [100, 'AcDbEntity'],
    [8, '0'],
    [100, 'AcDbBlockEnd'],
  );
}

function objects(tags: DxfTags): void {
  const [root, groups] = [tags.handle('DICTIONARY'), tags.handle('DICTIONARY ACAD_GROUP')];
  tags.add([0, 'SECTION'], [2, 'OBJECTS']);
  tags.add(
    [0, 'DICTIONARY'],
    [5, root],
    [330, 0],
    [100, 'AcDbDictionary'],
    [281, 1],
    [3, 'ACAD_GROUP'],
    [350, groups],
  );
  tags.add([0, 'DICTIONARY'], [5, groups], [330, root], [100, 'AcDbDictionary'], [281, 1]);
  tags.add([0, 'ENDSEC']);
}
