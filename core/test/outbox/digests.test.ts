import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationKind } from '../../src/domain/notifications/notification.ts';
import type { Person } from '../../src/domain/people/person.ts';
import type { ClaimedDigest, ClaimTerms } from '../../src/persistence/notifications/outbox.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { ZONE } from '../stage.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LEASE = 2 * MINUTE;
let database: TestDatabase;
let ana: Person;
let luis: Person;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.wipe();
  ana = await given(database.db).person();
  luis = await given(database.db).person();
});

const repos = () => repositoriesOn(database.db, ZONE);
const later = (ms: number, from = NOW) => new Date(from.getTime() + ms);
const rows = () => database.db('outbox').orderBy('id');
async function addNotification(
  to: Person,
  kind: NotificationKind,
  key: string,
  more: { at?: Date; activityId?: number } = {},
): Promise<void> {
  await repos().outbox.add({ key, kind, recipientId: to.id, activityId: more.activityId }, more.at ?? NOW);
}
const claim = (now = NOW, terms: Partial<ClaimTerms> = {}): Promise<ClaimedDigest | null> =>
  database.db.transaction((trx) => repositoriesOn(trx, ZONE).outbox.claim({ channel: 'email', leaseMs: LEASE, quiet: [], ...terms }, now));
async function claimDigest(now = NOW, terms: Partial<ClaimTerms> = {}): Promise<ClaimedDigest> {
  const claimed = await claim(now, terms);
  if (!claimed) throw new Error('nothing to claim');
  return claimed;
}
async function all(now = NOW): Promise<ClaimedDigest[]> {
  const letters: ClaimedDigest[] = [];
  for (let claimed = await claim(now); claimed; claimed = await claim(now)) letters.push(claimed);
  return letters;
}
const keysOf = ({ notifications }: ClaimedDigest) => notifications.map(({ key }) => key);
const prefers = (person: Person, kind: NotificationKind, byEmail: boolean, byChat: boolean) =>
  database.db('announcementPreferences').insert({ userId: person.id, kind, byEmail, byChat }).onConflict(['userId', 'kind']).merge();
const link = ({ id }: Person) =>
  database.db('chatLinks').insert({ userId: id, service: 'slack', workspace: 'T', chatUserId: `U${id}`, displayName: 'x', linkedAt: NOW });

describe('a letter', () => {
  it('gathers a person’s deadlines and news, and every token has one of its own', async () => {
    for (const kind of ['dueSoon', 'assigned', 'invitation', 'overdue', 'verified', 'passwordReset', 'dueTomorrow'] as const)
      await addNotification(ana, kind, kind);
    await addNotification(luis, 'overdue', 'of Luis');
    const letters = await all();
    expect(letters.map((letter) => [letter.recipient.id, keysOf(letter)])).toEqual([
      [ana.id, ['invitation']],
      [ana.id, ['passwordReset']],
      [ana.id, ['dueSoon', 'assigned', 'overdue', 'verified', 'dueTomorrow']],
      [luis.id, ['of Luis']],
    ]);
    expect(new Set(letters.map(({ letter }) => letter)).size).toBe(4);
  });

  it('stays whole and the same for life: a later notification goes in another digest', async () => {
    await addNotification(ana, 'assigned', 'a');
    await addNotification(ana, 'verified', 'b');
    const first = await claimDigest();
    await repos().outbox.retryAt(first, later(MINUTE), '451 not now');
    await addNotification(ana, 'canceled', 'c');
    const other = await claimDigest();
    expect(keysOf(other)).toEqual(['c']);
    const again = await claimDigest(later(MINUTE));
    expect([again.letter, again.tries, keysOf(again)]).toEqual([first.letter, 2, ['a', 'b']]);
  });

  it('with a token goes before all that was due earlier', async () => {
    for (let n = 0; n < 5; n += 1) await addNotification(await given(database.db).person(), 'assigned', `n${n}`, { at: later(-DAY) });
    await addNotification(ana, 'passwordReset', 'reset');
    expect(keysOf(await claimDigest())).toEqual(['reset']);
  });

  it('of a person whose other letter is being taken is passed over, not waited for', async () => {
    await addNotification(ana, 'assigned', 'a');
    const trx = await database.db.transaction();
    await trx.raw('select 1 from users where id = ? for no key update', [ana.id]);
    await addNotification(luis, 'assigned', 'b', { at: later(1) });
    expect(keysOf(await claimDigest(later(1)))).toEqual(['b']);
    await trx.rollback();
  });

  it('reports the deadline that its activity had when the notification was written', async () => {
    const { id: activityId } = await given(database.db).activity({
      dueOn: day('2026-11-27'),
      extendedTo: day('2026-12-04'),
      extensionReason: 'x',
    });
    await addNotification(ana, 'extended', 'x', { activityId });
    expect((await claimDigest()).notifications).toMatchObject([{ kind: 'extended', activityId, deadlineOn: '2026-12-04', facts: {} }]);
  });

  it('of a killed taker comes back after the lease, and may have arrived', async () => {
    await addNotification(ana, 'assigned', 'a');
    const lost = await claimDigest();
    expect(await claim(later(LEASE - 1))).toBeNull();
    expect(await claimDigest(later(LEASE))).toMatchObject({ letter: lost.letter, tries: 2, uncertainTries: 1 });
  });

  it('is marked by its holder alone', async () => {
    await addNotification(ana, 'assigned', 'a');
    const late = await claimDigest();
    const current = await claimDigest(later(LEASE));
    const before = await rows();
    const { outbox } = repos();
    await outbox.markSent(late, NOW);
    await outbox.markFailed(late, NOW, 'refused', 'late');
    await outbox.retryAt(late, NOW, 'late');
    await outbox.omit(
      late,
      late.notifications.map(({ id }) => id),
    );
    await outbox.discard(late, NOW);
    expect(await rows()).toEqual(before);
    await outbox.markSent(current, later(LEASE));
    expect(await rows()).toMatchObject([{ sentAt: later(LEASE), claimedUntil: null }]);
  });

  it('has a notification once, no matter who adds it again', async () => {
    await addNotification(ana, 'assigned', 'a');
    await addNotification(ana, 'assigned', 'a');
    await repos().outbox.markSent(await claimDigest(), NOW);
    await addNotification(ana, 'assigned', 'a');
    expect(await claim()).toBeNull();
    expect(await rows()).toHaveLength(1);
  });
});

