/** Control characters, what parts lines, and the marks that turn the direction of what follows. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** What other people typed, safe to show: no escape sequence of theirs reaches the terminal, and a line stays one line. */
export const printable = (text: string): string => text.replace(/\s*[\r\n\t]+\s*/g, ' ').replace(unseen, '\u{fffd}');

/** The same where the lines are ours: they stay lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
