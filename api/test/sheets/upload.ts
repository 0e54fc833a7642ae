import type { Answer, Browser } from '../browser.ts';

export const HEADINGS = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo electrónico', 'Nivel', 'Departamento', 'Puesto'];

/** One good row of a workbook with the headings `HEADINGS`. `n` makes it unique. */
export const rowFor = (n: number, changes: Partial<Record<number, unknown>> = {}): never[] =>
  [`E-${String(n).padStart(5, '0')}`, `Nombre ${n}`, `Apellido ${n}`, `alta${n}@demo.mx`, 'Operativo', 'SISTEMAS', 'ANALISTA'].map(
    (cell, at) => (at in changes ? changes[at] : cell) as never,
  );

export const peopleSheet = (count: number) => [HEADINGS, ...Array.from({ length: count }, (_, n) => rowFor(n + 1))];

/** Sends a workbook as a page does. */
export function uploaded(
  browser: Browser,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  name = 'personas.xlsx',
): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  return browser.call('POST', '/api/upload_users_bulk', { body: form });
}
