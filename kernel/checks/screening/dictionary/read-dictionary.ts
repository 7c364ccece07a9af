/** @module read-dictionary: reads a data dictionary from the bytes of a CSV or JSON file. */
import { parseJson } from '../../../base/canonical/parse-json.ts';
import { NotUtf8, utf8Text } from '../../../base/text/utf8.ts';
import { csvDictionary } from './csv-dictionary.ts';
import { type Dictionary, DICTIONARY_LIMITS, DictionaryFault } from './dictionary.ts';
import { jsonDictionary } from './json-dictionary.ts';

/**
 * The dictionary of a file. A path that ends with `.json` names a JSON file, any other a CSV file; a file that does not
 * name its dictionary has the name of the file.
 *
 * @throws {DictionaryFault} for a file that is too large, not UTF-8, of another form, or without a class
 */
export function readDictionary(path: string, bytes: Uint8Array): Dictionary {
  if (bytes.length > DICTIONARY_LIMITS.bytes) {
    throw new DictionaryFault(
      `the file has ${bytes.length} bytes, expected at most ${DICTIONARY_LIMITS.bytes}`,
    );
  }
  const text = textOf(bytes);
  const name = (path.split('/').at(-1) ?? path).replace(/\.[^.]*$/u, '');
  const dictionary = path.toLowerCase().endsWith('.json')
    ? jsonDictionary(jsonOf(text), name)
    : csvDictionary(text, name);
  if (dictionary.classes.size > 0) return dictionary;
  throw new DictionaryFault('the file has no class, expected at least one with a code');
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8Text(bytes);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new DictionaryFault(`${error.message}, expected a text in UTF-8`, { cause: error });
  }
}

function jsonOf(text: string): unknown {
  const value = parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  if (value !== undefined) return value;
  throw new DictionaryFault('the file is not valid JSON');
}
