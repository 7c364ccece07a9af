/** @module step text: encodes numbers and texts for ISO 10303-21. */
import { IfcFault } from '../ifc-fault.ts';

const PLAIN = /^[ !#-&(-[\]-~]*$/u;

/**
 * Encodes a real number, always with a decimal point.
 * @throws {IfcFault} if the number is not finite.
 */
export function stepReal(value: number): string {
  if (Number.isSafeInteger(value)) return `${value}.`;
  if (!Number.isFinite(value)) throw new IfcFault(`${value} was given; expected a finite number`);
  const text = String(value);
  if (!text.includes('e')) return text.includes('.') ? text : `${text}.`;
  const [mantissa = '', exponent = ''] = text.split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.`}E${exponent.replace('+', '')}`;
}

/**
 * Encodes an integer.
 * @throws {IfcFault} if the number is not a safe integer.
 */
export function stepInteger(value: number): string {
  if (!Number.isSafeInteger(value)) throw new IfcFault(`${value} was given; expected an integer`);
  return String(value);
}

/**
 * Encodes a text between quotes. Quotes and backslashes are doubled. Characters other than printable ASCII are written
 * as \X2\ (four hexadecimal digits each) or, outside the Basic Multilingual Plane, as \X4\ (eight digits). A lone
 * surrogate becomes U+FFFD.
 */
export function stepText(text: string): string {
  if (PLAIN.test(text)) return `'${text}'`;
  let [result, digits] = ['', 0];
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? 0;
    const width = code >= 32 && code < 127 ? 0 : code > 0xffff ? 8 : 4;
    if (width !== digits) {
      result += digits === 0 ? '' : '\\X0\\';
      result += width === 0 ? '' : width === 4 ? '\\X2\\' : '\\X4\\';
      digits = width;
    }
    if (width > 0) result += code.toString(16).toUpperCase().padStart(width, '0');
    else result += character === "'" ? "''" : character === '\\' ? '\\\\' : character;
  }
  return `'${result}${digits === 0 ? '' : '\\X0\\'}'`;
}
