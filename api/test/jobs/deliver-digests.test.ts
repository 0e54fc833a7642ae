import { setTimeout } from 'node:timers/promises';
import type { NotificationKind } from '@bitacora/core/domain/notifications/notification';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import { requestPasswordReset } from '@bitacora/core/use-cases/account/reset-password';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { type Stage, stage, ZONE } from '../../../core/test/stage.ts';
import { type DeliveryContext, deliverOutbox, startDelivering } from '../../src/jobs/deliver-outbox.ts';
import type { Mail, Mailer } from '../../src/mail/mailer.ts';
import { composeMail } from '../../src/notifications/compose.ts';

const MINUTE = 60_000;
let database: TestDatabase;
let on: Stage;
let core: Core;
let sentMails: string[];

beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
  core = on.core;
});
afterAll(() => database.close());
beforeEach(async () => {
  on.setClock('2026-11-20T15:00:00Z');
  sentMails = [];
  await database.wipe();
});

async function waiting(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { email } = await given(database.db).person();
    await on.anyone(requestPasswordReset, { email });
  }
}
function delivery(send: (mail: Mail) => Promise<void>, reachesPeople = true): DeliveryContext {
  const mailer: Mailer = {
    destination: 'test',
    reachesPeople,
    send: async (mail) => {
      sentMails.push(mail.to);
      await send(mail);
    },
  };
  return { core, mailer, publicUrl: 'https://bitacora.empresa.mx', contactUrl: 'https://empresa.mx', log: pino({ level: 'silent' }) };
}
const minutesPass = (minutes: number) => on.setClock(new Date(on.now().getTime() + minutes * MINUTE));
const pending = async () => Number((await database.db('outbox').whereNull('sentAt').count())[0]?.count);

it('a slow server gets each mail once, also with a second process at work', async () => {
  await waiting(15);
  const other = delivery(async () => {});
  await deliverOutbox(
    delivery(async () => {
      minutesPass(0.1);
      if (sentMails.length === 4) await deliverOutbox(other);
    }),
  );
  expect(sentMails).toHaveLength(15);
  expect(new Set(sentMails).size).toBe(15);
});

it('sends four letters at once, and when it stops leaves the rest to the one that comes next', async () => {
  await waiting(9);
  const { promise: answer, resolve: answerAll } = Promise.withResolvers<void>();
  const delivering = startDelivering(delivery(() => answer));
  await expect.poll(() => sentMails).toHaveLength(4);
  await setTimeout(100);
  const stopped = delivering.stop();
  answerAll();
  await stopped;
  expect(sentMails).toHaveLength(4);
  expect(await pending()).toBe(5);
  await deliverOutbox(delivery(async () => {}));
  expect(await pending()).toBe(0);
});

it('waits no longer for a mail server that says nothing than it was set to', async () => {
  await waiting(1);
  const { promise: answer, resolve: answerAll } = Promise.withResolvers<void>();
  const delivering = startDelivering(
    delivery(() => answer),
    undefined,
    50,
  );
  await expect.poll(() => sentMails).toHaveLength(1);
  await delivering.stop();
  expect(await pending()).toBe(1);
  answerAll();
  await expect.poll(pending).toBe(0);
});

it('does not send what its lease no longer covers: it is due again', async () => {
  await waiting(1);
  let isSlow = true;
  const slow: DeliveryContext['compose'] = async (...args) => {
    if (isSlow) minutesPass(0.6);
    isSlow = false;
    return composeMail(...args);
  };
  const given = { ...delivery(async () => {}), compose: slow };
  expect(await deliverOutbox(given)).toBe(2);
  expect(sentMails).toHaveLength(1);
  expect(await database.db('outbox').first()).toMatchObject({ tries: 2, uncertainTries: 0 });
});

