interface Entered {
  value?: string | null;
  selected_date?: string | null;
  selected_option?: { value: string } | null;
  selected_options?: readonly { value: string }[];
}
export type EnteredState = Readonly<Record<string, Readonly<Record<string, Entered>>>>;

const inWords = ({ value, selected_date, selected_option, selected_options }: Entered): string =>
  value ?? selected_date ?? selected_option?.value ?? selected_options?.map((option) => option.value).join(',') ?? '';

/** What stands in each field by its name; what was left empty is an empty text. */
export function formValues(state: EnteredState): Record<string, string> {
  return Object.fromEntries(Object.entries(state).map(([name, entered]) => [name, inWords(Object.values(entered)[0] ?? {})]));
}
