import { createHash, randomUUID } from 'node:crypto';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given, NOW } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { aPdf } from './pdfs.ts';
import { aPng } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const UPLOAD = '/api/record_documents_activity';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function setUp() {
  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person, { status: 'in_progress', minimumImages: 1 });
  return { person, activity, mine: await app.as(person) };
}

function formOf(activity: Activity, files: [bytes: Uint8Array, name?: string][], field = 'documents'): FormData {
  const form = new FormData();
  form.append('activity_id', String(activity.id));
  for (const [index, [bytes, name = 'acta.pdf']] of files.entries())
    form.append(`${field}[${index}]`, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
  return form;
}

it('a document is kept byte for byte, shown with its first page, and answered as a download alone', async () => {
  const { activity, mine } = await setUp();
  const pdf = aPdf({ pages: 2 });
  const form = formOf(activity, [[pdf, 'Acta ✓.pdf']]);
  form.append('captured_at', new Date(NOW.getTime() - 60_000).toISOString());
  form.append('documents_sha256', sha256(pdf));
  expect((await mine.call('POST', UPLOAD, { body: form })).status).toBe(200);

  const { body } = await mine.call('GET', `/api/get_activity/${activity.id}?include=documents,evidence,history`);
  const facts = { document_name: 'Acta ✓.pdf', pages: 2, size: pdf.length, sha256: sha256(pdf) };
  expect(body).toMatchObject({ documents: [{ ...facts, captured_at: expect.any(String) }], evidence: [] });
  expect((body as { history: unknown[] }).history).toMatchObject([{ act: 'addDocuments', note: '1 documento' }]);
  const [{ path, thumbnail_path }] = (body as { documents: [{ path: string; thumbnail_path: string }] }).documents;

  const download = await mine.call('GET', path);
  expect(sha256(download.bytes)).toBe(facts.sha256);
  expect(Object.fromEntries(download.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Acta ?.pdf"; filename*=UTF-8''Acta%20%E2%9C%93.pdf`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  const picture = await mine.call('GET', thumbnail_path);
  expect([picture.headers.get('Content-Type'), [...picture.bytes.subarray(0, 2)]]).toEqual(['image/jpeg', [0xff, 0xd8]]);
  // No route shows it in place.
  for (const other of [path.replace('documents', 'images'), thumbnail_path.replace('documents', 'images')])
    expect((await mine.call('GET', other)).status).toBe(404);
});

it('a person who may not see the activity, or no longer, gets neither document nor record', async () => {
  const { activity, mine } = await setUp();
  await mine.client.addDocuments({ activityId: activity.id, documents: [new File([new Uint8Array(aPdf())], 'acta.pdf')] });
  const [document] = await mine.client.listDocuments({ activityId: activity.id });
  const places = [document?.url, document?.thumbnailUrl, `/api/activity_record/${activity.id}`] as string[];
  const answers = async (who: { call: typeof mine.call }) =>
    Promise.all(places.map(async (place) => (await who.call('GET', place)).status));
  expect(await answers(mine)).toEqual([200, 200, 200]);
  const stranger = await app.as(await given(app.db).person());
  expect(await answers(stranger)).toEqual([404, 404, 404]);
  expect(await answers(app.visitor())).toEqual([401, 401, 401]);
  const other = await given(app.db).person();
  await app.db('activities').where({ id: activity.id }).update({ ownerId: other.id, assigneeId: other.id });
  expect(await answers(mine)).toEqual([404, 404, 404]);
});

it('a file that several activities share is answered under the address of each', async () => {
  const { activity, mine, person } = await setUp();
  const second = await given(app.db).ownActivity(person, { status: 'in_progress' });
  await mine.client.addDocuments({ activityId: activity.id, documents: [new File([new Uint8Array(aPdf())], 'acta.pdf')] });
  const row = await app.db('images').first();
  await app.db('images').insert({ ...row, id: randomUUID(), fileId: row.id, activityId: second.id });
  const [document] = await mine.client.listDocuments({ activityId: second.id });
  for (const place of [document?.url, document?.thumbnailUrl] as string[]) expect((await mine.call('GET', place)).status).toBe(200);
});

it('only images count for the smallest number of images', async () => {
  const { activity, mine } = await setUp();
  await mine.client.addDocuments({ activityId: activity.id, documents: [new File([new Uint8Array(aPdf())], 'acta.pdf')] });
  const complete = mine.client.completeActivity({ activityId: activity.id, resolution: 'Listo' });
  await expect(complete).rejects.toMatchObject({ code: 'activity.incomplete' });
  await mine.client.addEvidence({ activityId: activity.id, images: [new File([await aPng()], 'a.png')] });
  await mine.client.completeActivity({ activityId: activity.id, resolution: 'Listo' });
});

it.each<[string, FormData | ((activity: Activity) => FormData | Promise<FormData>), number, string]>([
  [
    'one with a script',
    (a) => formOf(a, [[aPdf()], [aPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' })]]),
    400,
    'document.hostile',
  ],
  ['an image', async (a) => formOf(a, [[await aPng(), 'acta.pdf']]), 415, 'document.wrongType'],
  ['one of over 20 MB', (a) => formOf(a, [[Buffer.concat([aPdf(), Buffer.alloc(20_000_001)])]]), 413, 'document.tooLarge'],
  [
    'five',
    (a) =>
      formOf(
        a,
        Array.from({ length: 5 }, () => [aPdf()]),
      ),
    400,
    'input.invalid',
  ],
  ['none', (a) => formOf(a, []), 400, 'input.invalid'],
  ['one in a field of images', (a) => formOf(a, [[aPdf()]], 'images'), 400, 'input.invalid'],
])('%s is refused, and leaves neither rows nor files', async (_, form, status, code) => {
  const { activity, mine } = await setUp();
  const before = [await everythingIn(app.db), await app.stored()];
  const answer = await mine.call('POST', UPLOAD, { body: await (form as (activity: Activity) => FormData)(activity) });
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code })]);
  expect([await everythingIn(app.db), await app.stored()]).toEqual(before);
  await expect.poll(() => app.scratched(), { timeout: 10_000 }).toEqual([]);
});

it('a document is no image of an activity', async () => {
  const { activity, mine } = await setUp();
  const answer = await mine.call('POST', '/api/record_evidences_activity', { body: formOf(activity, [[aPdf()]], 'images') });
  expect([answer.status, answer.body]).toEqual([415, expect.objectContaining({ code: 'image.wrongType' })]);
});

it('one is withdrawn with its file, and the history keeps its hash and the reason', async () => {
  const { activity, mine } = await setUp();
  const pdf = aPdf();
  await mine.client.addDocuments({ activityId: activity.id, documents: [new File([new Uint8Array(pdf)], 'acta.pdf')] });
  const [document] = await mine.client.listDocuments({ activityId: activity.id });
  const developer = await app.as(await given(app.db).person({ kind: 'Desarrollador' }));
  await developer.client.withdrawImage({ imageId: document?.id as string, reason: 'Es de otra obra' });
  expect(await mine.client.listDocuments({ activityId: activity.id })).toEqual([]);
  expect((await mine.call('GET', document?.url as string)).status).toBe(404);
  expect(await app.stored()).toEqual([]);
  const history = await mine.client.listHistory({ activityId: activity.id });
  expect(history.find(({ act }) => act === 'withdrawDocument')?.note).toBe(`Documento retirado: Es de otra obra\nSHA-256 ${sha256(pdf)}`);
});
