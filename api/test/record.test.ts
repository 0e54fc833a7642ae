import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { historySealsOn } from '../../core/src/persistence/admin/history-seals.ts';
import { given, NOW } from '../../core/test/factories.ts';
import { aPdf } from './pdfs.ts';
import { aJpeg } from './pictures.ts';
import { readPdf } from './read-pdf.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const BODY = 'Revisión del pingüino: ¿quedó bien el depósito de Ángel Núñez? Sí, «todo» está en orden — costó $1,200.';
const LONG = Array.from({ length: 180 }, (_, n) => `Renglón ${n + 1} con acentos: áéíóúñü.`).join(' ');

/** An activity under way, with a long text and so many images; and who works on it. */
async function begin(images: number) {
  const owner = await given(app.db).manager({ firstName: 'Íñigo', lastName: 'Peña' });
  const person = await given(app.db).person({ firstName: 'Łucja', lastName: 'Núñez' });
  const activity = await given(app.db).activity({ owner, assignee: person, status: 'in_progress', description: LONG });
  const mine = await app.as(person);
  for (let sent = 0; sent < images; sent += 4) {
    const form = new FormData();
    form.append('activity_id', String(activity.id));
    for (let n = 0; n < Math.min(4, images - sent); n++) form.append(`images[${n}]`, new Blob([await aJpeg()]), `foto ñ ${sent + n}.jpg`);
    expect((await mine.call('POST', '/api/record_evidences_activity', { body: form })).status).toBe(200);
  }
  const record = async (query = '') => (await mine.call('GET', `/api/activity_record/${activity.id}${query}`)).bytes;
  return { activity, mine, record };
}
const seal = () => historySealsOn(app.db).add('activity_history', Number.MAX_SAFE_INTEGER);

