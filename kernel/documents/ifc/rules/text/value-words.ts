/** @module value-words: describes a value of a file in words. */
import type { InstanceId } from '../../read/instance-id.ts';
import type { StepValue } from '../../read/step-value.ts';

/** Maximum length of a quotation, characters. */
const MAX_QUOTED = 60;

/** The value in words: `$`, `*`, a reference or a type in backticks; otherwise its kind. */
export function inWords(value: StepValue): string {
  switch (value.kind) {
    case 'omitted':
      return '`$`';
    case 'derived':
      return '`*`';
    case 'ref':
      return `\`${shortId(value.id)}\``;
    case 'typed':
      return `\`${value.type.slice(0, MAX_QUOTED)}\``;
    case 'constant':
      return `\`${value.name.slice(0, MAX_QUOTED)}\``;
    case 'list':
      return 'a list';
    case 'text':
      return 'a text';
    case 'enum':
      return 'an enumeration';
    case 'integer':
      return 'an integer';
    case 'real':
    case 'binary':
      return `a ${value.kind}`;
    default:
      return value satisfies never;
  }
}

/** The number of an instance with its `#`. */
export function shortId(id: InstanceId): string {
  return `#${String(id).slice(0, MAX_QUOTED)}`;
}
