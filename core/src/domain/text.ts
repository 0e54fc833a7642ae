/**
 * Returns the form in which texts are compared and searched: lower case, no accents, runs of blanks as one. Idempotent. ñ becomes n: 'Año'
 * and 'ano' are the same word to a person searching.
 */
export const normalise = (text: string): string => fold(text).replace(/\s+/gu, ' ').trim();

/** Headings and values are compared without case, accents and signs; a percent sign and pictures mean something. */
export const sheetKey = (text: string): string =>
  normalise(plainName(text))
    .replace(/[^\p{L}\p{N}%✓✔\p{Emoji_Presentation}]+/gu, ' ')
    .trim();

/** Returns lower case without accents; blanks stay as they are. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');

/** Characters without a shape of their own and those that turn the reading direction: they make one name look like another. U+2800 is an empty Braille cell. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800]/gu;
/** The last five are letters and symbols to Unicode, but nothing of them is seen: an object without its object, a null note, blanks of hieroglyphs. */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{M}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]*$/u;

/** Tells whether nothing of a text is seen: blanks, invisible signs, and accents without their letter. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** Returns a text as it is stored: without the blanks around it, and empty if nothing of it is seen. Signs inside a text stay. Idempotent. */
export const trimText = (text: string): string => (isBlank(text) ? '' : text.trim());

/**
 * Returns a name as it is stored: on one line, every run of blanks one blank, and no invisible characters. Idempotent. Text with a lone
 * surrogate stays as it is, for `isPlainText` to refuse: removing what separates two of them could make an invisible character.
 */
export const plainName = (text: string): string =>
  text.isWellFormed() ? trimText(text.replace(INVISIBLE, '').replace(/[\s\u0085]+/gu, ' ')) : text;

/** Inside a bracket expression: what XML cannot hold, nor a workbook. */
const NONCHARACTERS = '\\ufffe\\uffff';
const CONTROLS = new RegExp(`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${NONCHARACTERS}]`, 'gu');
const ONLY_NONCHARACTERS = new RegExp(`[${NONCHARACTERS}]`, 'g');

/**
 * Tells whether PostgreSQL, a mail header and XML (so a workbook) can all carry the text. It has no NUL, no lone surrogate, no noncharacter
 * and no other control than tab and line breaks.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && text.search(CONTROLS) < 0;
}

/** Removes what `isPlainText` refuses. Nobody sees these characters in a spreadsheet. */
export const withoutControls = (text: string): string => text.toWellFormed().replace(CONTROLS, '');

export const withoutNoncharacters = (text: string): string => text.replace(ONLY_NONCHARACTERS, '');

/** Tells whether a text has the shape of the ids that images carry; PostgreSQL refuses to compare anything else with one. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Returns a name as the database and the wire spell it: `dueOn` becomes `due_on`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
