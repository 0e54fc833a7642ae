import { readFile, writeFile } from 'node:fs/promises';
import { addDays, localDay } from '@bitacora/core/domain/calendar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectionTo } from '../../../../cli/src/connection.ts';
import { type Machine, machine } from '../../../../cli/test/bitacora.ts';
import { deep, expectWithin } from '../../../../core/test/deep.ts';
import { peopleSheet } from '../../sheets/upload.ts';
import { openWorkbook, rowsOf, sheetOf } from '../../sheets/workbooks.ts';
import { admin } from '../administration/admin.ts';
import { dataFolder, launch, type Product, untilReady } from '../product.ts';
import { remove } from '../traces.ts';

const PEOPLE = deep(5_000, 500);
const SECONDS_MAX = 60;
const PASSWORD = 'segura 2026';
const dataDir = dataFolder();
let product: Product | undefined;
let machines: Record<'ana' | 'beto', Machine>;
beforeAll(async () => {
  machines = { ana: await machine({ BITACORA_PASSWORD: PASSWORD }), beto: await machine({ BITACORA_PASSWORD: PASSWORD }) };
});
afterAll(async () => {
  product?.child.kill('SIGTERM');
  await product?.exited;
  for (const { leave } of Object.values(machines)) await leave();
  await remove(dataDir);
});

/** A word typed in a shell that has to do what it says. */
async function typed(who: keyof typeof machines, ...words: string[]): Promise<string> {
  const { status, out, err } = await machines[who].bitacora(words);
  expect([words, status, err]).toEqual([words, 0, expect.any(String)]);
  return out;
}

/** The API as somebody who has logged in at their machine. */
async function api(who: keyof typeof machines, url: string) {
  const { token } = JSON.parse(await readFile(machines[who].sessionFile, 'utf8'));
  return connectionTo(url, token, new AbortController().signal).client;
}

it(`from an empty folder to ${PEOPLE} people and a workbook of what is finished, through the shell alone`, {
  timeout: 120_000,
}, async () => {
  await writeFile(machines.ana.file('personas.xlsx'), await sheetOf(peopleSheet(PEOPLE)));
  const began = performance.now();
  for (const who of ['ana', 'beto']) {
    const result = await admin(['create-admin', '--email', `${who}@empresa.mx`, '--password-stdin'], { DATA_DIR: dataDir }, PASSWORD);
    expect(result).toMatchObject({ status: 0 });
  }
  product = await launch(dataDir);
  await untilReady(product);
  const { url } = product;
  for (const who of ['ana', 'beto'] as const) await typed(who, 'login', '--url', url, '--email', `${who}@empresa.mx`);
  expect(await typed('ana', 'users', 'import', 'personas.xlsx', '--yes')).toBe(
    `Se registró a ${PEOPLE.toLocaleString('es-MX')} personas; su invitación va por correo.\n`,
  );

  await typed('ana', 'topics', 'create', 'Almacén', '--department', 'GENERAL');
  const [ana, beto] = [await api('ana', url), await api('beto', url)];
  const [topic] = await ana.listTopics();
  const assignee = (await ana.listUsers()).find(({ email }) => email === 'beto@empresa.mx');
  const dueOn = addDays(localDay('America/Mexico_City', new Date()), 7);
  const { id } = await ana.assignActivity({
    topicId: topic?.id ?? 0,
    assigneeId: assignee?.id ?? 0,
    description: 'Contar el almacén',
    priority: 'high',
    dueOn,
    repeats: null,
  });
  await beto.startActivity({ activityId: id });
  await beto.completeActivity({ activityId: id, resolution: 'Contado' });
  await ana.validateActivity({ activityId: id, verdict: 'Verified', comment: null });

  await typed('ana', 'report', 'finished', '--output', 'x.xlsx');
  const seconds = (performance.now() - began) / 1_000;
  const [sheet] = (await openWorkbook(await readFile(machines.ana.file('x.xlsx')))).worksheets;
  const [, ...rows] = rowsOf(sheet);
  expect(rows).toEqual([expect.arrayContaining([id, 'Almacén', 'Contar el almacén'])]);
  console.log(`from an empty folder to the workbook: ${seconds.toFixed(1)} s`);
  expectWithin(seconds, SECONDS_MAX);
});
