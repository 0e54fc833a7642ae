import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeEach } from 'vitest';
import { given } from '../../../../core/test/factories.ts';
import type { Browser } from '../../browser.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';

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

/** The application for a whole file. Each test begins with a manager, Laura Ramírez and the topic Calidad. */
export async function importingCompany(onPeople: (people: { manager: Browser; laura: Person }) => void): Promise<RunningApp> {
  const app = await runningApp({ rateLimitFactor: 1_000 });
  beforeEach(async () => {
    await app.wipe();
    const manager = await app.as(await given(app.db).manager());
    const laura = await given(app.db).person({ firstName: 'Laura', lastName: 'Ramírez' });
    await given(app.db).topic({ name: 'Calidad' });
    onPeople({ manager, laura });
  });
  afterAll(() => app.close());
  return app;
}
