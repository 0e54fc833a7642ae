import { createBotClient } from '@bitacora/core/client/create-client';
import type { Person } from '@bitacora/core/domain/people/person';
import { declineRequest } from '@bitacora/core/use-cases/activities/work-requests';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day, given, NOW } from '../../core/test/factories.ts';
import { alwaysOpen, stage } from '../../core/test/stage.ts';
import { deliverOutbox } from '../src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../src/mail/mailer.ts';
import { deliverPushes } from '../src/notifications/deliver-push.ts';
import { browser } from './browser.ts';
import { mailSink } from './emails/sink.ts';
import { aPng } from './pictures.ts';
import { pushService } from './push/push-service-double.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const BOT = 'the service token of the tests, long enough';
const log = pino({ level: 'silent' });
const publicUrl = 'https://bitacora.demo.mx';

let app: RunningApp;
let on: ReturnType<typeof stage>;
let requester: Person;
let boss: Person;
let worker: Person;
let topicId: number;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: BOT });
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
  on = stage(app.db, { workTime: alwaysOpen });
  const make = given(app.db);
  requester = await make.person({ firstName: 'Rosa', lastName: 'Ruiz' });
  worker = await make.person();
  boss = await make.manager({ firstName: 'Gloria', lastName: 'Gómez' });
  topicId = (await make.topic({ name: 'Servicios' })).id;
});
afterAll(() => app.close());

const clientOf = async (person: Person) => (await app.as(person)).client;
const photo = async (name = 'fuga.png') => new File([await aPng()], name);
const ask = async (text = 'Reparar la fuga', images: File[] = []) =>
  (await (await clientOf(requester)).createRequest({ topicId, text, wantedOn: day('2026-12-04'), images })).id;
const accept = async (requestId: number, images: File[] = []) =>
  (await clientOf(boss)).assignActivity({
    ...{ topicId, assigneeId: worker.id, description: 'Reparar la fuga', priority: 'normal', dueOn: day('2026-12-04') },
    ...{ repeats: null, requestId, images },
  });

async function mails() {
  const sink = await mailSink();
  const mailer = smtpMailer(sink.url, 'Bitácora <bitacora@empresa.mx>');
  await deliverOutbox({ core: on.core, log, mailer, publicUrl });
  await sink.close();
  return Promise.all(sink.received.map(({ raw }) => PostalMime.parse(raw)));
}

describe('by the API', () => {
  it('goes from the photo of who asks to the verdict that they read', async () => {
    const id = await ask('Reparar la fuga', [await photo(), await photo('plano.png')]);
    const client = await clientOf(requester);
    expect(await (await clientOf(boss)).listRequests({ view: 'toAnswer', limit: 0 })).toMatchObject({ toAnswer: 1, requests: [] });
    const [image] = (await client.readRequest({ id })).images;
    const page = await app.as(requester);
    expect((await page.call('GET', image?.url ?? '')).status).toBe(200);
    expect((await page.call('GET', image?.thumbnailUrl ?? '')).status).toBe(200);
    expect((await (await app.as(worker)).call('GET', image?.url ?? '')).status).toBe(404);

    app.setClock(new Date(NOW.getTime() + 60_000));
    const { id: activityId } = await accept(id, [await photo('antes.png')]);
    expect((await client.listEvidence({ activityId })).map(({ name }) => name)).toEqual(['fuga.png', 'plano.png', 'antes.png']);
    expect((await (await app.as(worker)).call('GET', image?.url ?? '')).status).toBe(200);
    expect(await client.readActivity({ activityId })).toMatchObject({ requesterId: requester.id, requesterName: 'Rosa Ruiz' });
    await expect(accept(id)).rejects.toMatchObject({ status: 409, code: 'request.closed', message: 'La solicitud ya está aceptada.' });
    await expect(client.commentActivity({ activityId, body: 'Urge' })).rejects.toMatchObject({ status: 403 });
    expect(await client.listMyPending()).toEqual([]);
    expect((await client.searchActivities({ text: 'fuga' })).hits).toEqual([]);
  });

  it('takes four images at most, and of a refused one nothing stays', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => photo()));
    await expect(ask('Algo', five)).rejects.toMatchObject({ status: 400 });
    await expect(ask('Algo', [new File(['no picture'], 'a.png')])).rejects.toMatchObject({ status: 415 });
    await expect(ask('x'.repeat(2_001))).rejects.toMatchObject({ fields: { text: expect.any(String) } });
    await expect(ask(' \u200b ')).rejects.toMatchObject({ fields: { text: expect.any(String) } });
    expect([await app.db('workRequests'), await app.db('images')]).toEqual([[], []]);
  });
});

