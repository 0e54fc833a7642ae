import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatIdentity } from '../../src/domain/chat/chat.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { chatLinkTexts } from '../../src/messages/account/profile.ts';
import { hashSecret } from '../../src/secrets/secrets.ts';
import { findBearer } from '../../src/use-cases/account/personal-tokens.ts';
import {
  createChatLinkCode,
  exchangeChatIdentity,
  linkChatByCode,
  listChatLinks,
  nameChatEntrances,
  takeChatTemplate,
  unlinkOwnChat,
} from '../../src/use-cases/chat/chat-links.ts';
import { listPreferences } from '../../src/use-cases/notifications/preferences.ts';
import { setPassword } from '../../src/use-cases/people/rescue-account.ts';
import { unlinkChats } from '../../src/use-cases/people/revoke-access.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { stagedDatabase } from '../database.ts';
import { given, NOW } from '../factories.ts';
import { refusalOf, together, ZONE } from '../stage.ts';
import { everythingIn } from '../tables.ts';

const { database, on } = await stagedDatabase();
const make = () => given(database.db);
const FIFTEEN_MINUTES = 15 * 60_000;
const invalidCode = { code: 'chatLink.invalidCode' };

const account = { service: 'whatsapp', workspace: '106540352242922', chatUserId: 'MX.1' } as const satisfies ChatIdentity;
const phone = '5215512345678';
beforeEach(() => on.anyone(nameChatEntrances, { entrances: [{ service: 'whatsapp', url: 'https://wa.me/5215500000000' }] }));

const createCode = async (person: Person, isNotifiedHere = false) => (await on.act(createChatLinkCode, person, { isNotifiedHere })).code;
/** Sends the code to the bot, which the API serves with no actor and the chat as the channel. */
const sendCode = async (code: string, who: Partial<ChatIdentity> = {}, ownPhone: string | undefined = phone) => {
  const input = { ...account, ...who, conversation: 'W1', displayName: 'Ana', phone: ownPhone, code };
  return (await on.core.perform({ useCase: linkChatByCode, actor: null, channel: 'whatsapp', input, effect: 'writes' })).result;
};
const linked = async (person: Person, who: Partial<ChatIdentity> = {}) => sendCode(await createCode(person), who);
const exchange = (facts: { phone?: string; conversation?: string } = {}) => on.anyone(exchangeChatIdentity, { ...account, ...facts });
const listLinks = (person: Person) => on.act(listChatLinks, person, {});
const lastAdminRow = () => database.db('adminHistory').orderBy('id', 'desc').first();

async function refusedWithoutTrace(attempt: () => Promise<unknown>) {
  const before = await everythingIn(database.db);
  expect(await refusalOf(attempt())).toEqual(invalidCode);
  expect(await everythingIn(database.db)).toEqual(before);
}

