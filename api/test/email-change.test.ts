import type { Person } from '@bitacora/core/domain/people/person';
import { findEmailChangeToken } from '@bitacora/core/use-cases/account/email-change';
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { type Mailbox, mailbox } from './emails/mailbox.ts';
import { type RunningApp, runningApp } from './running-app.ts';
import { sheetOf } from './sheets/workbooks.ts';

let app: RunningApp;
let box: Mailbox;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
  box = mailbox(stage(app.db).core);
});
afterEach(() => box.close());
afterAll(() => app.close());

const make = () => given(app.db);
const supervisor = () => make().person({ firstName: 'Sara', lastName: 'Solís', position: 'SUPERVISOR', email: 'supervisora@demo.mx' });
const edited = ({ isActive: _, ...person }: Person, changes: object) => ({ ...person, kind: person.kind as 'Usuario', ...changes });
const emailOf = async ({ id }: Person) => (await app.db('users').where({ id }).first('email')).email;
const sentTo = (mails: Email[], address: string) => mails.filter(({ to }) => to?.[0]?.address === address);
const statusOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 200,
    (error: { status: number }) => error.status,
  );
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('the takeover of an account by its email', () => {
  it('a supervisor does not change the address of a manager, nor by taking the position away first', async () => {
    const boss = await app.as(await supervisor());
    const manager = await make().manager({ email: 'gerente@demo.mx' });
    const take = (changes: object) => boss.client.updateUser(edited(manager, changes));
    await expect(take({ email: 'mallory@evil.mx' })).rejects.toEqual(code('user.emailProtected'));
    await expect(take({ position: 'ANALISTA' })).rejects.toEqual(code('user.bossOnly'));
    await app.db('users').where({ id: manager.id }).update({ position: 'ANALISTA', privilegeLostAt: new Date() });
    await expect(take({ position: 'ANALISTA', email: 'mallory@evil.mx' })).rejects.toEqual(code('user.emailProtected'));
    expect(await emailOf(manager)).toBe('gerente@demo.mx');
    expect(await statusOf(app.visitor().client.requestPasswordReset({ email: 'mallory@evil.mx' }))).toBe(404);
  });

  it('of an employee, the new address opens nothing before it is confirmed, and the old one gets a notice at once', async () => {
    const boss = await app.as(await supervisor());
    const ana = await make().person({ firstName: 'Ana', email: 'ana@demo.mx' });
    await boss.client.updateUser(edited(ana, { email: 'mallory@evil.mx' }));
    expect(await emailOf(ana)).toBe('ana@demo.mx');
    expect(await statusOf(app.visitor().client.requestPasswordReset({ email: 'mallory@evil.mx' }))).toBe(404);
    expect(await statusOf(app.visitor().client.logIn({ email: 'ana@demo.mx', password: PASSWORD }))).toBe(200);
    const [notice] = sentTo(await box.deliver(), 'ana@demo.mx');
    expect(notice?.text).toContain('Sara Solís');
    expect(notice?.text).toContain('mallory@evil.mx');
  });
});

