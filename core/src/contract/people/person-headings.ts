import type { NameOrder, SheetColumn } from '../../domain/people/user-import.ts';
import { normalise } from '../../domain/text.ts';
import { alsoCalled, orElseCalled } from '../../messages/people/people-headings.ts';
import { userTexts } from '../../messages/people/users.ts';
import { wireNames } from './person-wire-names.ts';

/* The thread that reads a sheet loads this module for each upload, and so it must not load the schemas: they take longer than the rest. */

const PARTICLES = /^(de|del|la|el|los|do|da|of|the)$/;
const EMPLOYEE =
  /^(empl?|(emplead|trabajador|colaborador|empregad|funcionari)\w*|trab|nomina|employees?|worker|staff|personnel|associate)$/;

/** Headings are compared without case, accents, blanks, signs and notes in parentheses: 'Núm. de trabajador (clave)' is 'numeroempleado'. */
export function headingKey(heading: string): string {
  const text = heading.replace(/\[.*?\]|\(.*?\)/gu, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const words = normalise(text.replaceAll('#', ' no ')).split(/[^\p{L}\p{N}]+/u);
  const telling = words.filter((word) => word !== '' && !PARTICLES.test(word)).map((word) => word.replace(EMPLOYEE, 'empleado'));
  // A column 'No.' alone counts the rows.
  return telling.map((word) => (telling.length > 1 ? word.replace(/^(no|n|nro|num|number)$/, 'numero') : word)).join('');
}

const columnByKey = new Map<string, { column: SheetColumn; rank: number }>();
for (const column of Object.keys(alsoCalled) as SheetColumn[]) {
  const own =
    column in wireNames ? [wireNames[column as keyof typeof wireNames], column, userTexts.fields[column as keyof typeof wireNames]] : [];
  for (const heading of [...own, ...alsoCalled[column]]) columnByKey.set(headingKey(heading), { column, rank: 0 });
}
for (const [column, headings] of Object.entries(orElseCalled) as [SheetColumn, string[]][])
  for (const [at, heading] of headings.entries()) columnByKey.set(headingKey(heading), { column, rank: at + 1 });

/** The orders that the heading of a whole name gives, in Spanish by both words alone. */
const ORDERS: readonly [NameOrder, RegExp][] = [
  ['surnames', /^(apellido|sobrenome|lastname).*nom/],
  ['given', /^nom.*(apellido|sobrenome)|^firstname.*lastname|^(full|display|empleado)name$|^nomecompleto$/],
];
export const readOrder = (heading: string) => ORDERS.find(([, shape]) => shape.test(headingKey(heading)))?.[0] ?? null;
export const findColumn = (heading: string) =>
  columnByKey.get(headingKey(heading)) ?? (readOrder(heading) ? { column: 'fullName' as const, rank: 0 } : undefined);
export const findPersonColumn = (heading: string): SheetColumn | undefined => findColumn(heading)?.column;
