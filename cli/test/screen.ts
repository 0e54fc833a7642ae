const ESCAPE = '\u001b';
const sequence = /^\[([?>]?)([\d;]*)([A-Za-z])/;
const ALTERNATE = '1049';

/** What a terminal of that size shows after all it was sent: the moves and erasures that the full-screen app uses, without colours. */
export function screenAfter(output: string, { columns, rows }: { columns: number; rows: number }) {
  const blank = () => Array.from({ length: rows }, () => Array<string>(columns).fill(' '));
  let [cells, savedCells, isAlternate, row, column] = [blank(), blank(), false, 0, 0];

  const put = (character: string) => {
    if (column < columns && cells[row]) (cells[row] as string[])[column] = character;
    column += 1;
  };
  const down = () => {
    if (row < rows - 1) row += 1;
    else cells = [...cells.slice(1), Array<string>(columns).fill(' ')];
  };
  const erase = (from: number, to: number) => cells[row]?.fill(' ', from, to);
  const eraseBelow = () => {
    erase(column, columns);
    for (const line of cells.slice(row + 1)) line.fill(' ');
  };
  const turnTo = (alternate: boolean) => {
    if (alternate === isAlternate) return;
    [cells, savedCells, isAlternate] = [alternate ? blank() : savedCells, alternate ? cells : blank(), alternate];
  };
  const acts: Record<string, (count: number, given: string) => void> = {
    A: (count) => {
      row = Math.max(0, row - count);
    },
    B: (count) => {
      row = Math.min(rows - 1, row + count);
    },
    C: (count) => {
      column += count;
    },
    D: (count) => {
      column = Math.max(0, column - count);
    },
    E: (count) => {
      row = Math.min(rows - 1, row + count);
      column = 0;
    },
    F: (count) => {
      row = Math.max(0, row - count);
      column = 0;
    },
    G: (count) => {
      column = count - 1;
    },
    H: (_, given) => {
      [row = 1, column = 1] = given.split(';').map((at) => Number(at) || 1);
      row -= 1;
      column -= 1;
    },
    J: (_, given) =>
      given === '2' || given === '3'
        ? cells.forEach((line) => {
            line.fill(' ');
          })
        : eraseBelow(),
    K: (_, given) => erase(given === '2' || given === '1' ? 0 : column, given === '1' ? column : columns),
  };

  for (let at = 0; at < output.length; at += 1) {
    const character = output[at] as string;
    const [whole, mark, given = '', name = ''] = character === ESCAPE ? (sequence.exec(output.slice(at + 1, at + 40)) ?? []) : [];
    if (whole) {
      at += whole.length;
      if (mark === '?' && given === ALTERNATE) turnTo(name === 'h');
      else if (!mark) acts[name]?.(Number(given.split(';')[0]) || 1, given);
    } else if (character === '\r') column = 0;
    else if (character === '\n') down();
    else if (character >= ' ') put(character);
  }
  return { text: cells.map((line) => line.join('').trimEnd()).join('\n'), isAlternate };
}
