import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import type { Person } from '@bitacora/core/domain/people/person';
import { validation } from '@bitacora/core/messages/validation';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { PNG_OF_A_BILLION_PIXELS } from './hostile-images.ts';
import { aJpeg, aPng, aTelephonePhoto } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

const UPLOAD = '/api/record_evidences_activity';

async function setUp(): Promise<{ person: Person; activity: Activity; mine: Awaited<ReturnType<RunningApp['as']>> }> {
  const person = await given(app.db).person();
  const activity = await given(app.db).ownActivity(person, { status: 'in_progress' });
  return { person, activity, mine: await app.as(person) };
}

type Part = [field: string, bytes: Uint8Array<ArrayBuffer> | string, name?: string, type?: string];
function formOf(activityId: number | string, parts: Part[]): FormData {
  const form = new FormData();
  form.append('activity_id', String(activityId));
  for (const [field, bytes, name = 'foto.png', type = 'image/png'] of parts) form.append(field, new Blob([bytes], { type }), name);
  return form;
}

/** Neither rows nor files came of it. */
async function expectNothingOf(attempt: () => Promise<unknown>) {
  const [rows, files] = [await everythingIn(app.db), await app.stored()];
  await attempt();
  expect(await everythingIn(app.db)).toEqual(rows);
  expect(await app.stored()).toEqual(files);
  // The part of a sender who hangs up goes a moment after the connection.
  await expect.poll(() => app.scratched(), { timeout: 10_000 }).toEqual([]);
}

const noise = (bytes: number) => new Uint8Array(randomBytes(bytes));
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const svg = utf8('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('the hour and the hash of a photo that a device captured are kept and shown, and its stored file has a hash of its own', async () => {
  const { activity, mine } = await setUp();
  const [png, jpeg] = [await aPng(), await aJpeg()];
  const form = formOf(activity.id, [
    ['images[0]', png],
    ['images[1]', jpeg, 'foto.jpg', 'image/jpeg'],
  ]);
  const takenAt = new Date(NOW.getTime() - 3_600_000).toISOString();
  form.append('captured_at', takenAt);
  form.append('images_sha256', [png, jpeg].map(sha256).join(','));
  expect((await mine.call('POST', UPLOAD, { body: form })).status).toBe(200);
  const { body } = await mine.call('GET', `/api/call_images_by_activity/${activity.id}`);
  expect(body).toMatchObject([png, jpeg].map((bytes) => ({ captured_at: takenAt, captured_sha256: sha256(bytes) })));
  const history = await mine.call('GET', `/api/get_activity_history/${activity.id}`);
  expect(history.body).toMatchObject([{ act: 'addEvidence', captured_at: takenAt }]);
});

it('a hash counts however a device spells it', async () => {
  const { activity, mine } = await setUp();
  const png = await aPng();
  const form = formOf(activity.id, [['images[0]', png]]);
  form.append('images_sha256', ` ${sha256(png).toUpperCase()} `);
  expect((await mine.call('POST', UPLOAD, { body: form })).status).toBe(200);
  const { body } = await mine.call('GET', `/api/call_images_by_activity/${activity.id}`);
  expect(body).toMatchObject([{ captured_sha256: sha256(png) }]);
});

