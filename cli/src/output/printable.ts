/** Control characters, and the marks that turn the direction of what follows. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What other people typed, safe to show: no escape sequence of theirs reaches the terminal, and a line stays one line. */
export const printable = (text: string): string => text.replace(/\s*[\r\n\t]+\s*/g, ' ').replace(unseen, '\u{fffd}');
