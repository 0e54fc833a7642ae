import { setTimeout as pause } from 'node:timers/promises';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import { RETRY_AFTER_MS, type WebhookAct, webhookActs } from '@bitacora/core/domain/admin/webhook';
import type { Person } from '@bitacora/core/domain/people/person';
import { repositoriesOn } from '@bitacora/core/server';
import { resealSecrets } from '@bitacora/core/use-cases/admin/reseal-secrets';
import { claimWebhookDelivery } from '@bitacora/core/use-cases/admin/webhooks';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { given, NOW } from '../../../core/test/factories.ts';
import { SECRET, stage, ZONE } from '../../../core/test/stage.ts';
import { deliverWebhooks, startWebhooks, webhookBody, webhookHeaders } from '../../src/admin/deliver-webhooks.ts';
import { sendWebhook } from '../../src/admin/send-webhook.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { mailJob } from '../mail-job.ts';
import { aPng } from '../pictures.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { type ReceivedWebhook, webhookReceiver } from './receiver.ts';

const log = pino({ level: 'silent' });
const HOUR = 3_600_000;

let app: RunningApp;
let receiver: Awaited<ReturnType<typeof webhookReceiver>>;
let on: ReturnType<typeof stage>;
let developer: Person;
let owner: Person;
let assignee: Person;
let activity: Activity;
let admin: Awaited<ReturnType<RunningApp['as']>>;
beforeAll(async () => {
  [app, receiver] = await Promise.all([runningApp({ rateLimitFactor: 1_000, webhookHosts: ['localhost'] }), webhookReceiver()]);
});
beforeEach(async () => {
  await app.wipe();
  receiver.reset();
  on = stage(app.db);
  const make = given(app.db);
  developer = await make.person({ kind: 'Desarrollador', email: 'ti@demo.mx' });
  [owner, assignee] = [await make.manager({ firstName: 'Olga' }), await make.person({ firstName: 'Ana' })];
  activity = await make.activity({ owner, assignee, status: 'in_progress' });
  admin = await app.as(developer);
});
afterAll(() => Promise.all([app.close(), receiver.close()]));

/** Sets the hour of the process that delivers; people act at the same hour. */
const setClock = (at: Date) => on.setClock(at);
const later = (ms: number) => new Date(NOW.getTime() + ms);
const allActs = [...webhookActs];

/** A webhook at a path of the receiver, and its secret. */
async function registered(path = '/', { acts = allActs, hasComments = false }: { acts?: WebhookAct[]; hasComments?: boolean } = {}) {
  return admin.client.createWebhook({ name: `Receptor ${path}`, url: receiver.url(path), acts, hasComments });
}
const delivery = (patienceMs = 60_000) => ({ core: on.core, log, route: { allowedHosts: ['localhost'], ca: receiver.ca, patienceMs } });
const deliver = () => deliverWebhooks(delivery());
const comment = async (body = 'Va bien', who = assignee) => (await app.as(who)).client.commentActivity({ activityId: activity.id, body });
const rows = () => app.db('webhookDeliveries').orderBy('id');
const row = async () => (await rows())[0];
const deliveries = async (selection: object = {}) => (await admin.client.listWebhookDeliveries(selection)).rows;

/** Reads a message as its receiver does, at the hour of the product. */
function verified({ headers, body }: ReceivedWebhook, secret: string, at = NOW) {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, never>;
  } finally {
    vi.useRealTimers();
  }
}