it('sends by email what nobody fetched for a chat', async () => {
  const person = await given(database.db).person();
  await database.db('announcementPreferences').insert({ userId: person.id, kind: 'canceled', byEmail: false, byChat: true });
  const link = { service: 'slack', workspace: 'T', chatUserId: 'U', displayName: 'x', linkedAt: on.now() };
  await database.db('chatLinks').insert({ ...link, userId: person.id });
  const { id: activityId } = await given(database.db).activity({ assignee: person, status: 'canceled' });
  const announcement = { key: 'canceled:1', kind: 'canceled', recipientId: person.id, activityId } as const;
  await repositoriesOn(database.db, ZONE).outbox.add(announcement, on.now());
  minutesPass(9);
  expect(await deliverOutbox(delivery(async () => {}))).toBe(0);
  minutesPass(1);
  expect(await deliverOutbox(delivery(async () => {}))).toBe(1);
  expect(sentMails).toEqual([person.email]);
});

it('does not forget what the mail server said while the database is away', async () => {
  await waiting(1);
  const { promise: away, resolve: isAway } = Promise.withResolvers<void>();
  const leave = async () => {
    await database.db.raw('alter table outbox rename to outbox_away');
    isAway();
  };
  const delivered = deliverOutbox(delivery(leave));
  await away;
  await setTimeout(200);
  await database.db.raw('alter table outbox_away rename to outbox');
  await delivered.catch(() => {});
  expect(await pending()).toBe(0);
});

it('does not forget it because the next letter cannot be taken', async () => {
  await waiting(1);
  const nextInTheWay = async () => {
    await database.db.raw(`create function in_the_way() returns trigger language plpgsql as $$ begin raise exception 'in the way'; end $$;
      create trigger in_the_way before update on outbox for each row when (new.letter is not null and old.letter is null) execute function in_the_way()`);
    await waiting(1);
  };
  await expect(deliverOutbox(delivery(nextInTheWay))).rejects.toThrow('in the way');
  await database.db.raw('drop function in_the_way cascade');
  expect(await pending()).toBe(1);
  expect(await deliverOutbox(delivery(async () => {}))).toBe(1);
  expect(new Set(sentMails).size).toBe(2);
});

it('wakes nobody at night, but for a token; a folder of mails has no night', async () => {
  on.setClock('2026-11-21T04:00:00Z'); // 22:00 in Mexico City
  const person = await given(database.db).person();
  const { id: activityId } = await given(database.db).activity({ assignee: person });
  const add = (key: string, kind: 'assigned' | 'passwordReset') =>
    repositoriesOn(database.db, ZONE).outbox.add({ key, kind, recipientId: person.id, activityId }, on.now());
  await add('assigned:1', 'assigned');
  await waiting(1);
  await deliverOutbox(delivery(async () => {}));
  expect(await database.db('outbox').whereNull('sentAt').select('kind', 'nextTryAt', 'tries')).toEqual([
    { kind: 'assigned', nextTryAt: new Date('2026-11-21T13:00:00Z'), tries: 0 },
  ]);
  on.setClock('2026-11-21T12:59:59Z');
  expect(await deliverOutbox(delivery(async () => {}))).toBe(0);
  on.setClock('2026-11-21T13:00:00Z');
  expect(await deliverOutbox(delivery(async () => {}))).toBe(1);

  on.setClock('2026-11-21T05:00:00Z');
  await add('assigned:2', 'assigned');
  expect(await deliverOutbox(delivery(async () => {}, false))).toBe(1);
});

it('leaves the notifications of a newer build to the newer build', async () => {
  const { id: recipientId } = await given(database.db).person();
  await repositoriesOn(database.db, ZONE).outbox.add({ key: 'unheardOf:1', kind: 'unheardOf' as NotificationKind, recipientId }, on.now());
  expect(await deliverOutbox(delivery(async () => {}))).toBe(0);
  expect(await database.db('outbox').first()).toMatchObject({ tries: 0, sentAt: null, failedAt: null });
});
