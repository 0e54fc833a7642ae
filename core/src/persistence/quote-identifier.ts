/** A name as SQL takes it, whatever is in it. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
