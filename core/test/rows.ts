/** Every row of a report: of a page, or of all its batches. Batches are read after the call, so perform it as one that reads. */
export async function rowsOf<Row>(report: Row[] | { rows: Row[] } | AsyncIterable<Row[]>): Promise<Row[]> {
  if (Array.isArray(report)) return report;
  if ('rows' in report) return report.rows;
  const rows: Row[] = [];
  for await (const batch of report) rows.push(...batch);
  return rows;
}
