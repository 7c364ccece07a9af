/** @module csv-dictionary: a data dictionary as a CSV file with a row for each property of a class. */
import { CsvFault, csvRows } from '../../../base/text/csv-rows.ts';
import {
  type Dictionary,
  DICTIONARY_LIMITS,
  DictionaryBuilder,
  DictionaryFault,
  dictionaryText,
  typeOfWord,
} from './dictionary.ts';

/** Columns by their names in lower case without spaces, `_` and `-`. */
const COLUMNS = {
  dictionary: ['dictionary', 'dictionaryname', 'system'],
  version: ['dictionaryversion', 'version', 'edition'],
  source: ['organization', 'organisation', 'source'],
  code: ['classcode', 'code'],
  class_name: ['classname'],
  class_uri: ['classuri'],
  set: ['propertyset', 'set'],
  name: ['propertyname', 'property', 'propertycode'],
  uri: ['propertyuri'],
  type: ['datatype', 'type'],
  unit: ['unit', 'units'],
  values: ['allowedvalues', 'values', 'enumeration'],
  required: ['isrequired', 'required'],
} as const;
type Column = keyof typeof COLUMNS;

const MAX_CELLS = 60;
const YES: ReadonlySet<string> = new Set(['true', 'yes', '1', 'x']);
const NO: ReadonlySet<string> = new Set(['false', 'no', '0', '']);

/**
 * The dictionary of a CSV text. Its first row names the columns: `ClassCode` and, for rows with a property,
 * `PropertySet` and `PropertyName` are needed. Values of an enumeration are separated by `|`.
 *
 * @throws {DictionaryFault} for a text of another form; the message names the line
 */
export function csvDictionary(text: string, name: string): Dictionary {
  try {
    return read(text, name);
  } catch (error) {
    if (error instanceof CsvFault) throw new DictionaryFault(error.message, { cause: error });
    throw error;
  }
}

function read(text: string, name: string): Dictionary {
  const rows = csvRows(text, { rows: DICTIONARY_LIMITS.properties + 1, cells: MAX_CELLS });
  const head = rows.next();
  const columns = columnsOf(head.done === true ? [] : head.value.cells);
  const builder = new DictionaryBuilder();
  const stated: Partial<Record<'dictionary' | 'version' | 'source', string | null>> = {};
  for (const { line, cells } of rows) {
    const cell = (column: Column): string | null => {
      const at = columns.get(column);
      return at === undefined ? null : dictionaryText(cells[at], `line ${line}, \`${column}\``);
    };
    for (const column of ['dictionary', 'version', 'source'] as const) {
      const own = cell(column);
      const known = (stated[column] ??= own);
      if (own === null || own === known) continue;
      throw new DictionaryFault(
        `line ${line} has \`${column}\` \`${own}\` after \`${known}\`, expected one dictionary in a file`,
      );
    }
    const code = cell('code');
    if (code === null) throw new DictionaryFault(`line ${line} has no class code`);
    builder.class(code, { name: cell('class_name'), uri: cell('class_uri') });
    addProperty(builder, { code, line, cell });
  }
  return {
    system: stated.dictionary ?? name,
    others: [],
    edition: stated.version ?? null,
    source: stated.source ?? null,
    classes: builder.classes,
  };
}

type Row = {
  readonly code: string;
  readonly line: number;
  readonly cell: (column: Column) => string | null;
};

function addProperty(builder: DictionaryBuilder, { code, line, cell }: Row): void {
  const [set, property] = [cell('set'), cell('name')];
  if (set === null && property === null) return;
  if (set === null || property === null) {
    throw new DictionaryFault(`line ${line} has a property without its set or name`);
  }
  const required = (cell('required') ?? '').toLowerCase();
  if (!YES.has(required) && !NO.has(required)) {
    throw new DictionaryFault(
      `line ${line}: \`required\` is \`${required}\`, expected true or false`,
    );
  }
  const values = (cell('values') ?? '').split('|').map((one) => one.trim());
  builder.property(code, {
    set,
    name: property,
    uri: cell('uri'),
    type: typeOfWord(cell('type'), `line ${line}`),
    unit: cell('unit'),
    values: values.filter((one) => one !== ''),
    required: YES.has(required),
  });
}

function columnsOf(cells: readonly string[]): ReadonlyMap<Column, number> {
  const found = new Map<Column, number>();
  for (const [at, text] of cells.entries()) {
    const plain = text.toLowerCase().replaceAll(/[\s_-]+/gu, '');
    for (const column of Object.keys(COLUMNS)) {
      if (!isColumn(column) || !COLUMNS[column].some((one) => one === plain)) continue;
      if (found.has(column)) {
        throw new DictionaryFault(`two columns \`${column}\` in the first row`);
      }
      found.set(column, at);
    }
  }
  if (found.has('code')) return found;
  const named = cells.slice(0, 8).map((one) => `\`${one.slice(0, 40)}\``);
  throw new DictionaryFault(
    `the first row names the columns ${named.join(', ')}; expected \`ClassCode\`, and for example \`ClassName\`, \`PropertySet\`, \`PropertyName\`, \`DataType\`, \`AllowedValues\``,
  );
}

function isColumn(name: string): name is Column {
  return Object.hasOwn(COLUMNS, name);
}