describe('what no longer holds', () => {
  it('goes without a trace while nobody was notified of it', async () => {
    for (const key of ['a', 'b']) await addNotification(ana, 'assigned', key);
    const claimed = await claimDigest();
    await repos().outbox.omit(claimed, [claimed.notifications[0]?.id as number]);
    expect(await rows()).toMatchObject([{ key: 'b' }]);
    await repos().outbox.discard(claimed, NOW);
    expect(await rows()).toEqual([]);
  });

  it('stays in a letter that may have arrived, and ends with it', async () => {
    for (const key of ['a', 'b']) await addNotification(ana, 'assigned', key);
    await repos().outbox.retryAt({ ...(await claimDigest()), uncertainTries: 1 }, NOW, 'no answer');
    const claimed = await claimDigest();
    await repos().outbox.omit(claimed, [claimed.notifications[0]?.id as number]);
    expect(await rows()).toHaveLength(2);
    await repos().outbox.discard(claimed, NOW);
    expect(await rows()).toMatchObject([{ failure: 'overtaken' }, { failure: 'overtaken' }]);
    expect(await repos().failedDigests.list(9)).toEqual([]);
  });
});

describe('the channel', () => {
  const channels = async (key: string) => (await rows().where('key', 'like', `${key}%`).select('key', 'channel')).map(Object.values);

  it.each([
    ['nothing chosen', null, false, [['k', 'email']]],
    ['email', [true, false], false, [['k', 'email']]],
    ['chat, which is linked', [false, true], true, [['k:chat', 'chat']]],
    ['chat, which is not linked', [false, true], false, [['k', 'email']]],
    [
      'both',
      [true, true],
      true,
      [
        ['k', 'email'],
        ['k:chat', 'chat'],
      ],
    ],
    ['both, and no link', [true, true], false, [['k', 'email']]],
    ['neither', [false, false], true, []],
  ] as const)('%s', async (_, preference, isLinked, expected) => {
    if (preference) await prefers(ana, 'verified', preference[0], preference[1]);
    if (isLinked) await link(ana);
    await addNotification(ana, 'verified', 'k');
    expect(await channels('k')).toEqual(expected);
  });

  it('of a token is email, with any preferences', async () => {
    await prefers(ana, 'passwordReset', false, false);
    await addNotification(ana, 'passwordReset', 'k');
    expect(await channels('k')).toEqual([['k', 'email']]);
    expect(keysOf(await claimDigest())).toEqual(['k']);
  });

  it('chat waits for the bot, and email does not take it', async () => {
    await prefers(ana, 'verified', false, true);
    await link(ana);
    await addNotification(ana, 'verified', 'k');
    expect(await claim()).toBeNull();
    expect(keysOf(await claimDigest(NOW, { channel: 'chat' }))).toEqual(['k:chat']);
  });

  it('that was switched off since is not used: the rest of the digest is sent', async () => {
    await addNotification(ana, 'verified', 'a');
    await addNotification(ana, 'assigned', 'b');
    await addNotification(luis, 'verified', 'c');
    for (const person of [ana, luis]) await prefers(person, 'verified', false, false);
    expect((await all()).map(keysOf)).toEqual([['b']]);
    expect(await rows()).toMatchObject([{ key: 'b' }]);
  });
});

