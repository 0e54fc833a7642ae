import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given, NOW } from '../../../../core/test/factories.ts';
import { admin } from './admin.ts';
import { type Company, company } from './command-company.ts';

const SLOW = 180_000;
const EXPIRY = new Date('2099-01-01T06:00:00Z');
let ours: Company;
let ana: Awaited<ReturnType<ReturnType<typeof given>['person']>>;
let rosa: typeof ana;
beforeAll(async () => {
  ours = await company();
}, SLOW);
afterAll(() => ours.close(), SLOW);

/** Ana and Rosa with a chat account, two tokens and a session each; the bot has a token of each account. */
beforeEach(async () => {
  for (const table of ['accessTokens', 'chatLinks', 'sessions', 'deviceAuthorizations']) await ours.db(table).delete();
  [ana, rosa] = [await given(ours.db).person({ firstName: 'Ana', lastName: 'Ruiz' }), await given(ours.db).person()];
  for (const { id: userId } of [ana, rosa]) {
    const link = { userId, service: 'slack', workspace: 'T1', chatUserId: `U${userId}`, displayName: 'ana', linkedAt: NOW };
    const [{ id: chatLinkId }] = await ours.db('chatLinks').insert(link).returning('id');
    const token = { userId, scope: 'write', channel: 'terminal', createdAt: NOW, expiresAt: EXPIRY };
    const hash = (text: string) => Buffer.from(`${text} of ${userId}`);
    await ours.db('accessTokens').insert([
      { ...token, secretHash: hash('laptop'), prefix: 'tk_aaaaa', name: 'Terminal laptop' },
      { ...token, secretHash: hash('ci'), prefix: 'tk_bbbbb', name: 'CI' },
      { ...token, secretHash: hash('bot'), prefix: 'tk_ccccc', name: 'ana', channel: 'slack', chatLinkId },
    ]);
    const times = { createdAt: new Date(), seenAt: new Date(), expiresAt: EXPIRY };
    await ours.db('sessions').insert({ userId, idHash: hash('session'), provedAt: new Date(), ...times });
  }
});

const run = async (...typed: string[]) => {
  const { status, out, err } = await admin([...typed, '--email', ana.email, '--json'], ours.env);
  return { status, err, value: out ? JSON.parse(out) : null };
};
const countsOf = async ({ id: userId }: typeof ana) => {
  const [tokens, chats, sessions] = await Promise.all(
    ['accessTokens', 'chatLinks', 'sessions'].map(async (table) => (await ours.db(table).where({ userId })).length),
  );
  return { tokens, chats, sessions };
};
const lastAct = () => ours.db('adminHistory').orderBy('id', 'desc').first();
const WHOLE = { tokens: 3, chats: 1, sessions: 1 };

it(
  'unlink-chats lists a person’s chat accounts, then ends them with the tokens of the bot, and records who did it',
  async () => {
    const result = await run('unlink-chats', '--list');
    const link = { id: expect.any(Number), service: 'slack', workspace: 'T1', displayName: 'ana', linkedAt: NOW.toISOString() };
    expect(result).toEqual({ status: 0, err: '', value: { email: ana.email, name: 'Ana Ruiz', links: [link], isUnlinked: false } });
    expect(await countsOf(ana)).toEqual(WHOLE);
    expect((await admin(['unlink-chats', '--email', ana.email, '--list'], ours.env)).out).toMatch(/ana, Slack \(T1\), desde el /);

    expect(await run('unlink-chats')).toMatchObject({ status: 0, value: { links: [link], isUnlinked: true } });
    expect(await countsOf(ana)).toEqual({ tokens: 2, chats: 0, sessions: 1 });
    expect(await countsOf(rosa)).toEqual(WHOLE);
    const act = { act: 'chatLink.remove', actorName: expect.stringContaining('@'), subject: 'Ana Ruiz', channel: 'admin' };
    expect(await lastAct()).toMatchObject({ ...act, before: { chatLinks: ['ana (slack T1)'] } });
    expect(await run('unlink-chats')).toMatchObject({ status: 0, value: { links: [] } });
  },
  SLOW,
);

