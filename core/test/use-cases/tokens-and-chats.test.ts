import { describe, expect, it } from 'vitest';
import type { ChatIdentity } from '../../src/domain/chat/chat.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { hashSecret, keyFor, makeResetToken } from '../../src/secrets/secrets.ts';
import { createToken, findBearer, listTokens, revokeToken } from '../../src/use-cases/account/personal-tokens.ts';
import { requestPasswordReset, resetPassword } from '../../src/use-cases/account/reset-password.ts';
import {
  confirmChatLink,
  exchangeChatIdentity,
  listChatLinks,
  offerChatLink,
  readChatLinkOffer,
  unlinkChat,
} from '../../src/use-cases/chat/chat-links.ts';
import { choosePreferences, listPreferences } from '../../src/use-cases/notifications/preferences.ts';
import { setPassword } from '../../src/use-cases/people/rescue-account.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { refusalOf, SECRET, together } from '../stage.ts';
import { everythingIn } from '../tables.ts';

const { database, on } = await stagedDatabase();

const make = () => given(database.db);
async function refusedWithoutTrace(attempt: () => Promise<unknown>) {
  const before = await everythingIn(database.db);
  const refusal = await refusalOf(attempt());
  expect(await everythingIn(database.db)).toEqual(before);
  return refusal;
}
const bearerOf = (secret: string) => on.anyone(findBearer, { secretHash: hashSecret(secret) });
const aToken = (person: Person, rest: object = {}) =>
  on.act(createToken, person, { name: 'Mi terminal', scope: 'write', expiresOn: day('2026-11-30'), ...rest });

describe('a personal token', () => {
  it('is shown once and kept as a hash; its owner sees the prefix', async () => {
    const ana = await make().person();
    const { id, secret } = await aToken(ana);
    expect(secret).toMatch(/^tk_[A-Za-z0-9_-]{43}$/);
    expect(await on.act(listTokens, ana, {})).toEqual([
      {
        id,
        name: 'Mi terminal',
        prefix: secret.slice(0, 8),
        scope: 'write',
        createdAt: NOW,
        expiresOn: '2026-11-30',
        lastUsedAt: null,
      },
    ]);
    expect(JSON.stringify(await everythingIn(database.db))).not.toContain(secret.slice(8));
    const { channel, scope, person } = (await bearerOf(secret)) ?? {};
    expect([channel, scope, person]).toEqual(['terminal', 'write', { ...ana, substitutesFor: [] }]);
    expect((await on.act(listTokens, ana, {}))[0]?.lastUsedAt).toEqual(NOW);
  });

  it('opens through its last day in the business zone, and not a moment longer', async () => {
    const { secret } = await aToken(await make().person(), { expiresOn: day('2026-11-20') });
    on.setClock('2026-11-21T05:59:59.999Z');
    expect(await bearerOf(secret)).toBeDefined();
    on.setClock('2026-11-21T06:00:00.000Z');
    expect(await bearerOf(secret)).toBeUndefined();
  });

  it.each(['2026-11-19', '2027-11-21', '2100-01-01'])(
    'cannot expire on %s: today at the earliest, 365 days from now at the latest',
    async (last) => {
      const ana = await make().person();
      expect(await refusedWithoutTrace(() => aToken(ana, { expiresOn: day(last) }))).toMatchObject({
        fields: { expiresOn: { problem: 'tokenExpiry' } },
      });
      expect(await aToken(ana, { expiresOn: day('2027-11-20') })).toMatchObject({ id: expect.any(Number) });
    },
  );

  it('is revoked by its owner alone', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    const { id, secret } = await aToken(ana);
    expect(await refusedWithoutTrace(() => on.act(revokeToken, beto, { tokenId: id }))).toEqual({ code: 'token.unknown' });
    await on.act(revokeToken, ana, { tokenId: id });
    expect(await bearerOf(secret)).toBeUndefined();
    expect(await refusedWithoutTrace(() => on.act(revokeToken, ana, { tokenId: id }))).toEqual({ code: 'token.unknown' });
  });

  it('reads the person afresh: a demotion or deactivation works from the next call on', async () => {
    const ana = await make().manager();
    const { secret } = await aToken(ana);
    await database.db('users').where({ id: ana.id }).update({ position: 'ANALISTA' });
    expect((await bearerOf(secret))?.person.position).toBe('ANALISTA');
    await database.db('users').where({ id: ana.id }).update({ isActive: false });
    expect(await bearerOf(secret)).toBeUndefined();
  });

  it('ends with a password reset', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    const [mine, theirs] = [await aToken(ana), await aToken(beto)];
    await on.anyone(requestPasswordReset, { email: ana.email });
    const { id } = await database.db('passwordResets').first();
    const token = makeResetToken(id, keyFor('password-reset', SECRET));
    await on.anyone(resetPassword, { email: ana.email, token, passwordHash: 'a hash' });
    expect(await bearerOf(mine.secret)).toBeUndefined();
    expect(await bearerOf(theirs.secret)).toBeDefined();
  });

  it('made while its owner is deactivated does not come back with them', async () => {
    for (let round = 0; round < 8; round++) {
      const [boss, ana] = [await make().manager(), await make().person()];
      const off = { id: ana.id, isActive: false, reassignTo: null };
      await together<unknown>([on.act(setUserStatus, boss, off), aToken(ana)]);
      expect(await database.db('accessTokens').where({ userId: ana.id })).toEqual([]);
    }
  });
});

