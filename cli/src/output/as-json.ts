/** `{"total":…,"rows":[…]}`, row by row; `total` is null where only the end tells. */
export async function* asJson<Row>(total: number | null, rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<string> {
  let before = `{"total":${total},"rows":[\n`;
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === ',\n' ? '\n]}\n' : `{"total":${total},"rows":[]}\n`;
}
