import { randomBytes } from 'node:crypto';
import { IMAGES_PER_ACTIVITY, UPLOADED_BYTES_PER_DAY } from '@bitacora/core/domain/activities/activity';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { aJpeg } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const UPLOAD = '/api/record_evidences_activity';
/** Between one large image and two. */
const LEFT_KB = 500;

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

async function setUp() {
  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person, { status: 'in_progress' });
  const mine = await app.as(person);
  const upload = async (...images: Uint8Array<ArrayBuffer>[]) => {
    const form = new FormData();
    form.append('activity_id', String(activity.id));
    for (const [n, bytes] of images.entries()) form.append(`images[${n}]`, new Blob([bytes]), 'foto.jpg');
    return mine.call('POST', UPLOAD, { body: form });
  };
  /** So much of the day's allowance is left. */
  const leave = async (kilobytes: number) => {
    expect((await upload(await aJpeg())).status).toBe(200);
    const counter = app.db('rateLimits').where('key', 'like', 'evidenceKilobytes%');
    expect(await counter.update({ points: UPLOADED_BYTES_PER_DAY / 1_000 - kilobytes })).toBe(1);
  };
  return { person, activity, upload, leave };
}

/** A JPEG that is some 300 kB when it is stored. */
async function aLargeJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [800, 600];
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  return new Uint8Array(await noise.jpeg({ quality: 84 }).toBuffer());
}

it('a person stores so much in a day; more is refused with the limit and when it is free, and nothing of it is kept', async () => {
  const { upload, leave } = await setUp();
  const large = await aLargeJpeg();
  await leave(LEFT_KB);
  expect((await upload(large)).status).toBe(200);
  const stored = await app.stored();

  const refused = await upload(large);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    code: 'evidence.dayUsed',
    error: expect.stringMatching(/hasta 300 MB .* en 24 horas.* en 24 h\.$/),
  });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 3_600);
  expect(await app.stored()).toEqual(stored);
  expect((await upload(await aJpeg())).status).toBe(200);

  const other = await setUp();
  expect((await other.upload(large)).status).toBe(200);
});

it('what is refused for another reason costs nothing of it', async () => {
  const { upload, leave, activity } = await setUp();
  const large = await aLargeJpeg();
  await leave(LEFT_KB);
  await app.db('activities').where({ id: activity.id }).update({ status: 'not_started', startedAt: null });
  for (let n = 0; n < 3; n++) expect((await upload(large)).status).toBe(409);
  await app.db('activities').where({ id: activity.id }).update({ status: 'in_progress', startedAt: new Date() });
  expect((await upload(large)).status).toBe(200);
});

it('of many uploads at the same moment only as many are stored as the day has left', async () => {
  const { upload, leave } = await setUp();
  const large = await aLargeJpeg();
  await leave(LEFT_KB);
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(large)));
  const acceptedCount = answers.filter(({ status }) => status === 200).length;
  expect(acceptedCount).toBeLessThanOrEqual(1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4 - acceptedCount);
  expect(await app.db('images').select('id')).toHaveLength(1 + acceptedCount);
});

it('one activity takes so many images, and then says that another one has to', async () => {
  const { person, activity, upload } = await setUp();
  const row = (n: number) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    activityId: activity.id,
    uploadedById: person.id,
    name: 'foto.jpg',
    mediaType: 'image/jpeg',
    sha256: '0'.repeat(64),
    sizeBytes: 1,
    width: 1,
    height: 1,
    position: 0,
    uploadedAt: new Date(),
  });
  await app.db('images').insert(Array.from({ length: IMAGES_PER_ACTIVITY - 1 }, (_, n) => row(n)));
  const refused = await upload(await aJpeg(), await aJpeg());
  expect(refused).toMatchObject({ status: 409, body: { code: 'evidence.tooMany' } });
  expect(refused.body).toMatchObject({
    error: 'La actividad ya tiene 199 imágenes y el máximo es de 200. Agrega las demás en otra actividad.',
  });
  expect((await upload(await aJpeg())).status).toBe(200);
});