const notDigest = { code: 'input.invalid', fields: { 'images_sha256.0': validation.notDigest } };
describe('what is refused leaves neither rows nor files', () => {
  it.each([
    ['another image than the one that was captured', [sha256(noise(9))], { code: 'image.altered', fields: { images: expect.any(String) } }],
    [
      'more hashes than images',
      ['0'.repeat(64), '1'.repeat(64)],
      { code: 'image.digestsMissing', fields: { images_sha256: expect.any(String) } },
    ],
    ['a text that is no hash', ['hola'], notDigest],
    ['no hash', [], notDigest],
    ['a digit too many', ['0'.repeat(65)], notDigest],
  ])('%s', async (_, digests, problem) => {
    const { activity, mine } = await setUp();
    const form = formOf(activity.id, [['images[0]', await aPng()]]);
    form.append('images_sha256', digests.join(','));
    await expectNothingOf(async () => {
      const { status, body } = await mine.call('POST', UPLOAD, { body: form });
      expect([status, body]).toEqual([400, expect.objectContaining(problem)]);
    });
  });

  it('an hour of capture that is none', async () => {
    const { activity, mine } = await setUp();
    const body = { activitie_id: activity.id, comment: 'Hoy', captured_at: 'ayer' };
    expect((await mine.call('POST', '/api/record_comments_activity', { body })).body).toMatchObject({
      fields: { captured_at: validation.notInstant },
    });
  });

  const WRONG_TYPE = { status: 415, code: 'image.wrongType', error: 'Solo se permiten imágenes PNG o JPG.' };
  const UNREADABLE = { status: 400, code: 'image.unreadable', error: expect.stringContaining('dañada') };

  const hostile: [string, () => Promise<Part[]> | Part[], { status: number; code: string; error: unknown }][] = [
    ['an SVG called .png', () => [['images[0]', svg]], WRONG_TYPE],
    ['a page called .jpg', () => [['images[0]', utf8('<html><script>1</script>'), 'foto.jpg', 'image/jpeg']], WRONG_TYPE],
    ['zero bytes', () => [['images[0]', new Uint8Array()]], WRONG_TYPE],
    ['a GIF', () => [['images[0]', utf8('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;')]], WRONG_TYPE],
    [
      'a WebP called .png',
      async () => [
        [
          'images[0]',
          new Uint8Array(
            await sharp(await aPng())
              .webp()
              .toBuffer()
              .catch(() => Buffer.from('RIFF\0\0\0\0WEBPVP8 ')),
          ),
        ],
      ],
      WRONG_TYPE,
    ],
    ['a PDF', () => [['images[0]', utf8('%PDF-1.7\n')]], WRONG_TYPE],
    ['bytes that only begin like a JPEG', () => [['images[0]', joined(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), noise(500))]], UNREADABLE],
    ['bytes that only begin like a PNG', async () => [['images[0]', joined((await aPng()).subarray(0, 8), noise(500))]], UNREADABLE],
    ['half a JPEG', async () => [['images[0]', (await aJpeg(400, 300)).slice(0, 700)]], UNREADABLE],
    ['half a PNG', async () => [['images[0]', (await aPng(400, 300)).slice(0, 120)]], UNREADABLE],
    [
      'a small file that claims 2,500 million pixels',
      () => [['images[0]', PNG_OF_A_BILLION_PIXELS]],
      { status: 413, code: 'image.tooManyPixels', error: expect.stringContaining('40 megapixeles') },
    ],
    [
      'more than 10 MB',
      async () => [['images[0]', joined(await aPng(), noise(10_000_001))]],
      { status: 413, code: 'image.tooLarge', error: 'La imagen pesa demasiado: el máximo es de 10 MB.' },
    ],
    [
      'five images',
      async () => {
        const png = await aPng();
        return [0, 1, 2, 3, 4].map((n): Part => [`images[${n}]`, png]);
      },
      { status: 400, code: 'input.invalid', error: 'Solo puedes cargar un máximo de 4 imágenes.' },
    ],
    [
      'thirteen images',
      async () => {
        const png = await aPng();
        return Array.from({ length: 13 }, (_, n): Part => [`images[${n}]`, png]);
      },
      { status: 400, code: 'input.invalid', error: 'Solo puedes cargar un máximo de 4 imágenes.' },
    ],
    ['no image at all', () => [], { status: 400, code: 'input.invalid', error: 'Debe seleccionar al menos una imagen.' }],
    [
      'a file in a field that takes none',
      async () => [
        ['images[0]', await aPng()],
        ['foto', await aPng()],
      ],
      { status: 400, code: 'input.invalid', error: 'Este campo no recibe archivos.' },
    ],
    [
      'a file in a nested field',
      async () => [['images[0][x]', await aPng()]],
      { status: 400, code: 'input.invalid', error: 'Este campo no recibe archivos.' },
    ],
    [
      'a good image before a bad one',
      async () => [
        ['images[0]', await aPng()],
        ['images[1]', svg],
      ],
      WRONG_TYPE,
    ],
  ];

  it.each(hostile)('%s', async (_, parts, { status, code, error }) => {
    const { mine, activity } = await setUp();
    const form = formOf(activity.id, await parts());
    await expectNothingOf(async () => {
      const answer = await mine.call('POST', UPLOAD, { body: form });
      expect([answer.status, answer.body]).toEqual([status, { success: false, code, error, fields: expect.any(Object) }]);
    });
  });

  it('a good image for an activity that is not theirs, is closed, or does not exist', async () => {
    const { mine, person } = await setUp();
    const foreign = await given(app.db).activity({ status: 'in_progress' });
    const closed = await given(app.db).ownActivity(person, { status: 'verified' });
    const png = await aPng();
    for (const [id, status] of [
      [foreign.id, 404],
      [closed.id, 409],
      [2_000_000, 404],
      ['x', 400],
      ['', 400],
    ] as const) {
      await expectNothingOf(async () => {
        expect([id, (await mine.call('POST', UPLOAD, { body: formOf(id, [['images[0]', png]]) })).status]).toEqual([id, status]);
      });
    }
  });

  it('a registration with a good image and a bad field, an unknown topic, or a duplicate text', async () => {
    const { mine, person, activity } = await setUp();
    const topic = { id: activity.topicId };
    await given(app.db).activity({ owner: person, assignee: person, topic: { ...topic } as never, description: 'Repetida' });
    const good = { id_project: String(topic.id), objective: 'Nueva', priority: 'Normal', due_date: '2026-12-01' };
    const wrong = [
      [{ ...good, due_date: '2026-02-30' }, 400],
      [{ ...good, due_date: '2026-11-19' }, 400],
      [{ ...good, id_project: '2000000' }, 400],
      [{ ...good, objective: ' REPETIDA ' }, 409],
    ] as const;
    for (const [fields, status] of wrong) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('images[0]', new Blob([await aPng()]), 'a.png');
      await expectNothingOf(async () => {
        expect((await mine.call('POST', '/api/create_my_new_activity', { body: form })).status).toBe(status);
      });
    }
  });

  it('an upload that ends half way', async () => {
    const { mine, activity } = await setUp();
    const form = formOf(activity.id, [['images[0]', noise(200_000)]]);
    const { headers, body } = await wire(form);
    await expectNothingOf(async () => {
      const answer = await mine.call('POST', UPLOAD, { headers, body: new Uint8Array(body.subarray(0, body.length / 2)) });
      expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'input.unreadable' })]);
    });
  });

  it('a form that says a field twice, says too much, or has no beginning', async () => {
    const { mine, activity } = await setUp();
    const png = await aPng();
    const twice = formOf(activity.id, [['images[0]', png]]);
    twice.append('activity_id', String(activity.id));
    const long = formOf(activity.id, [['images[0]', png]]);
    long.append('nota', 'x'.repeat(100_001));
    const crowded = formOf(activity.id, [['images[0]', png]]);
    for (let field = 0; field < 50; field++) crowded.append(`campo${field}`, 'x');
    const answers = [
      [await mine.call('POST', UPLOAD, { body: twice }), 400, 'input.invalid'],
      [await mine.call('POST', UPLOAD, { body: long }), 413, 'input.tooLarge'],
      [await mine.call('POST', UPLOAD, { body: crowded }), 413, 'input.tooLarge'],
      [await mine.call('POST', UPLOAD, { body: 'nada', headers: { 'Content-Type': 'multipart/form-data' } }), 400, 'input.unreadable'],
      [
        await mine.call('POST', UPLOAD, { body: 'nada', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }),
        400,
        'input.unreadable',
      ],
    ] as const;
    for (const [answer, status, code] of answers) expect([answer.status, answer.body]).toEqual([status, expect.objectContaining({ code })]);
    expect(await app.db('images')).toEqual([]);
    await expect.poll(() => app.scratched()).toEqual([]);
  });

  it('an upload whose sender hangs up', async () => {
    const { mine, activity } = await setUp();
    const { headers, body } = await wire(formOf(activity.id, [['images[0]', noise(300_000)]]));
    const token = await mine.csrfToken();
    await expectNothingOf(async () => {
      for (let times = 0; times < 5; times++) {
        await new Promise<void>((resolve) => {
          const request = http.request(app.origin + UPLOAD, {
            method: 'POST',
            headers: { ...headers, 'Content-Length': body.length, Cookie: `sid=${mine.cookies.get('sid')}`, 'X-CSRF-Token': token },
          });
          request.on('error', () => resolve());
          request.write(body.subarray(0, 150_000), () => setTimeout(() => request.destroy(), 20));
          request.on('close', () => resolve());
        });
      }
      await expect.poll(() => app.scratched()).toEqual([]);
    });
  });

  it('many bad uploads at once', async () => {
    const { mine, activity } = await setUp();
    const crowd = Array.from({ length: 13 }, (_, n): Part => [`images[${n}]`, noise(70_000)]);
    const bad: Part[][] = [
      crowd,
      [
        ['images[0]', noise(3_000_000)],
        ['images[1]', svg],
      ],
      [['images[0]', noise(10_100_000)]],
    ];
    await expectNothingOf(async () => {
      const forms = Array.from({ length: 12 }, (_, n) => formOf(activity.id, bad[n % 3] as Part[]));
      const answers = await Promise.all(forms.map((body) => mine.call('POST', UPLOAD, { body })));
      expect(answers.filter(({ status }) => status < 400 || status > 415)).toEqual([]);
    });
  });

  it('an upload that names a field like a part of every object', async () => {
    const { mine, activity } = await setUp();
    const form = formOf(activity.id, [['__proto__', await aPng()]]);
    form.append('constructor', 'x');
    form.append('__proto__', 'x');
    await expectNothingOf(async () => {
      const answer = await mine.call('POST', UPLOAD, { body: form });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ success: false });
    });
    expect(({} as Record<string, unknown>).filepath).toBeUndefined();
  });
});