describe('the confirmation', () => {
  const linkIn = (mails: Email[], address: string) =>
    /https:\S+\/Confirm_Email#token=([\w-]+)/.exec(sentTo(mails, address)[0]?.text ?? '')?.[1] ?? '';

  it('comes by a link to the new address; then the old one gets a second notice, sessions end and the new one logs in', async () => {
    const boss = await app.as(await supervisor());
    const ana = await make().person({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@demo.mx' });
    const [mine, visitor] = [await app.as(ana), app.visitor()];
    await boss.client.updateUser(edited(ana, { email: 'ana@nueva.mx' }));
    expect((await boss.client.listUsers()).find(({ id }) => id === ana.id)).toMatchObject({
      email: 'ana@demo.mx',
      pendingEmail: 'ana@nueva.mx',
    });
    const mails = await box.deliver();
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(['ana@demo.mx', 'ana@nueva.mx']);
    const token = linkIn(mails, 'ana@nueva.mx');
    expect(sentTo(mails, 'ana@demo.mx')[0]?.text).not.toContain(token);

    expect(await visitor.client.readEmailChange({ token })).toMatchObject({ name: 'Ana Ruiz', email: 'ana@nueva.mx' });
    await visitor.client.confirmEmailChange({ token });
    expect((await mine.call('GET', '/api/data_user')).status).toBe(401);
    const [notice] = await box.deliver();
    expect([notice?.to?.[0]?.address, notice?.subject]).toEqual(['ana@demo.mx', 'Cambió el correo de tu cuenta de Bitácora']);
    const disowning = /https:\S+\/Confirm_Email#disown=([\w-]+)/.exec(notice?.text ?? '')?.[1] ?? '';
    expect(await statusOf(visitor.client.logIn({ email: 'ana@demo.mx', password: PASSWORD }))).toBe(401);
    expect(await statusOf(visitor.client.logIn({ email: 'ana@nueva.mx', password: PASSWORD }))).toBe(200);
    await expect(visitor.client.confirmEmailChange({ token })).rejects.toMatchObject({ status: 400, code: 'emailChange.invalidLink' });

    const unguarded = await visitor.call('POST', '/api/disown_email_change', { body: { token: disowning }, csrf: false });
    expect([unguarded.status, await emailOf(ana)]).toEqual([403, 'ana@nueva.mx']);
    await app.visitor().client.disownEmailChange({ token: disowning });
    expect(await statusOf(app.visitor().client.logIn({ email: 'ana@demo.mx', password: PASSWORD }))).toBe(200);
  });

  it('needs a page of ours: without the CSRF token nothing is confirmed', async () => {
    const boss = await app.as(await supervisor());
    const ana = await make().person({ email: 'ana@demo.mx' });
    await boss.client.updateUser(edited(ana, { email: 'ana@nueva.mx' }));
    const token = linkIn(await box.deliver(), 'ana@nueva.mx');
    const answer = await app.visitor().call('POST', '/api/confirm_email_change', { body: { token }, csrf: false });
    expect([answer.status, await emailOf(ana)]).toEqual([403, 'ana@demo.mx']);
  });

  it('both notices that could not be sent before it go to the old address all the same; a replaced link is not sent', async () => {
    const boss = await app.as(await supervisor());
    const ana = await make().person({ email: 'ana@demo.mx' });
    await boss.client.updateUser(edited(ana, { email: 'ana@primera.mx' }));
    await boss.client.updateUser(edited(ana, { email: 'ana@segunda.mx' }));
    const { facts } = await app.db('outbox').where({ kind: 'emailConfirmation' }).orderBy('id', 'desc').first();
    const token = (await stage(app.db).anyone(findEmailChangeToken, facts)) as string;
    await app.visitor().client.confirmEmailChange({ token });
    const mails = await box.deliver();
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(['ana@demo.mx', 'ana@demo.mx', 'ana@demo.mx']);
  });

  it('is canceled with a notice to the address that stays, and the link that was mailed opens nothing', async () => {
    const boss = await app.as(await supervisor());
    const ana = await make().person({ email: 'ana@demo.mx' });
    await boss.client.updateUser(edited(ana, { email: 'equivocada@demo.mx' }));
    const token = linkIn(await box.deliver(), 'equivocada@demo.mx');
    await boss.client.cancelEmailChange({ id: ana.id });
    const [notice, ...others] = await box.deliver();
    expect(others).toEqual([]);
    expect([notice?.to?.[0]?.address, notice?.subject]).toEqual(['ana@demo.mx', 'Se canceló el cambio de correo de tu cuenta de Bitácora']);
    for (const text of ['equivocada@demo.mx', 'Sara Solís']) expect(notice?.text).toContain(text);
    await expect(app.visitor().client.confirmEmailChange({ token })).rejects.toEqual(code('emailChange.invalidLink'));
  });

  it('the bulk upload changes the email of nobody', async () => {
    const boss = await app.as(await supervisor());
    const ana = await make().person({ email: 'ana@demo.mx' });
    const { employeeNumber, firstName, lastName, level, department, position } = ana;
    const headings = ['num_employe', 'name_user', 'last_name', 'email', 'level_user', 'department', 'position'];
    const sheet = await sheetOf([headings, [employeeNumber, firstName, lastName, 'mallory@evil.mx', level, department, position]]);
    const file = new File([sheet as Uint8Array<ArrayBuffer>], 'personas.xlsx');
    expect(await statusOf(boss.client.importUsers({ file }))).toBe(400);
    expect(await emailOf(ana)).toBe('ana@demo.mx');
  });
});
