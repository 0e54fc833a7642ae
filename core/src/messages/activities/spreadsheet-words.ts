import type { Priority } from '../../domain/activities/activity.ts';
import type { ColumnRole, ImportState } from '../../domain/activities/activity-import.ts';
import words from './spreadsheet-words.json' with { type: 'json' };

/* The words of spreadsheets in offices of Mexico, and of the exports of Planner, Asana and Trello. */

/** Headings by role, the surest first; compared without case, accents and signs. */
export const headingWords: Readonly<Record<ColumnRole, readonly string[]>> = words.headings;
export const stateWords: Readonly<Record<ImportState, readonly string[]>> = words.states;
export const priorityWords: Readonly<Record<Priority, readonly string[]>> = words.priorities;
/** The names of each month; three letters of one are enough. */
export const monthNames = words.months;
export const weekdayWords = words.weekdays;
/** How a row begins that adds up others. */
export const totalWords = words.totals;
/** 'The same as above', as people write it in a list. */
export const dittoMarks = words.dittoMarks;
