/** The letters that matter while a JSON array is cut into its elements. */
const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', '\\', '{', '}'] as const;

/**
 * The objects of a JSON array as its text comes in, so that a long answer is never held whole. Throws a `SyntaxError` on an array that
 * ends too soon: what was cut off is not to be taken for everything.
 */
export async function* arrayRows(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  let [row, depth, isInText, isEscaped, isOver] = ['', 0, false, false, false];
  for await (const chunk of text) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const letter = chunk[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (letter === BACKSLASH) isEscaped = true;
        else if (letter === QUOTE) isInText = false;
      } else if (letter === QUOTE) isInText = true;
      else if (letter === OPEN && depth++ === 0) from = at;
      else if (letter === CLOSE && --depth === 0) {
        yield JSON.parse(row + chunk.slice(from, at + 1));
        row = '';
      } else if (letter === ']' && depth === 0) isOver = true;
    }
    if (depth > 0) row += chunk.slice(from);
  }
  if (!isOver) throw new SyntaxError('the array was cut off');
}
