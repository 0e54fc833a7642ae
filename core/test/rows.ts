/** Every row of a report: of a page, or of all its batches. Batches are read after the call, so perform it as one that reads. */
export async function rowsOf<Row>(report: { rows: Row[] } | AsyncIterable<Row[]>): Promise<Row[]> {
  if ('rows' in report) return report.rows;
  const rows: Row[] = [];
  for await (const batch of report) rows.push(...batch);
  return rows;
}
