/** @module letters: capital letters of three by five dots, so that a caption needs no font of the system. */

/** Five rows from the top, each a digit whose three bits are the dots from the left. */
const ROWS: Readonly<Record<string, string>> = {
  A: '25755',
  B: '65656',
  C: '34443',
  D: '65556',
  E: '74647',
  F: '74644',
  G: '34553',
  H: '55755',
  I: '72227',
  J: '11152',
  K: '55655',
  L: '44447',
  M: '57755',
  N: '65555',
  O: '25552',
  P: '65644',
  Q: '25563',
  R: '65655',
  S: '34216',
  T: '72222',
  U: '55557',
  V: '55552',
  W: '55775',
  X: '55255',
  Y: '55222',
  Z: '71247',
  '0': '75557',
  '1': '26227',
  '2': '61247',
  '3': '61216',
  '4': '55711',
  '5': '74616',
  '6': '34652',
  '7': '71222',
  '8': '25252',
  '9': '25316',
  '.': '00002',
  ',': '00024',
  '-': '00700',
  ':': '02020',
  ';': '02024',
  '!': '22202',
  '?': '61202',
  '(': '12221',
  ')': '42224',
  "'": '22000',
  '"': '55000',
  '/': '11244',
  '+': '02720',
  '=': '07070',
  '%': '51245',
  '#': '57575',
  '&': '25256',
  _: '00007',
  ' ': '00000',
};

/** Dots from one letter to the next, and from one line to the next. */
export const LETTER_STEP = 4;
export const LINE_STEP = 7;

const UNKNOWN = '75557';

/** Calls `dot` for each dot of a line of text, in dots from its left and top. Marks on letters are left out. */
export function drawLetters(text: string, dot: (x: number, y: number) => void): void {
  const plain = plainCapitals(text);
  for (let at = 0; at < plain.length; at += 1) {
    const rows = ROWS[plain[at] ?? ' '] ?? UNKNOWN;
    for (let y = 0; y < 5; y += 1) {
      for (let x = 0; x < 3; x += 1) {
        if ((Number(rows[y]) & (4 >> x)) !== 0) dot(at * LETTER_STEP + x, y);
      }
    }
  }
}

/** Capitals without marks, whatever the language of the system. */
function plainCapitals(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßẞ]/g, 'ss')
    .replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 32))
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ');
}
