import { SHEET_LIMITS } from './sheet-limits.ts';

const { farthestRow } = SHEET_LIMITS;
const ROW_END = '</row>';
/** A value or a text that is not empty: formulas may be filled down far below the last person. */
const SAYS_SOMETHING = /[^>]<\/[vt]>/;

/**
 * Whether more rows of a sheet's XML say something than anybody writes by hand: told in a few milliseconds, where reading all of
 * them takes a second and the memory of every cell. It knows the usual spelling only; what it does not see is left to the reader.
 */
export function exceedsLimits(sheet: Buffer): boolean {
  let [filled, at] = [0, 0];
  for (let end = sheet.indexOf(ROW_END); end >= 0 && filled <= farthestRow; end = sheet.indexOf(ROW_END, at)) {
    if (SAYS_SOMETHING.test(sheet.toString('latin1', at, end))) filled++;
    at = end + ROW_END.length;
  }
  return filled > farthestRow;
}
