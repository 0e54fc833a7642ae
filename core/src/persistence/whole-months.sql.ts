/** The months of a range: those from `first` and before `end`, and among them the whole years. */
export interface WholeMonths {
  first: string;
  end: string;
  firstYear: string;
  endYear: string;
}

export const monthOf = (day: string) => `date_trunc('month', ${day}::timestamp)::date`;
export const yearOf = (day: string) => `date_trunc('year', ${day}::timestamp)::date`;
/** The first of a month or a year that begins on that day or later. */
export const firstMonthFrom = (day: string) => monthOf(`(${day} + interval '1 month' - interval '1 day')`);
export const firstYearFrom = (day: string) => yearOf(`(${day} + interval '1 year' - interval '1 day')`);