describe('a change of channel', () => {
  const byChat = (now = NOW) => claim(now, { channel: 'chat' });
  const quarter = later(15 * MINUTE);
  const fallBack = () => repos().outbox.fallBack(NOW, quarter);
  beforeEach(async () => {
    await link(ana);
  });

  it('takes what waits along: from email to chat and back', async () => {
    await addNotification(ana, 'verified', 'a');
    await addNotification(ana, 'assigned', 'b');
    await prefers(ana, 'verified', false, true);
    expect(keysOf(await claimDigest())).toEqual(['b']);
    await prefers(ana, 'verified', true, false);
    expect(await byChat()).toBeNull();
    expect(keysOf(await claimDigest())).toEqual(['a']);
    expect(await rows()).toHaveLength(2);
  });

  it('of a letter that may have arrived says by the other too', async () => {
    await addNotification(ana, 'verified', 'a');
    await repos().outbox.retryAt({ ...(await claimDigest()), uncertainTries: 1 }, NOW, 'no answer');
    await prefers(ana, 'verified', false, true);
    expect(await claim()).toBeNull();
    expect(keysOf((await byChat()) as ClaimedDigest)).toEqual(['a:chat']);
  });

  it('by ending the link too', async () => {
    await prefers(ana, 'verified', false, true);
    await addNotification(ana, 'verified', 'a');
    await database.db('chatLinks').delete();
    expect(await byChat()).toBeNull();
    expect(keysOf(await claimDigest())).toEqual(['a']);
  });

  it('what no chat has claimed in a quarter of an hour goes by email, once', async () => {
    await prefers(ana, 'verified', false, true);
    await addNotification(ana, 'verified', 'a');
    await repos().outbox.fallBack(later(-1), later(15 * MINUTE - 1));
    expect(await claim(quarter)).toBeNull();
    await fallBack();
    await fallBack();
    expect(await byChat(quarter)).toBeNull();
    expect(keysOf(await claimDigest(quarter))).toEqual(['a']);
    expect(await rows()).toHaveLength(1);
  });

  it('to nothing at all ends also what had fallen back', async () => {
    await prefers(ana, 'verified', false, true);
    await addNotification(ana, 'verified', 'a');
    await fallBack();
    await prefers(ana, 'verified', false, false);
    expect(await claim(quarter)).toBeNull();
    expect(await rows()).toEqual([]);
  });

  it('is none where both were chosen: the email reports it', async () => {
    await prefers(ana, 'verified', true, true);
    await addNotification(ana, 'verified', 'a');
    const email = await claimDigest();
    await repos().outbox.markSent(email, NOW);
    await fallBack();
    expect(await rows()).toMatchObject([{ key: 'a', channel: 'email', sentAt: NOW }]);
  });
});

describe('a week', () => {
  it('after its notification nobody is notified of it again', async () => {
    await addNotification(ana, 'assigned', 'a');
    expect(await claim(later(7 * DAY))).toBeNull();
    expect(keysOf(await claimDigest(later(7 * DAY - 1)))).toEqual(['a']);
  });

  it('is over: what waits is given up by letters, and its key kept', async () => {
    await addNotification(ana, 'assigned', 'tried');
    await repos().outbox.retryAt(await claimDigest(), later(MINUTE), '451');
    for (const key of ['a', 'b']) await addNotification(ana, 'assigned', key);
    await addNotification(ana, 'overdue', 'c');
    await addNotification(luis, 'overdue', 'young', { at: later(DAY) });
    await repos().outbox.giveUpOld(later(7 * DAY));
    const failed = await repos().failedDigests.list(9);
    expect(failed.map(({ kinds, failure, tries }) => [kinds, failure, tries]).sort()).toEqual([
      [['assigned'], 'expired', 1],
      [['assigned', 'overdue'], 'expired', 0],
    ]);
    expect(await rows().whereNull('failedAt')).toMatchObject([{ key: 'young' }]);
    await addNotification(ana, 'assigned', 'a');
    expect(await rows()).toHaveLength(5);
  });

  it('does not end what is being sent just now', async () => {
    await addNotification(ana, 'assigned', 'a');
    const claimed = await claimDigest(later(7 * DAY - 1));
    await repos().outbox.giveUpOld(later(7 * DAY));
    await repos().outbox.markSent(claimed, later(7 * DAY));
    expect(await rows()).toMatchObject([{ sentAt: later(7 * DAY), failedAt: null }]);
  });
});
