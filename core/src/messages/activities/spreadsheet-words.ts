import type { Lapse, Priority } from '../../domain/activities/activity.ts';
import type { ColumnRole, ImportState } from '../../domain/activities/activity-import.ts';
import words from './spreadsheet-words.json' with { type: 'json' };

/* The words of spreadsheets in offices of Mexico, and of what people worked with before, in Spanish, English and Portuguese. */

/** Headings by role, the surest first; compared without case, accents and signs. */
export const headingWords: Readonly<Record<ColumnRole, readonly string[]>> = words.headings;
export const stateWords: Readonly<Record<ImportState, readonly string[]>> = words.states;
export const priorityWords: Readonly<Record<Priority, readonly string[]>> = words.priorities;
export const lapseWords: Readonly<Record<Lapse | 'never', readonly string[]>> = words.lapses;
/** The names of each month; three letters of one are enough. */
export const monthNames = words.months;
/** The names of each weekday from Sunday on, likewise. */
export const weekdayNames = words.weekdays;
/** Words of a date that say nothing of it. */
export const dateWords = words.dateWords;
/** How words begin that make the numbers under a heading shares of the work. */
export const progressWords = words.progress;
/** How a row begins that adds up others. */
export const totalWords = words.totals;
/** How a text begins that stands below a list and is none of it. */
export const footerWords = words.footers;
/** 'The same as above', as people write it in a list. */
export const dittoMarks = words.dittoMarks;
/**
 * Words that make a guess more or less sure: headings of a date that may be the deadline or never is (by how a word begins), headings of the lists
 * of a board, values that are a status under its heading only, and those that stand in the place of a person.
 */
export const guessWords = words.guesses;
