import { isPrivileged, type Person } from './person.ts';

/** A row of a sheet that says something, numbered as spreadsheets do; cells from column A on, as they read. */
export interface SheetRow {
  row: number;
  cells: readonly string[];
}

/** Somebody a workbook asks to register, and the row that asks for it, as spreadsheets number rows. */
export interface ImportedPerson {
  row: number;
  person: Omit<Person, 'id' | 'isActive' | 'kind'>;
}

/** One cell that cannot be taken: `column` is the heading it stands under, `error` a Spanish sentence. */
export interface WrongCell {
  row: number;
  column: string;
  value: string;
  error: string;
}

/** What makes a person one and the same: emails without regard to case, employee numbers as written. */
export const identities = {
  employeeNumber: ({ employeeNumber }: ImportedPerson['person']) => employeeNumber,
  email: ({ email }: ImportedPerson['person']) => email.toLowerCase(),
} as const;
export type Identity = keyof typeof identities;

/** Those whose number or email an earlier row has already, with that row. */
export function repeatsWithin(people: readonly ImportedPerson[], identity: Identity): { repeat: ImportedPerson; firstRow: number }[] {
  const firstRows = new Map<string, number>();
  return people.flatMap((repeat) => {
    const key = identities[identity](repeat.person);
    const firstRow = firstRows.get(key);
    if (firstRow === undefined) firstRows.set(key, repeat.row);
    return firstRow === undefined ? [] : [{ repeat, firstRow }];
  });
}

/** Whether registering them hands out privilege, which whoever imports is to see first. */
export const gainsPrivilege = ({ person }: ImportedPerson): boolean => isPrivileged({ kind: '', position: person.position });