it(
  'revoke-tokens lists a person’s tokens, ends one, or all of them, and with --sessions the sessions too',
  async () => {
    const { value } = await run('revoke-tokens', '--list', '--sessions');
    expect(value).toMatchObject({ isRevoked: false, sessions: 1, tokens: [{ name: 'CI', scope: 'write' }, { name: 'Terminal laptop' }] });
    expect(JSON.stringify(value)).not.toContain('Hash');
    expect(await countsOf(ana)).toEqual(WHOLE);

    expect(await run('revoke-tokens', '--id', String(value.tokens[0].id))).toMatchObject({
      status: 0,
      value: { tokens: [{ name: 'CI' }] },
    });
    expect(await countsOf(ana)).toEqual({ ...WHOLE, tokens: 2 });
    expect(await lastAct()).toMatchObject({ act: 'token.revoke', subject: 'Ana Ruiz', before: { tokens: ['CI (tk_bbbbb…)'] } });

    const device = { machine: 'm', deviceGrant: 'write', requestedAt: NOW, expiresAt: EXPIRY, answeredById: ana.id, isApproved: true };
    await ours.db('deviceAuthorizations').insert({ ...device, deviceCodeHash: Buffer.from('d'), userCodeHash: Buffer.from('u') });
    expect(await run('revoke-tokens')).toMatchObject({ status: 0, value: { tokens: [{ name: 'Terminal laptop' }], sessions: null } });
    expect(await ours.db('deviceAuthorizations')).toEqual([]);
    expect(await countsOf(ana)).toEqual({ tokens: 1, chats: 1, sessions: 1 });
    await ours.db('deviceAuthorizations').insert({ ...device, deviceCodeHash: Buffer.from('e'), userCodeHash: Buffer.from('v') });
    expect(await run('revoke-tokens')).toMatchObject({ status: 0, value: { tokens: [], terminals: 1 } });
    expect(await lastAct()).toMatchObject({ act: 'token.revoke', before: { tokens: [], terminals: 1 } });
    expect(await run('revoke-tokens', '--sessions')).toMatchObject({ status: 0, value: { tokens: [], sessions: 1 } });
    expect(await countsOf(ana)).toEqual({ tokens: 1, chats: 1, sessions: 0 });
    expect(await countsOf(rosa)).toEqual(WHOLE);
  },
  SLOW,
);

it.each([
  [2, 'Falta --email.', ['unlink-chats']],
  [2, 'no los dos', ['revoke-tokens', '--email', 'a@demo.mx', '--list', '--id', '1']],
  [2, '--sessions cierra todas', ['revoke-tokens', '--email', 'a@demo.mx', '--sessions', '--id', '1']],
  [2, '--id es el número', ['unlink-chats', '--email', 'a@demo.mx', '--id', 'uno']],
  [1, 'no existe en el sistema', ['unlink-chats', '--email', 'nadie@demo.mx']],
  [1, 'no existe en el sistema', ['revoke-tokens', '--email', 'nadie@demo.mx']],
])(
  'ends with %i and says «%s» for %j',
  async (status, sentence, typed) => {
    expect(await admin(typed, ours.env)).toMatchObject({ status, out: '', err: expect.stringContaining(sentence) });
  },
  SLOW,
);

it(
  'an id of somebody else is refused and ends nothing',
  async () => {
    const [{ id: tokenId }] = await ours.db('accessTokens').where({ userId: rosa.id, name: 'CI' });
    const [{ id: linkId }] = await ours.db('chatLinks').where({ userId: rosa.id });
    expect(await run('revoke-tokens', '--id', String(tokenId))).toMatchObject({ status: 1, value: null });
    expect(await run('unlink-chats', '--id', String(linkId))).toMatchObject({ status: 1, value: null });
    expect([await countsOf(ana), await countsOf(rosa)]).toEqual([WHOLE, WHOLE]);
  },
  SLOW,
);