describe('the code of a profile', () => {
  it('links the WhatsApp from which it arrives, once, however it is typed, and is nowhere stored', async () => {
    const [ana, beto] = [await make().person({ firstName: 'Ana', lastName: 'Ruiz' }), await make().person()];
    const { code, expiresAt, url } = await on.act(createChatLinkCode, ana, {});
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
    expect(url).toBe(`https://wa.me/5215500000000?text=VINCULAR%20${code}`);
    expect(expiresAt).toEqual(new Date(NOW.getTime() + FIFTEEN_MINUTES));
    expect(JSON.stringify(await everythingIn(database.db))).not.toContain(code);
    expect(await sendCode(` ${code.toLowerCase().replace('-', ' ')}`)).toEqual({ name: 'Ana Ruiz' });
    expect(await listLinks(ana)).toMatchObject([{ ...account, phone, displayName: 'Ana', linkedAt: NOW, conversation: 'W1' }]);
    expect(await listLinks(beto)).toEqual([]);
    await refusedWithoutTrace(() => sendCode(code, { chatUserId: 'MX.2' }));
  });

  it('cannot be found by somebody who reads the table and tries all codes', async () => {
    const ana = await make().person();
    const code = await createCode(ana);
    const { codeHash } = await database.db('chatLinkCodes').where({ userId: ana.id }).first();
    for (const text of [code, code.replace('-', '')]) expect(codeHash.equals(hashSecret(text))).toBe(false);
  });

  it('expires after 15 minutes, and a new one replaces it', async () => {
    const ana = await make().person();
    const [first, second] = [await createCode(ana), await createCode(ana)];
    await refusedWithoutTrace(() => sendCode(first));
    on.setClock(new Date(NOW.getTime() + FIFTEEN_MINUTES));
    await refusedWithoutTrace(() => sendCode(second));
    const third = await createCode(ana);
    on.setClock(new Date(NOW.getTime() + 2 * FIFTEEN_MINUTES - 1));
    await sendCode(third);
    for (const guess of ['', 'AAAAA-AAAAA', '-----', third]) await refusedWithoutTrace(() => sendCode(guess));
  });

  it('of two accounts that send it at once links one', async () => {
    const ana = await make().person();
    const code = await createCode(ana);
    const { won, refused } = await together([sendCode(code), sendCode(code, { chatUserId: 'MX.2' }, '5215587654321')]);
    expect([won.length, refused]).toEqual([1, [invalidCode]]);
    expect(await listLinks(ana)).toHaveLength(1);
  });

  it('takes an account from the person before, whose tokens end', async () => {
    const [ana, beto] = [await make().person(), await make().person({ firstName: 'Beto' })];
    await linked(ana);
    const before = await exchange();
    await linked(beto);
    expect(await on.anyone(findBearer, { secretHash: hashSecret(before?.secret as string) })).toBeUndefined();
    expect([await listLinks(ana), (await listLinks(beto)).length]).toEqual([[], 1]);
    expect((await exchange())?.name).toContain('Beto');
  });

  it('is not made where the installation is in no WhatsApp', async () => {
    const ana = await make().person();
    await database.db('installation').where({ key: 'chatEntrance:whatsapp' }).delete();
    expect(await refusalOf(createCode(ana))).toEqual({ code: 'chatLink.noWhatsApp' });
    expect(await database.db('chatLinkCodes')).toEqual([]);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    [
      'a deactivation',
      (ana) =>
        make()
          .manager()
          .then((boss) => on.act(setUserStatus, boss, { id: ana.id, isActive: false, reassignTo: null })),
    ],
    ['another password', (ana) => on.anyone(setPassword, { email: ana.email, password: 'otra clave 9' })],
    ['the command of the server', (ana) => on.anyone(unlinkChats, { email: ana.email, operator: 'root' })],
  ])('ends with %s', async (_, end) => {
    const ana = await make().person();
    const code = await createCode(ana);
    await end(ana);
    await database.db('users').where({ id: ana.id }).update({ isActive: true });
    await refusedWithoutTrace(() => sendCode(code));
  });

  it('links nobody who is inactive', async () => {
    const ana = await make().person();
    const code = await createCode(ana);
    await database.db('users').where({ id: ana.id }).update({ isActive: false });
    await refusedWithoutTrace(() => sendCode(code));
  });

  it('sent while its person is deactivated is used up', async () => {
    for (let round = 0; round < 8; round++) {
      const [boss, ana] = [await make().manager(), await make().person()];
      const code = await createCode(ana);
      await together<unknown>([on.act(setUserStatus, boss, { id: ana.id, isActive: false, reassignTo: null }), sendCode(code)]);
      expect(await database.db('chatLinkCodes').where({ userId: ana.id })).toEqual([]);
    }
  });

  it('records what the person agreed to, with the hour and the channel, and warns them by mail', async () => {
    const ana = await make().person({ firstName: 'Ana', lastName: 'Ruiz' });
    await linked(ana);
    expect(await lastAdminRow()).toMatchObject({
      act: 'chatLink.add',
      actorId: ana.id,
      actorName: 'Ana Ruiz',
      channel: 'whatsapp',
      at: expect.any(Date),
      after: { service: 'whatsapp', displayName: 'Ana', consent: chatLinkTexts.consent },
    });
    expect(await database.db('outbox').pluck('kind')).toEqual(['chatLinked']);
  });

  it('brings notifications to WhatsApp where its person wants it, and BAJA brings them back by email', async () => {
    const ana = await make().person();
    await linked(ana, { chatUserId: 'MX.2' });
    expect((await on.act(listPreferences, ana, {})).some(({ byChat }) => byChat)).toBe(false);
    await sendCode(await createCode(ana, true));
    expect((await on.act(listPreferences, ana, {})).every(({ byEmail }) => !byEmail)).toBe(true);
    const token = await exchange();
    const request = { sessionIdHash: null, bearerHash: hashSecret(token?.secret as string), hasRecentLogin: false, publicUrl: '' };
    const actor = { ...ana, channel: 'whatsapp' as const, substitutesFor: [] };
    await on.core.perform({ useCase: unlinkOwnChat, actor, channel: 'whatsapp', input: {}, effect: 'writes', request });
    expect(await listLinks(ana)).toHaveLength(1);
    expect(await lastAdminRow()).toMatchObject({ act: 'chatLink.remove', channel: 'whatsapp', actorId: ana.id });
    expect(await refusalOf(exchange())).toEqual({ code: 'chatLink.unknown' });
  });
});

