import type { Browser } from '../browser.ts';

const HEADINGS = ['Actividad', 'Responsable', 'Tema', 'Fecha límite', 'Estatus', 'Fecha de cierre', 'Observaciones'];
/** A list of activities, each with the cells of these headings. */
export const activityCsv = (...rows: readonly (readonly string[])[]) =>
  Buffer.from([HEADINGS, ...rows].map((cells) => cells.join(',')).join('\n'));

/** Sends a file of activities as the page does; `mapping` holds the answers. */
export async function sendActivities(
  browser: Browser,
  bytes: Uint8Array,
  { mapping, ...fields }: Record<string, unknown> = {},
  name = 'pendientes.csv',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  form.append('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  const { status, bytes: file, body } = await browser.call('POST', '/api/upload_activities', { body: form });
  // biome-ignore lint/suspicious/noExplicitAny: the API document has checked its shape.
  return { status, file, body: body as any };
}