describe('what is taken is kept re-encoded', () => {
  async function storedImageOf(part: Part): Promise<{ bytes: Buffer; row: Record<string, unknown>; headers: Headers }> {
    const { mine, activity } = await setUp();
    const answer = await mine.call('POST', UPLOAD, { body: formOf(activity.id, [part]) });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    const row = await app.db('images').first();
    const { bytes, headers } = await mine.call('GET', `/api/images/${row.id}`);
    return { bytes, row, headers };
  }

  it('without maker, place or any other metadata, and turned upright', async () => {
    const photo = await aTelephonePhoto();
    expect(Buffer.from(photo).includes('TELEFONO-SECRETO')).toBe(true);
    const { bytes, row } = await storedImageOf(['images[0]', photo, 'IMG_1.jpg', 'image/jpeg']);
    const { exif, orientation, width, height, format } = await sharp(bytes).metadata();
    expect({ exif, orientation, width, height, format }).toEqual({
      exif: undefined,
      orientation: undefined,
      width: 20,
      height: 40,
      format: 'jpeg',
    });
    expect(row).toMatchObject({ mediaType: 'image/jpeg', width: 20, height: 40, sizeBytes: bytes.length });
  });

  it.each([
    ['a page behind a JPEG', async () => joined(await aJpeg(), utf8('<script>alert("polyglot")</script>'))],
    ['a ZIP behind a PNG', async () => joined(await aPng(), utf8('PK\u0003\u0004 polyglot'))],
  ])('%s is gone', async (_, polyglot) => {
    const given = await polyglot();
    expect(Buffer.from(given).includes('polyglot')).toBe(true);
    const { bytes } = await storedImageOf(['images[0]', given]);
    expect(bytes.includes('polyglot')).toBe(false);
  });

  it('by its bytes, with any name and declared type', async () => {
    const { row, headers } = await storedImageOf(['images[0]', await aJpeg(), 'pagina.html', 'text/html']);
    expect(row.mediaType).toBe('image/jpeg');
    expect(headers.get('Content-Type')).toBe('image/jpeg');
  });

  it('no larger than a screen needs', async () => {
    const { row } = await storedImageOf(['images[0]', await aPng(3000, 1500)]);
    expect(row).toMatchObject({ width: 2560, height: 1280 });
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fotos\\uno.png', 'uno.png'],
    [`${'n'.repeat(300)}.png`, 'n'.repeat(120)],
    ['factura\u202Egnp.exe', 'facturagnp.exe'],
    ['año nuevo ☕.png', 'año nuevo ☕.png'],
  ])('under a name of our own: %j is only shown as %j', async (name, displayName) => {
    const { row } = await storedImageOf(['images[0]', await aPng(), name]);
    expect(row.name).toBe(displayName);
    expect(await app.stored()).toEqual([row.id, `${row.id}.thumbnail`].sort());
  });

  it.each(['images[0]', 'images[]', 'images'])('from a field called %s', async (field) => {
    const { row } = await storedImageOf([field, await aPng()]);
    expect(row.position).toBe(0);
  });

  it('in the order of their numbers, up to four', async () => {
    const { mine, activity } = await setUp();
    const png = await aPng();
    const form = formOf(
      activity.id,
      [3, 0, 2, 1].map((n): Part => [`images[${n}]`, png, `${n}.png`]),
    );
    expect((await mine.call('POST', UPLOAD, { body: form })).status).toBe(200);
    const images = await mine.client.listEvidence({ activityId: activity.id });
    expect(images.map(({ name }) => name)).toEqual(['0.png', '1.png', '2.png', '3.png']);
  });
});

