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
/** Why an identity is wrong in the company: an account has it already, or an earlier row of the file. */
export type IdentityProblem = { problem: 'numberKnown' | 'emailKnown' } | { problem: 'repeated'; firstRow: number };
/** A wrong cell before its sentence is made; a schema has made some of them already. */
export type CellProblem = Omit<WrongCell, 'error'> & { error: string | IdentityProblem };

/** What makes a person one and the same: emails without regard to case, employee numbers as written. */
export const identities = {
  employeeNumber: (written: string) => written,
  email: (written: string) => written.toLowerCase(),
} as const;
export type Identity = keyof typeof identities;

/** A row and who it says it is about, as far as those cells can be taken; what else is in it may be wrong. */
export interface Identified extends Partial<Record<Identity, string>> {
  row: number;
}

/** Those whose number or email an earlier row has already, with that row. */
export function repeatsWithin(rows: readonly Identified[], identity: Identity): { repeat: Identified; firstRow: number }[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap((repeat) => {
    const written = repeat[identity];
    if (written === undefined) return [];
    const key = identities[identity](written);
    const firstRow = firstRows.get(key);
    if (firstRow === undefined) firstRows.set(key, repeat.row);
    return firstRow === undefined ? [] : [{ repeat, firstRow }];
  });
}

/** Whether registering them hands out privilege, which whoever imports is to see first. */
export const gainsPrivilege = ({ person }: ImportedPerson): boolean => isPrivileged({ kind: '', position: person.position });
