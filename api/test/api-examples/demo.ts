import { loadDemoCompany } from '@bitacora/core/seeds/demo';
import { hashOf, sealingFor } from '@bitacora/core/server';
import { APP_SECRET } from '../../../core/test/authenticator-app.ts';
import { NOW } from '../../../core/test/factories.ts';
import { SECRET, ZONE } from '../../../core/test/stage.ts';
import { demoPictures } from '../../src/demo/demo-pictures.ts';
import type { ImageStore } from '../../src/storage/image-store.ts';
import { type Browser, browser } from '../browser.ts';
import type { RunningApp } from '../running-app.ts';

/** Secrets whose owners know them; the database has only their hashes. */
export const demoSecrets = {
  bot: 'the service token of the tests, long enough',
  reset: 'token-del-correo',
  emailChange: 'enlace-del-correo',
  reversal: 'enlace-del-correo-anterior',
  chatCode: 'enlace-del-chat',
};

export interface DemoActivity {
  id: number;
  ownerId: number;
  assigneeId: number;
  topicId: number;
}

/** The demo company, with what a company has after some months: a chat, a digest that failed, a template of calls that wait. */
export async function demoCompany(app: RunningApp, store: ImageStore) {
  const { db } = app;
  await db.transaction((trx) => loadDemoCompany({ db: trx, zone: ZONE, now: NOW, takePictures: demoPictures(store).take }));
  const people: { id: number; email: string; employeeNumber: string }[] = await db('users')
    .orderBy('id')
    .select('id', 'email', 'employeeNumber');
  const person = (login: string) => people.find(({ email }) => email === `${login}@demo.mx`) as (typeof people)[number];
  const [manager, worker, developer, doctor] = [person('gerente'), person('empleado'), person('desarrollo'), person('beatriz.luna')];
  const expiresAt = new Date(NOW.getTime() + 3_600_000);
  const since = { createdAt: NOW, expiresAt };

  const chat = { service: 'slack', workspace: 'T024BE7LD', displayName: 'pepe', linkedAt: NOW, userId: worker.id, chatUserId: 'U023BECGF' };
  const [{ id: chatLinkId }] = await db('chatLinks').insert(chat).returning('id');
  const managersChat = { ...chat, userId: manager.id, displayName: 'ale', chatUserId: 'U0G9QF9C6', conversation: 'D0G9QF9C6' };
  const [{ id: managersLinkId }] = await db('chatLinks').insert(managersChat).returning('id');
  const asking = {
    service: 'teams',
    workspace: 'T024BE7LD',
    chatUserId: '29:1a',
    displayName: 'Lupita',
    codeHash: hashOf(demoSecrets.chatCode),
  };
  await db('chatLinkRequests').insert({ ...asking, ...since });
  const entrance = { url: 'https://wa.me/5215512345678', namedAt: NOW };
  await db('installation').insert({ key: 'chatEntrance:whatsapp', value: JSON.stringify(entrance) });
  const row = { id: '00000000-0000-4000-8000-000000000001', ...since };
  await db('passwordResets').insert({ ...row, userId: person('martin.nunez').id, tokenHash: hashOf(demoSecrets.reset) });
  const change = {
    userId: person('aaron.solis').id,
    email: 'aaron@demo.mx',
    requestedById: developer.id,
    tokenHash: hashOf(demoSecrets.emailChange),
  };
  await db('emailChanges').insert({ ...row, ...change });
  const sealedSecret = sealingFor('second-factor', [SECRET]).seal(APP_SECRET);
  const factor = { sealedSecret, begunAt: NOW };
  await db('secondFactors').insert([
    { ...factor, userId: person('tomas.urena').id, confirmedAt: null },
    { ...factor, userId: person('carmen.avina').id, confirmedAt: NOW },
  ]);

  const open: (DemoActivity & { status: string; checklist: unknown[] | null; minimumImages: number | null; extendedTo: unknown })[] =
    await db('activities')
      .whereRaw('owner_id <> assignee_id')
      .whereIn('status', ['not_started', 'in_progress', 'on_pause', 'completed'])
      .orderBy('id');
  /** The next activity of a status that no other call uses. */
  function next(status: string, has: 'checklist' | 'nothing' = 'nothing'): DemoActivity {
    const at = open.findIndex(
      (one) => one.status === status && (has === 'checklist') === Boolean(one.checklist?.length) && !one.minimumImages && !one.extendedTo,
    );
    const [activity] = at < 0 ? [] : open.splice(at, 1);
    if (!activity) throw new Error(`the demo company has no ${status} activity left`);
    return activity;
  }

  const browsers = new Map<string, Browser>();
  async function tokenOf(userId: number, chatLink?: number): Promise<Record<string, string>> {
    const secret = `tk_${userId}_${chatLink ?? ''}`;
    const exists = await db('accessTokens')
      .where({ secretHash: hashOf(secret) })
      .first();
    const by = chatLink ? { channel: 'slack', chatLinkId: chatLink } : { channel: 'terminal' };
    const token = {
      userId,
      secretHash: hashOf(secret),
      prefix: secret.slice(0, 8),
      name: 'Tablero de planta',
      scope: 'write',
      ...since,
      ...by,
    };
    if (!exists) await db('accessTokens').insert(token);
    return { Authorization: `Bearer ${secret}` };
  }
  async function sessionOf(userId: number): Promise<Browser> {
    const browser = browsers.get(`${userId}`) ?? (await app.as({ id: userId } as never));
    browsers.set(`${userId}`, browser);
    return browser;
  }
  let begun: Promise<{ deviceCode: string; userCode: string }> | null = null;
  /** A terminal that waits to be let in. */
  const device = () => {
    begun ??= browser(app.origin).client.beginDeviceAuthorization({ machine: 'ana@portatil', grant: 'write' });
    return begun;
  };
  const idOf = async (table: string, where: object = {}) => (await db(table).where(where).orderBy('id').first('id')).id as never;
  const addRequest = async (): Promise<number> => {
    const asked = { topicId: await idOf('topics'), requesterId: worker.id, text: 'Cambiar la lámpara del pasillo', wantedOn: '2026-12-01' };
    return (
      await db('workRequests')
        .insert({ ...asked, createdAt: NOW })
        .returning('id')
    )[0].id;
  };
  return {
    app,
    db,
    addRequest,
    person,
    manager,
    worker,
    developer,
    doctor,
    chatLinkId,
    managersLinkId,
    next,
    tokenOf,
    sessionOf,
    device,
    visitor: () => browser(app.origin),
    idOf,
  };
}

export type Demo = Awaited<ReturnType<typeof demoCompany>>;