describe('its notifications', () => {
  it('are one mail of their own, with what somebody wrote as text', async () => {
    await ask('<b>Reparar</b> la fuga & más');
    await ask('Pintar la entrada');
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.to?.[0]?.address).toBe(boss.email);
    expect(mail?.subject).toBe('Rosa Ruiz pide trabajo: <b>Reparar</b> la fuga & más y 1 más');
    expect(mail?.html).toContain('&lt;b&gt;Reparar&lt;/b&gt; la fuga &amp; más');
    expect(mail?.text).toContain('https://bitacora.demo.mx/Requests');
    expect(mail?.headers.some(({ key }) => key === 'list-unsubscribe')).toBe(true);
  });

  it('leave out what was answered before the mail left, and tell the answer', async () => {
    const id = await ask();
    await on.act(declineRequest, boss, { id, reason: 'Se cambia en enero' });
    const [mail, ...others] = await mails();
    expect([others, mail?.to?.[0]?.address, mail?.subject]).toEqual([
      [],
      requester.email,
      'Gloria Gómez rechazó tu solicitud: Reparar la fuga',
    ]);
    expect(mail?.text).toContain('Se cambia en enero');
    expect(await app.db('outbox').whereNull('sentAt')).toEqual([]);
  });

  it('link who asked to what came of it', async () => {
    const { id: activityId } = await accept(await ask());
    const mail = (await mails()).find(({ to }) => to?.[0]?.address === requester.email);
    expect(mail?.subject).toBe('Gloria Gómez aceptó tu solicitud: Reparar la fuga');
    expect(mail?.html).toContain(`${publicUrl}/Consult_Activitie_Assigned/${activityId}`);
  });

  it('come by chat and push to who wants them there', async () => {
    const chat = { service: 'slack', workspace: 'T1', chatUserId: 'U1', conversation: 'D1', displayName: 'chat', linkedAt: NOW };
    await app.db('chatLinks').insert({ ...chat, userId: boss.id });
    const wants = { userId: boss.id, kind: 'requestReceived', byEmail: false, byChat: true, byPush: true };
    await app.db('announcementPreferences').insert(wants);
    const service = await pushService();
    await (await clientOf(boss)).subscribePush(service.browser());
    const id = await ask();

    await deliverPushes({ core: on.core, publicUrl, log, route: { demandHost: () => {}, ca: service.ca, patienceMs: 60_000 } });
    expect(service.received).toHaveLength(1);
    await service.close();
    const bot = createBotClient(({ method, path, body }) =>
      browser(app.origin).call(method, path, { body, csrf: false, headers: { Authorization: `Bearer ${BOT}` } }),
    );
    const { work } = await bot.claimWork({ services: ['slack'] });
    expect(work?.task).toMatchObject({
      kind: 'notifyRequests',
      requests: [{ kind: 'requestReceived', request: { id, text: 'Reparar la fuga' } }],
    });
    await bot.acknowledgeWork({ claim: work?.claim ?? '', outcome: 'done', error: null });
    expect(await mails()).toEqual([]);
    expect(await app.db('outbox').whereNull('sentAt')).toEqual([]);
  });
});
