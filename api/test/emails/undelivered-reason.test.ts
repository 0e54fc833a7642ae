import net, { type AddressInfo } from 'node:net';
import { mailServerTexts } from '@bitacora/core/messages/admin/server-status';
import { repositoriesOn } from '@bitacora/core/server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given } from '../../../core/test/factories.ts';
import { stage } from '../../../core/test/stage.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { smtpMailer } from '../../src/mail/mailer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.wipe();
});
afterAll(() => database.close());

it('a mail that a server without TLS never got is listed as failed with that reason', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (line) => socket.write(/^EHLO/i.test(String(line)) ? '250 mail\r\n' : '502 not here\r\n'));
    socket.write('220 mail\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const on = stage(database.db);
  on.setClock(new Date('2026-11-20T16:00:00Z')); // ten o'clock in Mexico City
  const { id: recipientId } = await given(database.db).person();
  const facts = { service: 'slack', displayName: 'Ana', linkedAt: on.now() };
  const times = { createdAt: on.now(), nextTryAt: on.now(), expiresAt: new Date('2026-11-27T16:00:00Z') };
  await database.db('outbox').insert({ key: 'linked', kind: 'chatLinked', recipientId, facts, ...times });
  const mailer = smtpMailer(`smtp://0.0.0.0:${(server.address() as AddressInfo).port}`, 'bitacora@empresa.mx', { sendMs: 8_000 });
  await deliverOutbox({ core: on.core, mailer, publicUrl: 'https://empresa.mx', log: pino({ level: 'silent' }) });
  expect(await database.db('outbox').first('failedAt', 'lastError')).toEqual({ failedAt: null, lastError: mailServerTexts.noTls });
  const { failedDigests, outbox } = repositoriesOn(database.db, 'America/Mexico_City');
  await outbox.giveUpOld(new Date('2026-11-28T16:00:00Z'));
  expect(await failedDigests.list(10)).toMatchObject([{ failure: 'expired', detail: mailServerTexts.noTls }]);
  server.close();
});
