/** @module step text: encodes numbers and texts for ISO 10303-21. */
import { IfcFault } from './ifc-fault.ts';

const PLAIN = /^[ !#-&(-[\]-~]*$/u;

/**
 * Encodes a real number, always with a decimal point.
 * @throws {IfcFault} for a number that is not finite
 */
export function stepReal(value: number): string {
  if (Number.isSafeInteger(value)) return `${value}.`;
  if (!Number.isFinite(value)) throw new IfcFault(`got ${value}, want a finite number`);
  const text = String(value);
  if (!text.includes('e')) return text.includes('.') ? text : `${text}.`;
  const [mantissa = '', exponent = ''] = text.split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.`}E${exponent.replace('+', '')}`;
}

/**
 * Encodes an integer.
 * @throws {IfcFault} for a number that is not a safe integer
 */
export function stepInteger(value: number): string {
  if (!Number.isSafeInteger(value)) throw new IfcFault(`got ${value}, want an integer`);
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
    const wanted = code >= 32 && code < 127 ? 0 : code > 0xffff ? 8 : 4;
    if (wanted !== digits) {
      result += digits === 0 ? '' : '\\X0\\';
      result += wanted === 0 ? '' : wanted === 4 ? '\\X2\\' : '\\X4\\';
      digits = wanted;
    }
    if (wanted > 0) result += code.toString(16).toUpperCase().padStart(wanted, '0');
    else result += character === "'" ? "''" : character === '\\' ? '\\\\' : character;
  }
  return `'${result}${digits === 0 ? '' : '\\X0\\'}'`;
}