describe('the image route', () => {
  async function anImage() {
    const [owner, assignee] = [await given(app.db).person(), await given(app.db).person()];
    const activity = await given(app.db).activity({ owner, assignee, status: 'in_progress' });
    const uploader = await app.as(assignee);
    await uploader.client.addEvidence({ activityId: activity.id, images: [new File([await aPng(800, 400)], 'a.png')] });
    const [image] = await uploader.client.listEvidence({ activityId: activity.id });
    return { owner, assignee, activity, ...(image as NonNullable<typeof image>) };
  }

  it('serves image and thumbnail to owner, responsible and privileged, and to nobody else', async () => {
    const { owner, assignee, url, thumbnailUrl } = await anImage();
    const people = [
      [await app.as(owner), 200],
      [await app.as(assignee), 200],
      [await app.as(await given(app.db).manager()), 200],
      [await app.as(await given(app.db).person()), 404],
      [app.visitor(), 401],
    ] as const;
    for (const [who, status] of people) {
      for (const path of [url, thumbnailUrl]) expect([path, (await who.call('GET', path)).status]).toEqual([path, status]);
    }
  });

  it('answers a stranger as if there were none', async () => {
    const { url } = await anImage();
    const stranger = await app.as(await given(app.db).person());
    const [hidden, missing] = [
      await stranger.call('GET', url),
      await stranger.call('GET', '/api/images/00000000-0000-4000-8000-000000000000'),
    ];
    expect(hidden.body).toEqual({ success: false, code: 'image.unknown', error: 'No se encontró la imagen.' });
    expect(missing.body).toEqual(hidden.body);
    for (const id of ['..%2f..%2fetc%2fpasswd', 'x', '%00', `${url.slice(12)}.thumbnail`]) {
      expect([id, (await stranger.call('GET', `/api/images/${id}`)).status]).toEqual([id, 404]);
    }
  });

  it('sends bytes that no browser runs or shares, to be kept by this person’s browser alone', async () => {
    const { assignee, url, sha256 } = await anImage();
    const { headers, bytes } = await (await app.as(assignee)).call('GET', url);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'");
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
    expect(headers.get('Vary')).toBe('Cookie, Authorization');
    expect(headers.get('Content-Disposition')).toBe('inline; filename="evidencia.png"');
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
    expect(Buffer.from(digest).toString('hex')).toBe(sha256);
  });

  it('has a smaller one for lists', async () => {
    const { assignee, thumbnailUrl } = await anImage();
    const { bytes } = await (await app.as(assignee)).call('GET', thumbnailUrl);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 160 });
  });
});

