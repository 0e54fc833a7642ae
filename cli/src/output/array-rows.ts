const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', '\\', '{', '}'] as const;

/**
 * The objects of a JSON array while its text arrives, so that memory never holds a long answer whole. Throws a `SyntaxError` on an
 * array that ends too soon, because a part must not pass for the whole.
 */
export async function* arrayRows(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  let [row, depth, isInText, isEscaped, isOver] = ['', 0, false, false, false];
  for await (const chunk of text) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (character === BACKSLASH) isEscaped = true;
        else if (character === QUOTE) isInText = false;
      } else if (character === QUOTE) isInText = true;
      else if (character === OPEN && depth++ === 0) from = at;
      else if (character === CLOSE && --depth === 0) {
        yield JSON.parse(row + chunk.slice(from, at + 1));
        row = '';
      } else if (character === ']' && depth === 0) isOver = true;
    }
    if (depth > 0) row += chunk.slice(from);
  }
  if (!isOver) throw new SyntaxError('the array was cut off');
}
