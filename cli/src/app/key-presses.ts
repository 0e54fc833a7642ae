import type { Key } from 'ink';

/** One key that was pressed: `text` is what it types, nothing where it types nothing. */
export interface KeyPress {
  name: string;
  text: string;
}

const namesByFlag = {
  upArrow: 'up',
  downArrow: 'down',
  leftArrow: 'left',
  rightArrow: 'right',
  pageDown: 'pagedown',
  pageUp: 'pageup',
  home: 'home',
  end: 'end',
  return: 'enter',
  escape: 'escape',
  backspace: 'backspace',
  delete: 'delete',
} as const satisfies Partial<Record<keyof Key, string>>;

/** What a character among others means: a terminal may send several keys at once, and a paste is nothing else. */
const control: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\r\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u001b': 'escape',
};
const graphemes = new Intl.Segmenter('es-MX');

const pressOf = (character: string): KeyPress => {
  const name = control[character];
  if (name) return { name, text: '' };
  const code = character.charCodeAt(0);
  // Ctrl-A to Ctrl-Z are the characters 1 to 26.
  if (code >= 1 && code <= 26) return { name: `ctrl+${String.fromCharCode(code + 96)}`, text: '' };
  return /\p{Cc}/u.test(character) ? { name: '', text: '' } : { name: character === ' ' ? 'space' : character, text: character };
};

/** The keys in what Ink heard at once. */
export function pressesOf(input: string, key: Key): KeyPress[] {
  const found = Object.entries(namesByFlag).find(([flag]) => key[flag as keyof typeof namesByFlag]);
  if (found) return [{ name: found[1], text: '' }];
  if (key.tab) return [{ name: key.shift ? 'shift+tab' : 'tab', text: '' }];
  if (key.ctrl) return [{ name: `ctrl+${input}`, text: '' }];
  if (key.meta) return [];
  return [...graphemes.segment(input)].map(({ segment }) => pressOf(segment));
}
