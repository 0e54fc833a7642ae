export type { EncodedField } from './encoded-rows.sql.ts';

/** Rows as the JSON array that their reader gets, made by the database. */
export class EncodedRows {
  readonly json: string;
  readonly count: number;
  constructor({ json, count }: Pick<EncodedRows, 'json' | 'count'>) {
    this.json = json;
    this.count = count;
  }
}
