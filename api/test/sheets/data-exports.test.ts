import http from 'node:http';
import type { Person } from '@bitacora/core/domain/people/person';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { generate } from '../../../core/seeds/generate.ts';
import { given, NOW } from '../../../core/test/factories.ts';
import type { Browser } from '../browser.ts';
import { aPng } from '../pictures.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { openWorkbook, rowsOf } from './workbooks.ts';

const OWN = '/api/create_own_data_export';
const COMPANY = '/api/create_company_export';

let app: RunningApp;
let ana: Person;
let gloria: Person;
let page: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).person({ firstName: 'Ana', lastName: 'Sol' });
  gloria = await given(app.db).manager({ firstName: 'Gloria', lastName: 'Gómez', kind: 'Desarrollador' });
  page = await app.as(ana);
});
afterAll(() => app.close());

/** The files of the answer, and the sheets of its workbook by name. */
async function archive(who: Browser, path: string) {
  const { status, headers, bytes } = await who.call('POST', path);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(bytes);
  const book = await openWorkbook(Buffer.from(files['bitacora.xlsx'] as Uint8Array));
  return { files, sheets: Object.fromEntries(book.worksheets.map((sheet) => [sheet.name, rowsOf(sheet).slice(1)])) };
}
const adminActs = (act: string) => app.db('adminHistory').where({ act }).orderBy('id');

it('a person takes along what is theirs, with their images, and nothing that only others may know', async () => {
  await page.client.changePhoto({ image: [new Blob([await aPng()])] });
  const theirs = await given(app.db).activity({ owner: gloria, assignee: ana, description: 'De Ana', status: 'in_progress' });
  await given(app.db).activity({ owner: gloria, assignee: gloria, description: 'De Gloria' });
  const { body } = await page.call('POST', '/api/record_comments_activity', {
    body: { activitie_id: theirs.id, comment: 'Voy a la mitad' },
  });
  expect(body).toMatchObject({ success: true });
  const manager = await app.as(gloria);
  await manager.call('POST', '/api/record_comments_activity', { body: { activitie_id: theirs.id, comment: 'Apúrate' } });
  await app.db('adminHistory').insert([
    { act: 'person.edit', ...subject(gloria, ana), after: { phone: '55 1111' }, address: '203.0.113.7', channel: 'web', at: NOW },
    { act: 'person.edit', ...subject(ana, gloria), after: { phone: '55 2222' }, address: '203.0.113.8', channel: 'web', at: NOW },
  ]);

  const { files, sheets } = await archive(page, OWN);
  const everything = JSON.stringify(sheets);
  expect(sheets.actividades?.map((row) => row.includes('De Ana'))).toEqual([true]);
  expect(sheets.comentarios).toHaveLength(1);
  for (const text of ['Voy a la mitad', '55 1111', '203.0.113.8']) expect(everything).toContain(text);
  for (const unknown of ['De Gloria', 'Apúrate', '55 2222', '203.0.113.7', gloria.email]) expect(everything).not.toContain(unknown);
  const [photo] = await app.db('profilePhotos');
  expect(Object.keys(files)).toEqual(['bitacora.xlsx', `imagenes/${photo.imageId}.${photo.mediaType === 'image/png' ? 'png' : 'jpg'}`]);
  expect(files[Object.keys(files)[1] as string]).toHaveLength(photo.sizeBytes);
  expect(await adminActs('person.export')).toMatchObject([{ actorId: ana.id, subjectId: String(ana.id), address: '127.0.0.1' }]);
});
const subject = (actor: Person, about: Person) => ({
  actorId: actor.id,
  actorName: `${actor.firstName} ${actor.lastName}`,
  subjectKind: 'person',
  subjectId: String(about.id),
  subject: `${about.firstName} ${about.lastName}`,
});

it('a Desarrollador takes everything along, and it is recorded', async () => {
  await generate(app.db, { activities: 1_200, people: 20, topics: 5, comments: 100 }, NOW);
  const { sheets } = await archive(await app.as(gloria), COMPANY);
  const countOf = async (table: string) => Number((await app.db(table).count())[0]?.count);
  expect(sheets.actividades).toHaveLength(await countOf('activities'));
  expect(sheets.comentarios).toHaveLength(100);
  expect(sheets.personas).toHaveLength(await countOf('users'));
  expect(await adminActs('system.export')).toMatchObject([{ actorId: gloria.id, address: '127.0.0.1' }]);
});

it('two at a time, one a person; who goes away makes room and leaves no query', async () => {
  const others = [await given(app.db).manager({ kind: 'Desarrollador' }), await given(app.db).manager({ kind: 'Desarrollador' })] as const;
  await app.db.transaction(async (trx) => {
    await trx.raw('lock table activities in access exclusive mode');
    const first = await stalled(gloria);
    expect([first.status, (await stalled(gloria)).status]).toEqual([200, 429]);
    const second = await stalled(others[0]);
    expect([second.status, (await stalled(others[1])).status]).toEqual([200, 429]);
    first.destroy();
    second.destroy();
  });
  await expect.poll(transactions, { timeout: 10_000 }).toBe(0);
  expect((await page.call('POST', OWN)).status).toBe(200);
});

/** Begins to read everything and stops listening. */
async function stalled(who: Person) {
  const { cookies, csrfToken } = await app.as(who);
  const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; '), 'X-CSRF-Token': await csrfToken() };
  return new Promise<{ destroy: () => void; status: number }>((resolve, reject) => {
    const request = http.request(app.origin + COMPANY, { method: 'POST', headers, agent: false }, (response) => {
      response.pause();
      resolve({ destroy: () => response.destroy(), status: response.statusCode ?? 0 });
    });
    request.on('error', reject);
    request.end();
  });
}
async function transactions() {
  const { rows } = await app.db.raw(
    `select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
     and xact_start is not null and pid <> pg_backend_pid()`,
  );
  return Number(rows[0].count);
}

it('what goes wrong before the first byte is a proper no, and while a restore has the database too', async () => {
  await app.db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(7215063)');
    expect((await page.call('POST', OWN)).status).toBe(503);
  });
  expect((await page.call('POST', OWN)).status).toBe(200);
});