describe('an event', () => {
  it('is written for each act of a life, once, and says what get_activity says', async () => {
    const { secret } = await registered();
    const [owns, does] = [await app.as(owner), await app.as(assignee)];
    const topic = await given(app.db).topic({ name: 'Planta' });
    await given(app.db).outsider(topic, assignee);
    const activityId = (
      await owns.client.assignActivity({
        topicId: topic.id,
        assigneeId: assignee.id,
        description: 'Revisar válvulas',
        priority: 'normal',
        repeats: null,
        dueOn: '2026-12-01' as never,
      })
    ).id;
    await owns.client.remindActivity({ activityId, message: null });
    await does.client.startActivity({ activityId });
    await does.client.pauseActivity({ activityId, comment: null });
    await does.client.resumeActivity({ activityId, comment: null });
    await does.client.commentActivity({ activityId, body: 'Falta un sello' });
    await does.client.addEvidence({ activityId, images: [new File([await aPng()], 'a.png')] });
    await owns.client.extendDeadline({ activityId, extendedTo: '2026-12-10' as never, reason: 'Llegó tarde' });
    await does.client.completeActivity({ activityId, resolution: 'Listo' });
    await owns.client.validateActivity({ activityId, verdict: 'Rejected', comment: 'Falta foto' });
    await owns.client.cancelActivity({ activityId });

    await deliver();
    const messages = receiver.received.map((one) => verified(one, secret) as never as { type: string; data: Record<string, never> });
    expect(messages.map(({ type }) => type)).toEqual(
      [
        ...['registered', 'reminded', 'started', 'paused', 'resumed', 'commented', 'evidence_added', 'extended', 'completed'],
        ...['rejected', 'canceled'],
      ].map((word) => `activity.${word}`),
    );
    const { body: activityNow } = await owns.call('GET', `/api/get_activity/${activityId}`);
    expect(messages.at(-1)).toEqual({
      type: 'activity.canceled',
      timestamp: NOW.toISOString(),
      version: 1,
      data: {
        folio: activityId,
        history_id: expect.any(Number),
        from_status: 'In progress',
        to_status: 'Canceled',
        actor: { id: owner.id, name: `Olga ${owner.lastName}` },
        acting_for: null,
        client: 'web',
        activity: activityNow,
      },
    });
    expect(await deliver()).toBe(0);
  });

  it('is written for each state of a request for work, once, and says what get_request says', async () => {
    const { secret } = await registered('/', { acts: ['requestOpen', 'requestAccepted', 'requestDeclined'] });
    const [owns, asks] = [await app.as(owner), await app.as(assignee)];
    const topicId = (await given(app.db).topic()).id;
    const ask = async (text: string) => (await asks.client.createRequest({ topicId, text, wantedOn: '2026-12-01' as never })).id;
    const [accepted, declined, withdrawn] = [await ask('Una'), await ask('Otra'), await ask('Ninguna')];
    const promise = { description: 'Una', priority: 'normal', repeats: null, dueOn: '2026-12-01' as never } as const;
    await owns.client.assignActivity({ topicId, assigneeId: assignee.id, ...promise, requestId: accepted });
    await owns.client.declineRequest({ id: declined, reason: 'No' });
    await asks.client.withdrawRequest({ id: withdrawn });
    await deliver();
    const messages = receiver.received.map((one) => verified(one, secret) as never as { type: string; data: { request: { id: number } } });
    expect(messages.map(({ type, data }) => [type, data.request.id])).toEqual([
      ...[accepted, declined, withdrawn].map((id) => ['request.created', id]),
      ['request.accepted', accepted],
      ['request.declined', declined],
    ]);
    expect(messages.at(-1)?.data.request).toEqual((await owns.call('GET', `/api/get_request/${declined}`)).body);
    expect(await deliver()).toBe(0);
  });

  it('carries the text of a comment only where that was chosen', async () => {
    await registered('/sin');
    const { secret } = await registered('/con', { hasComments: true });
    await comment('El sello llegó roto');
    await deliver();
    expect(receiver.at('/sin')[0]?.body).not.toContain('roto');
    expect(verified(receiver.at('/con')[0] as ReceivedWebhook, secret)).toMatchObject({ data: { comment: 'El sello llegó roto' } });
  });

  it('is not written by what is refused or undone, for who did not choose it, nor while the webhook is off', async () => {
    const { id } = await registered('/', { acts: ['comment'] });
    await expect((await app.as(owner)).client.startActivity({ activityId: activity.id })).rejects.toMatchObject({ status: 403 });
    await expect(
      app.db.transaction(async (trx) => {
        await trx('activityHistory').insert({ activityId: activity.id, act: 'comment', channel: 'web', at: NOW, toStatus: 'in_progress' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await (await app.as(assignee)).client.pauseActivity({ activityId: activity.id, comment: null });
    await admin.client.updateWebhook({ id, name: 'Receptor', url: receiver.url('/'), acts: ['comment'], isActive: false });
    await (await app.as(assignee)).client.resumeActivity({ activityId: activity.id, comment: null });
    await comment();
    expect(await rows()).toEqual([]);
  });
});

describe('a delivery', () => {
  it('is tried again at each of its times with the same id and contents, and given up after the last', async () => {
    const { secret } = await registered();
    receiver.answer('/', (response) => response.writeHead(503).end('en\u0000 mantenimiento\n'));
    await comment();
    let at = NOW;
    for (const waitMs of RETRY_AFTER_MS) {
      setClock(at);
      expect(await deliver()).toBe(1);
      at = new Date(at.getTime() + waitMs);
      expect((await deliveries())[0]).toMatchObject({ state: 'waiting', nextTryAt: at, lastStatus: 503, answer: 'en mantenimiento' });
      setClock(new Date(at.getTime() - 1));
      expect(await deliver()).toBe(0);
    }
    setClock(at);
    expect(await deliver()).toBe(1);
    expect((await deliveries())[0]).toMatchObject({ state: 'failed', nextTryAt: null, tries: RETRY_AFTER_MS.length + 1, failedAt: at });
    expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(verified(receiver.received.at(-1) as ReceivedWebhook, secret, at)).toMatchObject({ type: 'activity.commented' });
    setClock(later(100 * HOUR));
    expect(await deliver()).toBe(0);

    receiver.answer('/', 204);
    const id = (await deliveries({ state: 'failed' }))[0]?.id as number;
    expect((await admin.client.resendWebhookDeliveries({ ids: [id] })).count).toBe(1);
    expect(await deliver()).toBe(1);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    expect((await deliveries({ state: 'delivered' }))[0]).toMatchObject({
      id,
      tries: 1,
      lastStatus: 204,
      failure: null,
      messageId: ids[0],
    });
  });

  it('follows no redirect', async () => {
    await registered();
    receiver.answer('/', (response) => response.writeHead(302, { Location: receiver.url('/otra') }).end());
    await comment();
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', failure: 'redirect', answer: receiver.url('/otra') });
  });

  it('ends a try whose answer wants another protocol', async () => {
    await registered();
    receiver.answer(
      '/',
      (response) => void response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
    await comment();
    await deliver();
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', failure: 'status' });
  });

  it('reads a small part of a long answer', async () => {
    await registered();
    receiver.answer('/', (response) => {
      response.writeHead(500).on('error', () => {});
      const more = () => void (response.writable && response.write('x'.repeat(65_536), more));
      more();
    });
    await comment();
    await deliver();
    expect((await deliveries())[0]).toMatchObject({ failure: 'status', answer: 'x'.repeat(300) });
  });

  it('that a receiver never answers ends, and delays no other receiver', async () => {
    await registered('/lento');
    await registered('/otro');
    receiver.answer('/lento', 'never');
    await Promise.all([comment('uno'), comment('dos')]);
    const job = startWebhooks(delivery());
    await expect.poll(() => receiver.at('/otro').length).toBe(2);
    expect(receiver.at('/lento')).toHaveLength(1);
    receiver.reset();
    await job.stop();

    await app.db('webhookDeliveries').delete();
    receiver.answer('/lento', 'never');
    await comment('tres');
    await deliverWebhooks(delivery(500));
    expect((await deliveries({ state: 'waiting' }))[0]).toMatchObject({ failure: 'timeout', lastStatus: null });
  });

  it('leaves once, however many processes deliver', async () => {
    await registered();
    for (let number = 0; number < 12; number += 1) await comment(`Comentario ${number}`);
    const counts = await Promise.all([deliver(), deliver(), deliver()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
    expect(receiver.received).toHaveLength(12);
  });

  it('that a killed process sent and did not mark is sent again under its id, and that process marks nothing later', async () => {
    const { id: webhookId } = await registered();
    await comment();
    const input = { webhookId, leaseMs: 60_000 };
    const claim = async () =>
      (await on.core.perform({ useCase: claimWebhookDelivery, actor: null, channel: 'system', effect: 'writes', input })).result;
    const dead = await claim();
    if (!dead) throw new Error('nothing to claim');
    const body = await webhookBody(on.core, dead);
    const { webhookDeliveries } = repositoriesOn(app.db, ZONE);
    await webhookDeliveries.keepBody(dead, body);
    const headers = webhookHeaders(dead.secrets, { id: `msg_${dead.messageId}`, at: NOW, body });
    await sendWebhook({ url: dead.url, headers, body }, delivery().route);

    setClock(later(59_000));
    expect(await deliver()).toBe(0);
    await (await app.as(assignee)).client.pauseActivity({ activityId: activity.id, comment: null });
    setClock(later(60_000));
    receiver.answer('/', 500);
    expect(await deliver()).toBe(2);
    const [first, second] = receiver.received.filter(({ headers: { 'webhook-id': id } }) => id === `msg_${dead.messageId}`);
    expect(second?.body).toBe(first?.body);
    await webhookDeliveries.markDelivered(dead, 204, NOW);
    expect(await webhookDeliveries.keepBody(dead, 'other contents')).toBe(false);
    expect((await rows())[0]?.body).toBe(body);
    expect(await row()).toMatchObject({ tries: 2, deliveredAt: null });
  });

  it('goes to no private address that the settings do not allow, also where a name leads there', async () => {
    await registered();
    await comment();
    const route = { ...delivery().route, allowedHosts: [] };
    await deliverWebhooks({ ...delivery(), route });
    expect(receiver.received).toEqual([]);
    expect((await deliveries())[0]).toMatchObject({ failure: 'private', lastStatus: null, answer: null });
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/'])
      expect(await sendWebhook({ url, headers: {}, body: '' }, route)).toMatchObject({ failure: 'private' });
  });

  it('demands a certificate that holds', async () => {
    await registered();
    await comment();
    await deliverWebhooks({ ...delivery(), route: { allowedHosts: ['localhost'] } });
    expect(receiver.received).toEqual([]);
    expect((await deliveries())[0]).toMatchObject({ failure: 'connection', answer: expect.stringContaining('certificate') });
  });
});

describe('a receiver that wants nothing more', () => {
  const disabled = () => admin.client.listWebhooks().then(([webhook]) => webhook);
  const historyRows = () => app.db('adminHistory').where({ act: 'webhook.disable' }).select('subject', 'after', 'actorId', 'channel');

  it('answers 410: its webhook is disabled, and those who look after the server get a mail', async () => {
    await registered();
    receiver.answer('/', 410);
    await comment();
    await deliver();
    expect(await disabled()).toMatchObject({ isActive: false, disablingReason: 'gone', disabledAt: NOW, failed: 1 });
    expect(await historyRows()).toEqual([{ subject: 'Receptor /', after: { reason: 'gone' }, actorId: null, channel: 'system' }]);
    const { mails, deliver: deliverMails } = mailJob(on.core);
    await deliverMails();
    expect(mails).toMatchObject([{ to: developer.email, subject: 'Se desactivó el webhook «Receptor /»' }]);
    await comment();
    expect(await rows()).toHaveLength(1);
    await expect(admin.client.resendWebhookDeliveries({ failedOf: (await disabled())?.id })).rejects.toMatchObject({ status: 409 });
  });

  it('fails for five days without one success: the same; one success begins anew', async () => {
    const { id } = await registered();
    const fail = async (at: Date, status: number) => {
      setClock(at);
      receiver.answer('/', status);
      await app.db('webhookDeliveries').delete();
      await comment();
      await deliver();
    };
    await fail(NOW, 500);
    await fail(later(119 * HOUR), 204);
    await fail(later(119 * HOUR), 500);
    await fail(later(121 * HOUR), 500);
    await admin.client.updateWebhook({ id, isActive: true });
    expect(await disabled()).toMatchObject({ isActive: true, failingSince: later(119 * HOUR) });
    await fail(later(239 * HOUR), 500);
    expect(await disabled()).toMatchObject({ isActive: false, disablingReason: 'failing' });
    expect(await historyRows()).toHaveLength(1);

    const choice = { id, name: 'Receptor', url: receiver.url('/'), acts: allActs };
    await admin.client.updateWebhook({ ...choice, isActive: true });
    expect(await disabled()).toMatchObject({ isActive: true, disablingReason: null, failingSince: null });
    receiver.answer('/', 204);
    setClock(later(240 * HOUR));
    expect(await deliver()).toBe(1);
  });
});

describe('a secret', () => {
  it('signs beside the earlier one for a day', async () => {
    const { id, secret: earlier } = await registered();
    const { secret } = await admin.client.rotateWebhookSecret({ id });
    await comment();
    await deliver();
    const [message] = receiver.received as [ReceivedWebhook];
    expect(String(message.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const one of [secret, earlier]) expect(verified(message, one)).toMatchObject({ type: 'activity.commented' });
    setClock(later(24 * HOUR));
    await comment();
    await deliver();
    const last = receiver.received.at(-1) as ReceivedWebhook;
    expect(verified(last, secret, later(24 * HOUR))).toMatchObject({ type: 'activity.commented' });
    expect(() => verified(last, earlier, later(24 * HOUR))).toThrow('No matching signature');
  });

  it('is sealed, is answered once, and outlives a change of SESSION_SECRET', async () => {
    const { secret } = await registered();
    expect(JSON.stringify([await app.db('webhooks'), await admin.client.listWebhooks()])).not.toContain(secret.slice(6));
    const newer = 'another secret that only tests know, of more than 32';
    const under = (choices: object) => {
      on = stage(app.db, choices);
      on.setClock(NOW);
    };
    await comment();
    under({ secret: newer });
    expect(await deliver()).toBe(1);
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', failure: 'unsigned', tries: 0, nextTryAt: later(60_000) });
    expect(receiver.received).toEqual([]);
    under({ secret: newer, previousSecret: SECRET });
    await on.core.perform({ useCase: resealSecrets, actor: null, channel: 'system', input: {}, effect: 'writes' });
    under({ secret: newer });
    on.setClock(later(60_000));
    expect(await deliver()).toBe(1);
    expect(verified(receiver.received[0] as ReceivedWebhook, secret)).toMatchObject({ type: 'activity.commented' });
  });
});

describe('the calls', () => {
  const good = { name: 'ERP', url: 'https://erp.example.mx/eventos?de=bitacora', acts: allActs };
  it.each([
    ['http://erp.example.mx/', 'https://'],
    ['https://ana:clave@erp.example.mx/', 'contraseña'],
    ['https://10.0.0.8/', 'WEBHOOK_ALLOWED_HOSTS'],
    ['https://169.254.169.254/latest', 'WEBHOOK_ALLOWED_HOSTS'],
    ['https://[::1]/', 'WEBHOOK_ALLOWED_HOSTS'],
    ['https://[fd00::8]/', 'WEBHOOK_ALLOWED_HOSTS'],
    ['https://0x7f.1/', 'WEBHOOK_ALLOWED_HOSTS'],
    [`https://erp.example.mx/${'x'.repeat(1_978)}`, '2000 caracteres'],
    ['erp.example.mx', 'https://'],
  ])('refuse the address %s', async (url, words) => {
    const { body, status } = await admin.call('POST', '/api/create_webhook', { body: { name: 'ERP', url, events: ['activity.started'] } });
    expect([status, (body as { fields: Record<string, string> }).fields.url]).toEqual([400, expect.stringContaining(words)]);
    expect(await app.db('webhooks')).toEqual([]);
  });

  it('keep an address of 2,000 letters, at most twenty webhooks, and test one', async () => {
    await admin.client.createWebhook({ ...good, url: `https://erp.example.mx/${'x'.repeat(1_977)}` });
    for (let number = 1; number < 20; number += 1) await admin.client.createWebhook({ ...good, name: `ERP ${number}` });
    await expect(admin.client.createWebhook(good)).rejects.toMatchObject({ status: 409, code: 'webhook.tooMany' });
    await admin.client.removeWebhook({ id: (await admin.client.listWebhooks())[0]?.id as number });
    const { id: testedId, secret } = await registered();
    await admin.client.testWebhook({ id: testedId });
    await deliver();
    expect(verified(receiver.received[0] as ReceivedWebhook, secret)).toEqual({
      type: 'webhook.test',
      timestamp: NOW.toISOString(),
      version: 1,
      data: {},
    });
  });

  it('forget what is older than thirty days, and the deliveries of a webhook that is gone', async () => {
    const { id } = await registered();
    await comment();
    await deliver();
    const ofRemoved = { act: 'test', happenedAt: later(30 * 24 * HOUR), nextTryAt: NOW };
    await app.db('webhookDeliveries').insert([1, 1, 2].map((more) => ({ ...ofRemoved, webhookId: id + more })));
    const store = { claims: { all: async () => [] } } as never;
    setClock(later(30 * 24 * HOUR));
    await cleanUp(on.core, store, log).catch(() => {});
    expect(await rows()).toMatchObject([{ webhookId: id }]);
    setClock(later(30 * 24 * HOUR + 1));
    await cleanUp(on.core, store, log).catch(() => {});
    expect(await rows()).toEqual([]);
  });

  it('change what an edit names alone, and name what is not sent again', async () => {
    const { id } = await admin.client.createWebhook({ ...good, acts: ['start'], hasComments: true });
    await admin.client.updateWebhook({ id, name: 'Planta' });
    await admin.client.updateWebhook({ id, acts: ['comment'] });
    const [webhook] = await admin.client.listWebhooks();
    expect(webhook).toMatchObject({ name: 'Planta', url: good.url, acts: ['comment'], hasComments: true, isActive: true });
    const refused = await admin.call('POST', '/api/update_webhook', { body: { id, events: [] } });
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ fields: { events: expect.any(String) } })]);

    const { id: ofOther } = await registered();
    const [{ id: first }, { id: second }] = [await admin.client.testWebhook({ id }), await admin.client.testWebhook({ id: ofOther })];
    await admin.client.updateWebhook({ id, isActive: false });
    expect(await admin.client.resendWebhookDeliveries({ ids: [first, second, 999, 999] })).toMatchObject({
      count: 1,
      leftOut: [first, 999],
    });
    expect((await deliveries()).map(({ isWebhookActive }) => isWebhookActive)).toEqual([true, false]);
  });

  it('count a delivery as late from when it became due, not from when its act happened', async () => {
    const { id } = await registered();
    const lateSince = () =>
      repositoriesOn(app.db, ZONE)
        .webhookDeliveries.figures()
        .then((figures) => figures.lateSince);
    const act = { webhookId: id, act: 'test', happenedAt: later(-9 * 24 * HOUR) };
    const [delivery] = await app
      .db('webhookDeliveries')
      .insert({ ...act, tries: 8, failedAt: NOW, failure: 'status' })
      .returning('id');
    expect(await lateSince()).toBeNull();
    await admin.client.resendWebhookDeliveries({ ids: [Number(delivery.id)] });
    expect(await lateSince()).toEqual(NOW);
    await app.db('webhookDeliveries').delete();
    await app.db('webhookDeliveries').insert({ ...act, nextTryAt: act.happenedAt });
    expect(await lateSince()).toEqual(act.happenedAt);
    await admin.client.updateWebhook({ id, isActive: false });
    expect(await lateSince()).toBeNull();
    await admin.client.updateWebhook({ id, isActive: true });
    expect(await lateSince()).toEqual(NOW);
  });

  it('show what waits and what was given up in the state of the server and in the metrics', async () => {
    await registered();
    receiver.answer('/', 500);
    await comment();
    await deliver();
    await pause(0);
    const status = await admin.client.readStatus();
    expect(status).toMatchObject({ webhooksWaiting: 1, webhookLateSince: NOW, webhooksFailed: 0, webhooksDisabled: 0 });
    let statements = 0;
    const count = ({ sql }: { sql: string }) => {
      if (sql.includes('as "lateSince"') && sql.includes('webhook_deliveries')) statements += 1;
    };
    app.db.on('query', count);
    const metrics = await (await fetch(`${app.origin}/metrics`)).text();
    app.db.off('query', count);
    expect(statements).toBe(1);
    expect(metrics).toMatch(/^bitacora_webhook_waiting 1$/m);
    expect(metrics).toMatch(/^bitacora_webhook_failed 0$/m);
    expect(metrics).toMatch(/^bitacora_webhook_oldest_seconds \d/m);
  });
});