describe('a chat account', () => {
  const identity: ChatIdentity = { service: 'slack', workspace: 'T1', chatUserId: 'U1' };
  const offer = async (who: Partial<ChatIdentity> = {}) => {
    const { url, expiresAt } = await on.anyone(offerChatLink, { ...identity, ...who, conversation: 'D1', displayName: 'ana.r' });
    return { code: new URLSearchParams(new URL(url).hash.slice(1)).get('chat_link') as string, expiresAt };
  };
  const linked = async (person: Person, who: Partial<ChatIdentity> = {}) =>
    on.act(confirmChatLink, person, { code: (await offer(who)).code });
  const exchange = async (who: Partial<ChatIdentity> = {}) => {
    const token = await on.anyone(exchangeChatIdentity, { ...identity, ...who, conversation: 'D1' });
    if (!token) throw new Error('the link ended');
    return token;
  };

  it('is linked by the person who confirms the link in the web, once, and shows who it is before', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    const { code, expiresAt } = await offer();
    expect(expiresAt).toEqual(new Date(NOW.getTime() + 15 * 60_000));
    expect(JSON.stringify(await everythingIn(database.db))).not.toContain(code);
    expect(await on.act(readChatLinkOffer, ana, { code })).toMatchObject({ service: 'slack', workspace: 'T1', displayName: 'ana.r' });
    await on.act(confirmChatLink, ana, { code });
    expect(await on.act(listChatLinks, ana, {})).toMatchObject([{ ...identity, displayName: 'ana.r', linkedAt: NOW }]);
    expect(await on.act(listChatLinks, beto, {})).toEqual([]);
    for (const attempt of [confirmChatLink, readChatLinkOffer]) {
      expect(await refusedWithoutTrace(() => on.act<{ code: string }, unknown>(attempt, beto, { code }))).toEqual({
        code: 'chatLink.invalidCode',
      });
    }
  });

  it('ends with a password reset, as all that acts for its person does', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    await linked(ana);
    await linked(beto, { chatUserId: 'U2' });
    const { secret } = await exchange();
    await on.anyone(setPassword, { email: ana.email, password: 'otra clave 9' });
    expect(await bearerOf(secret)).toBeUndefined();
    expect(await refusedWithoutTrace(() => exchange())).toEqual({ code: 'chatLink.unknown' });
    expect(await on.act(listChatLinks, beto, {})).toHaveLength(1);
  });

  it('is never linked by its email or name', async () => {
    await make().person({ email: 'ana.r@demo.mx', alias: 'ana.r' });
    await offer();
    expect(await refusedWithoutTrace(() => exchange())).toEqual({ code: 'chatLink.unknown' });
  });

  it('its link expires after 15 minutes, and a new one voids it', async () => {
    const ana = await make().person();
    const first = await offer();
    const second = await offer();
    const no = { code: 'chatLink.invalidCode' };
    expect(await refusedWithoutTrace(() => on.act(confirmChatLink, ana, { code: first.code }))).toEqual(no);
    on.setClock(second.expiresAt);
    expect(await refusedWithoutTrace(() => on.act(confirmChatLink, ana, { code: second.code }))).toEqual(no);
    expect(await refusedWithoutTrace(() => on.act(confirmChatLink, ana, { code: 'x' }))).toEqual(no);
  });

  it('brings to the chat what comes by email alone, where its person wants it, and the history of the administration shows it', async () => {
    const ana = await make().person();
    const choices = [
      { kind: 'verified', byEmail: false, byChat: false, byPush: false },
      { kind: 'overdue', byEmail: true, byChat: true, byPush: false },
    ] as const;
    await on.act(choosePreferences, ana, { preferences: [...choices] });
    await linked(ana);
    expect((await on.act(listPreferences, ana, {})).filter(({ byChat }) => byChat)).toHaveLength(1);
    await on.act(confirmChatLink, ana, { code: (await offer({ chatUserId: 'U2' })).code, isNotifiedHere: true });
    const preferences = await on.act(listPreferences, ana, {});
    expect(preferences).toEqual(expect.arrayContaining([...choices, { kind: 'assigned', byEmail: false, byChat: true, byPush: false }]));
    expect(preferences.filter(({ byEmail }) => byEmail)).toHaveLength(1);
    const acts = await database.db('adminHistory').orderBy('id', 'desc').limit(2).pluck('act');
    expect(acts).toEqual(['person.changePreferences', 'chatLink.add']);
  });

  it('of two who confirm one link at once one gets it', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    const { code } = await offer();
    const { won, refused } = await together([ana, beto].map((person) => on.act(confirmChatLink, person, { code })));
    expect([won.length, refused]).toEqual([1, [{ code: 'chatLink.invalidCode' }]]);
  });

  it('is exchanged for a token of that person, of 15 minutes, whose acts bear the chat’s name', async () => {
    const ana = await make().person({ firstName: 'Ana', lastName: 'Ruiz' });
    await linked(ana, { service: 'teams' });
    const { secret, expiresAt, name } = await exchange({ service: 'teams' });
    expect([name, expiresAt]).toEqual(['Ana Ruiz', new Date(NOW.getTime() + 15 * 60_000)]);
    expect(await bearerOf(secret)).toEqual({ person: { ...ana, substitutesFor: [] }, scope: 'write', channel: 'teams' });
    expect(await on.act(listTokens, ana, {})).toEqual([]);
    on.setClock(expiresAt);
    expect(await bearerOf(secret)).toBeUndefined();
    await exchange({ service: 'teams' });
    expect(await database.db('accessTokens').where({ userId: ana.id })).toHaveLength(1);
  });

  it('opens nothing under another service, workspace or user, nor for an inactive person', async () => {
    const ana = await make().person();
    await linked(ana);
    const no = { code: 'chatLink.unknown' };
    for (const other of [{ service: 'teams' }, { workspace: 'T2' }, { chatUserId: 'u1' }] as const) {
      expect(await refusedWithoutTrace(() => exchange(other))).toEqual(no);
    }
    await database.db('users').update({ isActive: false });
    expect(await refusedWithoutTrace(() => exchange())).toEqual({ code: 'chatLink.inactive' });
  });

  it('is unlinked by its person alone, and its tokens end', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    await linked(ana);
    const { secret } = await exchange();
    const [link] = await on.act(listChatLinks, ana, {});
    const linkId = link?.id as number;
    expect(await refusedWithoutTrace(() => on.act(unlinkChat, beto, { linkId }))).toEqual({ code: 'chatLink.unknown' });
    await on.act(unlinkChat, ana, { linkId });
    expect(await bearerOf(secret)).toBeUndefined();
    expect(await refusalOf(exchange())).toEqual({ code: 'chatLink.unknown' });
  });

  it('belongs to the person who confirmed it last, and the tokens of the one before end', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    await linked(ana);
    const { secret } = await exchange();
    await linked(beto);
    expect(await bearerOf(secret)).toBeUndefined();
    expect(await on.act(listChatLinks, ana, {})).toEqual([]);
    expect((await bearerOf((await exchange()).secret))?.person.id).toBe(beto.id);
  });
});
