import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isSummaryKind } from '@bitacora/core/domain/notifications/notification';
import { connect, type Database } from '@bitacora/core/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SlackDouble, startSlackDouble } from '../../../../../../bot/test/doubles/slack/slack-double.ts';
import { installation } from '../../../../../../bot/test/doubles/slack/workspace.ts';
import { PASSWORD } from '../../../../../../core/test/factories.ts';
import { browser } from '../../../../browser.ts';
import { cookie, watching } from '../../../../live/watching.ts';
import { type OutsidePostgres, outsidePostgres } from '../../../outside-postgres.ts';
import { launch, type Product, root, until, untilReady } from '../../../product.ts';
import { crew } from '../../crashes/clients.ts';
import { compare } from '../../crashes/compare.ts';
import { pgbouncer, SERVER_CONNECTIONS, startPooler } from './pooler.ts';

const LOAD_MS = 120_000;
const BOT_TOKEN = 'what the bot and the API of one company share';
/** A zone in which it is noon: letters wait for the morning otherwise. */
const hours = 12 - new Date().getUTCHours();
const BUSINESS_TZ = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;

let postgres: OutsidePostgres;
let pooler: Awaited<ReturnType<typeof startPooler>>;
let pooled: Database;
let slack: SlackDouble;
let bot: ChildProcess;
let products: Product[];
const folderOf = (name: string) => path.join(postgres.folder, name);

describe.runIf(pgbouncer)('through PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    postgres = await outsidePostgres();
    pooler = await startPooler(postgres.url, postgres.folder);
    pooled = connect(pooler.url, { isPrepared: false });
    slack = await startSlackDouble();
    const settings = {
      ...postgres.settings,
      DATABASE_URL: `${pooler.url}?application_name=pooled`,
      DATABASE_DIRECT_URL: postgres.url,
      BUSINESS_TZ,
      BOT_TOKEN,
    };
    const reminderSettings = { SCHEDULER: 'on', REMINDER_CRON: '* * * * *' };
    const start = async (name: string) => {
      const product = await launch(folderOf(name), { ...settings, ...reminderSettings });
      await untilReady(product);
      return product;
    };
    products = [await start('one'), await start('two')];
    const { botToken, signingSecret, apiUrl } = slack.settings;
    const chat = { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: apiUrl };
    const env = { PATH: process.env.PATH, BOT_PORT: '0', BITACORA_URL: urlOf(0), BOT_TOKEN, ...chat };
    bot = spawn(process.execPath, [path.join(root, 'bot/src/main.ts')], { env, stdio: 'ignore' });
  }, 120_000);
  afterAll(async () => {
    bot?.kill('SIGTERM');
    for (const { child } of products ?? []) child.kill('SIGTERM');
    await Promise.all((products ?? []).map(({ exited }) => exited));
    await slack?.stop();
    await pooled?.destroy();
    await pooler?.stop();
    await postgres?.close();
  });

  const urlOf = (at: number) => (products[at] as Product).url;

  it('two processes serve a load, sweep and deliver, and nothing is lost, doubled or left half done', { timeout: 300_000 }, async () => {
    const crews = await Promise.all(products.map(({ url }) => crew({ url, given: postgres.given, size: 12, imageEvery: 5 })));
    const end = Date.now() + LOAD_MS;
    await Promise.all(crews.map(({ work }) => work(() => Date.now() > end)));
    const acknowledged = crews.flatMap(({ journal }) => journal.acknowledged);
    expect(crews.flatMap(({ journal }) => journal.wrong)).toEqual([]);
    const { lost, ...differences } = await compare(pooled, acknowledged);
    expect(differences).toEqual({ doubled: [], halves: [] });
    // A notification that no longer holds at delivery may be missing.
    expect(lost.filter((one) => !one.includes(' told '))).toEqual([]);

    const reminderRuns: Date[] = await postgres.db('sweeps').pluck('dueAt');
    expect(reminderRuns.length).toBeGreaterThanOrEqual(2);
    const isDelivered = async () => (await postgres.db('outbox').where('channel', 'email').whereNull('sentAt').first()) === undefined;
    for (let tries = 0; tries < 12 && !(await isDelivered()); tries++) await pause(5_000);
    const letters = ['one', 'two'].map((name) => fs.readdirSync(path.join(folderOf(name), 'outbox')).length);
    const digestKeys: (string | null)[] = await postgres.db('outbox').where('channel', 'email').distinct().pluck('letter');
    expect((letters[0] as number) + (letters[1] as number)).toBe(digestKeys.length);
    const shared = await postgres.db('pgStatActivity').where('applicationName', 'pooled');
    expect(shared.length).toBeLessThanOrEqual(SERVER_CONNECTIONS);
    console.log(
      `${acknowledged.length} writes, ${reminderRuns.length} reminder runs, ${letters.join(' and ')} letters, ${shared.length} connections.`,
    );
    for (const { output } of products) expect(output()).not.toMatch(/prepared statement|"level":50/);
  });

  it('people log in at one process, are known at the other, and log out at both', async () => {
    const { email } = await postgres.given.person();
    const page = browser(urlOf(0));
    await page.client.logIn({ email, password: PASSWORD });
    const other = browser(urlOf(1), page.cookies.get('sid'));
    expect(await other.client.readOwnData()).toMatchObject({ email });
    await other.client.logOut();
    await expect(page.client.readOwnData()).rejects.toMatchObject({ status: 401 });
  });

  it('what one process changes is reported by the other', async () => {
    const person = await postgres.given.person();
    const { id: activityId } = await postgres.given.ownActivity(person, { status: 'in_progress' });
    const secret = await postgres.given.session(person, new Date());
    const there = await watching(urlOf(1), cookie(secret));
    await browser(urlOf(0), secret).client.commentActivity({ activityId, body: 'Va bien' });
    await there.receives(activityId);
    there.leave();
  });

  it('a notification reaches a chat', async () => {
    const [owner, person, topic] = [await postgres.given.manager(), await postgres.given.person(), await postgres.given.topic()];
    const { id: chatUserId } = slack.person('Ana');
    const linked = { service: 'slack', workspace: installation.teamId, chatUserId, conversation: chatUserId, displayName: 'Ana' };
    await postgres.db('chatLinks').insert({ ...linked, userId: person.id, linkedAt: new Date() });
    const as = async (who: typeof person) => browser(urlOf(1), await postgres.given.session(who, new Date()));
    const { client } = await as(person);
    const preferences = (await client.listPreferences())
      .filter(({ kind }) => !isSummaryKind(kind))
      .map(({ kind }) => ({ kind, byEmail: false, byChat: true }));
    await client.choosePreferences({ preferences });
    const promise = { id_project: topic.id, objective: 'Contar la bodega', priority: 'Normal', due_date: '2099-12-31' };
    const body = { ...promise, id_user_assigned: person.id };
    expect(await (await as(owner)).call('POST', '/api/create_activity', { body })).toMatchObject({ status: 200 });
    await until(() => JSON.stringify(slack.calls()).includes('Contar la bodega'));
  });
});
