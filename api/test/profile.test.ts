import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import type { Browser } from './browser.ts';
import { aJpeg, aPng, aTelephonePhoto } from './pictures.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1 });
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

describe('alias and phone', () => {
  it('a field that the call does not carry stays; null and blank remove it', async () => {
    const ana = await given(app.db).person({ alias: 'Anita', phone: '55 1234' });
    const mine = await app.as(ana);
    const stored = async () => app.db('users').where({ id: ana.id }).first('alias', 'phone');
    expect((await mine.call('POST', '/api/update_profile', { body: { alias: 'Ani' } })).status).toBe(200);
    expect(await stored()).toEqual({ alias: 'Ani', phone: '55 1234' });
    expect((await mine.call('POST', '/api/update_profile', { body: {} })).status).toBe(200);
    expect(await stored()).toEqual({ alias: 'Ani', phone: '55 1234' });
    expect((await mine.call('POST', '/api/update_profile', { body: { alias: ' ', phone: null } })).status).toBe(200);
    expect(await stored()).toEqual({ alias: null, phone: null });
  });

  it('an edit by an administrator that carries neither leaves both, and the version still counts', async () => {
    const boss = await given(app.db).manager();
    const ana = await given(app.db).person({ alias: 'Anita', phone: '55 1234' });
    const adminCalls = await app.as(boss);
    const account = (await adminCalls.client.listUsers()).find(({ id }) => id === ana.id);
    const { alias: _, phone: __, isActive: ___, hasPassword: ____, version, ...rest } = account as NonNullable<typeof account>;
    await adminCalls.client.updateUser({ ...rest, kind: 'Usuario', firstName: 'Ana\r\nLuz\u202e', seen: version });
    expect(await app.db('users').where({ id: ana.id }).first('alias', 'phone', 'firstName')).toEqual({
      alias: 'Anita',
      phone: '55 1234',
      firstName: 'Ana Luz',
    });
  });
});

describe('changing the password', () => {
  const change = { currentPassword: PASSWORD, password: 'Nueva_clave9', confirmation: 'Nueva_clave9' };
  const wrong = { ...change, currentPassword: 'otra clave' };
  const whoIs = async (browser: Browser) => (await browser.client.readSession()).user?.id ?? null;

  it('keeps this session, ends the others, and lets the new password in', async () => {
    const ana = await given(app.db).person();
    const [here, there] = [await app.as(ana), await app.as(ana)];
    expect(await here.client.changePassword(change)).toEqual({ success: true });
    expect([await whoIs(here), await whoIs(there)]).toEqual([ana.id, null]);
    const visitor = app.visitor();
    await expect(visitor.client.logIn({ email: ana.email, password: PASSWORD })).rejects.toMatchObject({ status: 401 });
    await visitor.client.logIn({ email: ana.email, password: change.password });
    expect(await whoIs(visitor)).toBe(ana.id);
  });

  it('names the field of a wrong current password, in the words of the form', async () => {
    const here = await app.as(await given(app.db).person());
    const body = { currentPassword: 'otra clave', password: change.password, confirmPassword: change.password };
    expect(await here.call('POST', '/api/update_password', { body })).toMatchObject({
      status: 400,
      body: {
        success: false,
        error: 'La contraseña actual no es correcta.',
        fields: { currentPassword: 'La contraseña actual no es correcta.' },
      },
    });
    const differing = await here.call('POST', '/api/update_password', { body: { ...body, confirmPassword: 'x' } });
    expect(differing.body).toMatchObject({ fields: { confirmPassword: 'Las contraseñas no coinciden' } });
    await expect(here.client.changePassword(wrong)).rejects.toMatchObject({ fields: { currentPassword: expect.any(String) } });
  });

  it('counts failures only: the sixth within a quarter of an hour waits, even with the right password', async () => {
    const here = await app.as(await given(app.db).person());
    for (let n = 0; n < 5; n++) await expect(here.client.changePassword(wrong)).rejects.toMatchObject({ status: 400 });
    await expect(here.client.changePassword(change)).rejects.toMatchObject({ status: 429 });
  });

  it('repeated with its Idempotency-Key is answered again and happens once; no hash of the passwords is kept', async () => {
    const ana = await given(app.db).person();
    const fingerprints: string[] = [];
    for (const password of ['Nueva_clave9', 'Otra-clave 8']) {
      const here = await app.as(ana);
      here.extra['Idempotency-Key'] = password;
      const passwordChange = { currentPassword: fingerprints.length ? 'Nueva_clave9' : PASSWORD, password, confirmation: password };
      expect(await here.client.changePassword(passwordChange)).toEqual({ success: true });
      const stored = await everythingIn(app.db);
      expect(await here.client.changePassword(passwordChange)).toEqual({ success: true });
      expect(await everythingIn(app.db)).toEqual(stored);
      fingerprints.push((await app.db('answeredRequests').where({ key: password }).first()).fingerprint);
    }
    expect(fingerprints[0]).toBe(fingerprints[1]);
  });
});