it('a withdrawn image loses its file everywhere, and its hash and the reason stay in the histories', async () => {
  const { developer, activity, mine } = await setUpWithdrawal();
  const [image] = await mine.client.listEvidence({ activityId: activity.id });
  const stored = await app.db('images').first();
  const other = await given(app.db).ownActivity(await given(app.db).person(), { status: 'verified' });
  await app.db('images').insert({ ...stored, id: '00000000-0000-4000-8000-00000000beef', activityId: other.id, fileId: stored.id });
  expect(await app.stored()).toHaveLength(4);

  await developer.client.withdrawImage({ imageId: '00000000-0000-4000-8000-00000000beef', reason: 'Se ve un rostro' });
  expect(await app.stored()).toHaveLength(2);
  expect((await mine.call('GET', image?.url as string)).status).toBe(404);
  expect(await mine.client.listEvidence({ activityId: activity.id })).toHaveLength(1);
  for (const { id } of [activity, other]) {
    const entry = (await developer.client.listHistory({ activityId: id })).at(-1);
    expect(entry).toMatchObject({ act: 'withdrawImage', note: `Imagen retirada: Se ve un rostro\nSHA-256 ${stored.sha256}` });
  }
  const again = developer.client.withdrawImage({ imageId: stored.id, reason: 'Otra vez' });
  await expect(again).rejects.toMatchObject({ status: 404, code: 'image.unknown' });
});

it('of two withdrawals of one image at once one is done', async () => {
  const { developer, activity, mine } = await setUpWithdrawal();
  const [image] = await mine.client.listEvidence({ activityId: activity.id });
  const withdraw = () => developer.client.withdrawImage({ imageId: image?.id as string, reason: 'Se ve un rostro' });
  const ends = await Promise.allSettled([withdraw(), withdraw(), withdraw()]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await app.db('activityHistory').where({ act: 'withdrawImage' })).toHaveLength(1);
  expect(await app.db('adminHistory').where({ act: 'image.withdraw' })).toHaveLength(1);
});

/** An activity with two images, and a Desarrollador. */
async function setUpWithdrawal() {
  const { activity, mine } = await setUp();
  await mine.client.addEvidence({
    activityId: activity.id,
    images: [new File([await aPng()], 'a.png'), new File([await aJpeg()], 'b.jpg')],
  });
  return { activity, mine, developer: await app.as(await given(app.db).person({ kind: 'Desarrollador' })) };
}

/** A form as bytes with its headers, to be cut short. */
async function wire(form: FormData) {
  const response = new Response(form);
  return { headers: { 'Content-Type': response.headers.get('Content-Type') as string }, body: Buffer.from(await response.arrayBuffer()) };
}
