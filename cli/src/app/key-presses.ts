import type { Key } from 'ink';

/** One pressed key. `text` is empty if the key types nothing. */
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

/** Keys as characters, because a terminal sends several keys at once, for example after a paste. */
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

/** The keys in one input event of Ink. */
export function pressesOf(input: string, key: Key): KeyPress[] {
  const entry = Object.entries(namesByFlag).find(([flag]) => key[flag as keyof typeof namesByFlag]);
  if (entry) return [{ name: entry[1], text: '' }];
  if (key.tab) return [{ name: key.shift ? 'shift+tab' : 'tab', text: '' }];
  if (key.ctrl) return [{ name: `ctrl+${input}`, text: '' }];
  if (key.meta) return [];
  return [...graphemes.segment(input)].map(({ segment }) => pressOf(segment));
}