describe('the photo', () => {
  const upload = (who: Browser, bytes: Uint8Array<ArrayBuffer>, field = 'image') => {
    const form = new FormData();
    form.append(field, new Blob([bytes]), 'yo.png');
    return who.call('POST', '/api/update_profile_image', { body: form });
  };

  it('is kept within 512 pixels, without metadata, and shown to anybody with an account', async () => {
    const ana = await given(app.db).person({ employeeNumber: 'A 7/é' });
    const mine = await app.as(ana);
    const { url } = await mine.client.changePhoto({ image: [new Blob([await aJpeg(1500, 900)])] });
    const other = await app.as(await given(app.db).person());
    const reply = await other.call('GET', url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe('image/jpeg');
    expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(reply.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(await sharp(reply.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 307 });
    await upload(mine, await aTelephonePhoto());
    const telephone = (await other.call('GET', url)).bytes;
    expect(telephone.includes('TELEFONO-SECRETO')).toBe(false);
    expect((await sharp(telephone).metadata()).exif).toBeUndefined();
  });

  it('has its address in the session of the person who has one', async () => {
    const mine = await app.as(await given(app.db).person({ employeeNumber: 'A 8/é' }));
    expect(await mine.client.readSession()).toMatchObject({ user: { photoUrl: null } });
    const { url } = await mine.client.changePhoto({ image: [new Blob([await aPng(30, 30)])] });
    expect(await mine.client.readSession()).toMatchObject({ user: { photoUrl: url } });
  });

  it('is asked about each time, and answered with nothing new while it is the same', async () => {
    const ana = await given(app.db).person();
    const mine = await app.as(ana);
    await upload(mine, await aPng(30, 30));
    const path = `/api/profile_image/${ana.employeeNumber}`;
    const first = await mine.call('GET', path);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    // fetch would add its own no-cache, which asks for the bytes even when the cache holds them.
    const headers = { 'If-None-Match': first.headers.get('ETag') as string, 'Cache-Control': 'max-age=0' };
    expect(await mine.call('GET', path, { headers })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
    await upload(mine, await aPng(31, 31));
    expect((await mine.call('GET', path, { headers })).status).toBe(200);
  });

  it('leaves only the newest one’s files', async () => {
    const mine = await app.as(await given(app.db).person());
    const before = await app.stored();
    for (const side of [20, 21, 22]) expect((await upload(mine, await aPng(side, side))).status).toBe(200);
    const left = (await app.stored()).filter((name) => !before.includes(name));
    const { imageId } = await app.db('profilePhotos').first();
    expect(left).toEqual([imageId, `${imageId}.thumbnail`]);
    expect(await app.scratched()).toEqual([]);
  });

  it('taken away leaves no file, also twice at once; somebody else’s stays', async () => {
    const [mine, other] = [await app.as(await given(app.db).person()), await app.as(await given(app.db).person())];
    const before = await app.stored();
    await upload(other, await aPng(30, 30));
    const storedNames = await app.stored();
    await upload(mine, await aPng(31, 31));
    const take = () => mine.client.removePhoto();
    expect(await Promise.all([take(), take()])).toEqual([{ success: true }, { success: true }]);
    expect(await mine.client.readSession()).toMatchObject({ user: { photoUrl: null } });
    expect(await other.client.readSession()).toMatchObject({ user: { photoUrl: expect.any(String) } });
    expect(await app.stored()).toEqual(storedNames);
    expect(storedNames).toHaveLength(before.length + 2);
    await upload(mine, await aPng(32, 32));
    expect(await mine.client.readSession()).toMatchObject({ user: { photoUrl: expect.any(String) } });
  });

  it('that is none is refused, and nothing of it stays', async () => {
    const mine = await app.as(await given(app.db).person());
    const [rows, files] = [await everythingIn(app.db), await app.stored()];
    const missing = {
      success: false,
      error: 'Por favor selecciona una imagen válida',
      fields: { image: 'Por favor selecciona una imagen válida' },
    };
    expect(await mine.call('POST', '/api/update_profile_image', { body: new FormData() })).toMatchObject({ status: 400, body: missing });
    expect(await mine.call('POST', '/api/update_profile_image', { body: {} })).toMatchObject({ status: 400, body: missing });
    expect((await upload(mine, await aPng(), 'images[0]')).status).toBe(400);
    expect((await upload(mine, new TextEncoder().encode('<svg/>') as Uint8Array<ArrayBuffer>)).status).toBe(415);
    expect((await upload(mine, new Uint8Array(5_000_001))).status).toBe(413);
    const two = new FormData();
    for (const side of [8, 9]) two.append('image', new Blob([await aPng(side, side)]), 'yo.png');
    expect(await mine.call('POST', '/api/update_profile_image', { body: two })).toMatchObject({ status: 400 });
    expect([await everythingIn(app.db), await app.stored()]).toEqual([rows, files]);
  });

  it('is a 404 where there is none, and a 401 to a stranger', async () => {
    const ana = await given(app.db).person();
    const mine = await app.as(ana);
    for (const number of [ana.employeeNumber, 'nadie', '%00', '..%2f..%2fetc']) {
      expect(await mine.call('GET', `/api/profile_image/${number}`)).toMatchObject({ status: 404, body: { code: 'image.unknown' } });
    }
    await upload(mine, await aPng());
    expect((await app.visitor().call('GET', `/api/profile_image/${ana.employeeNumber}`)).status).toBe(401);
  });
});