describe('the number of an account', () => {
  it('ends the link when it is another, and the history says why', async () => {
    const ana = await make().person();
    await linked(ana);
    const token = await exchange({ phone });
    expect(token).not.toBeNull();
    expect(await exchange({ phone: '5215599999999', conversation: 'W9' })).toBeNull();
    expect(await listLinks(ana)).toEqual([]);
    expect(await on.anyone(findBearer, { secretHash: hashSecret(token?.secret as string) })).toBeUndefined();
    expect(await lastAdminRow()).toMatchObject({ act: 'chatLink.remove', actorId: ana.id, after: { reason: 'numberChanged' } });
    expect(await refusalOf(exchange({ phone }))).toEqual({ code: 'chatLink.unknown' });
  });

  it('changes nothing while it is hidden, and is stored when it is seen first', async () => {
    const ana = await make().person();
    await sendCode(await createCode(ana), {}, undefined);
    for (const facts of [{}, { phone }, {}, { phone }]) expect(await exchange(facts)).toMatchObject({ name: expect.any(String) });
    expect(await listLinks(ana)).toMatchObject([{ phone }]);
    expect(await exchange({ phone: '5215599999999' })).toBeNull();
  });

  it('that two messages bring at once ends the link once', async () => {
    const ana = await make().person();
    await linked(ana);
    const { won, refused } = await together([1, 2, 3].map(() => exchange({ phone: '5215599999999' })));
    expect(won).toEqual([null]);
    expect(refused).toEqual([{ code: 'chatLink.unknown' }, { code: 'chatLink.unknown' }]);
    expect(await database.db('adminHistory').where({ act: 'chatLink.remove' })).toHaveLength(1);
  });
});

describe('the template of a day', () => {
  const take = async (who: Partial<ChatIdentity> = {}) => (await on.anyone(takeChatTemplate, { ...account, ...who })).isFirst;

  it('is sent once a business day to each account, also when several ask at once', async () => {
    await linked(await make().person());
    await linked(await make().person(), { chatUserId: 'MX.2' });
    const { won } = await together([1, 2, 3, 4].map(() => take()));
    expect(won.sort()).toEqual([false, false, false, true]);
    expect([await take(), await take({ chatUserId: 'MX.2' }), await take({ chatUserId: 'MX.nobody' })]).toEqual([false, true, false]);
    expect(ZONE).toBe('America/Mexico_City');
    on.setClock('2026-11-21T05:59:59.999Z');
    expect(await take()).toBe(false);
    on.setClock('2026-11-21T06:00:00.000Z');
    expect([await take(), await take()]).toEqual([true, false]);
  });
});
