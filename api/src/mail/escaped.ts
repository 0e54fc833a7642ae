const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML shows it, in elements and in attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] as string);

/** The same, with its line breaks. */
export const escapedLines = (text: string): string => escaped(text).replaceAll('\n', '<br>');
