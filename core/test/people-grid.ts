import type { Grid } from '../src/contract/activities/activity-sheet/cells.ts';

/** A sheet of texts from row 1 on; an empty one is an empty cell. */
export const peopleGrid = (rows: readonly (readonly string[])[], sheet = ''): Grid => ({
  sheet,
  rows: rows.map((texts, at) => ({ row: at + 1, cells: texts.map((text) => (text === '' ? undefined : { text })) })),
});