it('the text of a record can be copied, with its accents and however long, and it is tagged in the order of reading', async () => {
  const { activity, mine, record } = await begin(1);
  await mine.call('POST', '/api/record_comments_activity', { body: { activitie_id: activity.id, comment: BODY } });
  const resolution = 'Quedó instalado en Cancún; falta señalización.';
  await mine.call('POST', '/api/end_activity', { body: { activity_id: activity.id, resolution } });
  const { sha256 } = await app.db('images').first('sha256');
  const { text, pages, roles, sizes, info } = await readPdf(await record());
  for (const part of [LONG, BODY, resolution, `SHA-256 ${sha256}`, 'Łucja Núñez', 'Íñigo Peña', 'la marcó como completada'])
    expect(text).toContain(part);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Folio ${activity.id} · Página ${index + 1} de ${pages.length}`);
  expect(info).toMatchObject({ Title: `CONSTANCIA DE ACTIVIDAD. Folio ${activity.id}`, Language: 'es-MX' });
  const address = `${PUBLIC_URL}/Consult_My_Activity/${activity.id}`;
  expect(roles).toEqual(
    expect.arrayContaining(['H1', 'H2', 'P', `Figure: Código QR con la dirección ${address}`, 'Figure: Foto 1: foto ñ 0.jpg']),
  );
  expect(roles.indexOf('H1')).toBeLessThan(roles.indexOf('H2'));
  expect(sizes).toEqual(pages.map(() => [612, 792]));
  expect((await readPdf(await record('?paper=a4'))).sizes[0]).toEqual([595.28, 841.89]);
});

it('draws twelve photos at most, lists all of them, and says which file is not there', async () => {
  const { record } = await begin(14);
  const drawn = async () => {
    const { text, roles } = await readPdf(await record());
    return { text, figures: roles.filter((role) => role.startsWith('Figure: Foto')).length };
  };
  const whole = await drawn();
  expect(whole.figures).toBe(12);
  expect(whole.text).toContain('Se dibujan 12 de 14 fotos');
  expect(whole.text.match(/SHA-256 [0-9a-f]{64}/g)).toHaveLength(14);
  expect(whole.text).not.toContain('El archivo no está en el servidor.');
  const { id } = await app.db('images').orderBy(['uploadedAt', 'position', 'id']).first();
  await app.removeStored(`${id}.thumbnail`);
  const lacking = await drawn();
  expect(lacking.figures).toBe(11);
  expect(lacking.text).toContain('El archivo no está en el servidor.');
});

it('says what has no seal yet, and shows a path from its last row that leads to the seal', async () => {
  const { activity, mine, record } = await begin(1);
  expect((await readPdf(await record())).text).toContain('Un movimiento todavía no tiene sello: Bitácora sella cada minuto');
  for (let n = 0; n < 4; n++)
    await mine.call('POST', '/api/record_comments_activity', { body: { activitie_id: activity.id, comment: `Van ${n}` } });
  await seal();
  const { text } = await readPdf(await record());
  expect(text).not.toContain('todavía no tiene sello');
  let hash = Buffer.from(/Huella del renglón: ([0-9a-f]{64})/.exec(text)?.[1] ?? '', 'hex');
  const steps = [...text.matchAll(/Camino, a la (izquierda|derecha): ([0-9a-f]{64})/g)];
  expect(steps).toHaveLength(1);
  for (const [, side, neighbour = ''] of steps) {
    const other = Buffer.from(neighbour, 'hex');
    const pair = side === 'izquierda' ? [other, hash] : [hash, other];
    hash = createHash('sha256')
      .update(Buffer.concat([Buffer.of(1), ...pair]))
      .digest();
  }
  const { root, seal: sealed } = await app.db('historySeals').orderBy('id', 'desc').first();
  expect(hash).toEqual(root);
  expect(text).toContain(`Raíz: ${root.toString('hex')}`);
  expect(text).toContain(sealed.toString('hex'));
  await app.db.raw(`begin; set local session_replication_role = replica; update activity_history set note = 'otra'; commit`);
  expect((await readPdf(await record())).text).toContain('no coincide con su sello');
});

it('names the documents with their pages and SHA-256, beside the photos', async () => {
  const { activity, mine, record } = await begin(1);
  const file = new File([new Uint8Array(aPdf({ pages: 2 }))], 'Remisión ñ.pdf');
  await mine.client.addDocuments({ activityId: activity.id, documents: [file] });
  const { sha256 } = await app.db('images').whereNotNull('pages').first('sha256');
  expect((await readPdf(await record())).text).toMatch(
    new RegExp(`Documento: Remisión ñ\\.pdf \\(2 páginas\\): Łucja Núñez, .* SHA-256 ${sha256}`),
  );
});

it('no letter vanishes: one that the font does not have is written as its code', async () => {
  const { activity, mine, record } = await begin(0);
  const letters = 'Listo 👍 \u202Eotro\u202C שלום\t漢 (a\\) é';
  await mine.call('POST', '/api/record_comments_activity', { body: { activitie_id: activity.id, comment: letters } });
  const { text } = await readPdf(await record());
  expect(text).toContain('Listo [U+1F44D]');
  expect(text).toContain('[U+05E9][U+05DC][U+05D5][U+05DD]');
  expect(text).toContain('[U+6F22] (a\\) é');
  expect(text).toContain('aparece con su código Unicode');
  expect(text).not.toContain('\0');
});

it('quotes inside a quoted note are of another kind', async () => {
  const { mine, activity, record } = await begin(0);
  await mine.call('POST', '/api/end_activity', { body: { activity_id: activity.id, resolution: 'Dijo «ya está».' } });
  expect((await readPdf(await record())).text).toContain('«Dijo “ya está”.»');
});

it('of a very long list the last lines are drawn, and the record says how many there are', async () => {
  const { activity, record } = await begin(0);
  const authorId = activity.assigneeId;
  const rows = Array.from({ length: 2_000 }, (_, n) => ({
    activityId: activity.id,
    authorId,
    body: `Va ${n + 1}.`,
    writtenAt: new Date(NOW.getTime() + n),
  }));
  await app.db('comments').insert(rows);
  const { text } = await readPdf(await record());
  expect(text).toContain('Son 2000; aquí están los últimos 500.');
  expect(text).toContain('Va 2000.');
  expect(text).not.toContain('Va 1500.');
});

it('rows under a seal of an earlier version are sealed once more, and have a path too', async () => {
  const { activity, mine, record } = await begin(1);
  await seal();
  await app.db.raw(`begin; set local session_replication_role = replica; update history_seals set form = 3, root = null; commit`);
  await mine.call('POST', '/api/record_comments_activity', { body: { activitie_id: activity.id, comment: BODY } });
  const { text } = await readPdf(await record());
  expect(text).toMatch(/Un movimiento todavía no tiene sello.*Un movimiento tiene el sello de una versión anterior/);
  expect(text.match(/: con sello de una versión anterior/g)).toHaveLength(1);
  expect(await seal()).toMatchObject({ form: 4, afterId: 0 });
  expect((await readPdf(await record())).text).toContain('Huella del renglón');
});
