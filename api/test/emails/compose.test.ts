import { addDays } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { requestPasswordReset } from '@bitacora/core/use-cases/account/reset-password';
import { amendActivity } from '@bitacora/core/use-cases/activities/amend-activity';
import { cancelActivity } from '@bitacora/core/use-cases/activities/cancel-activity';
import { commentActivity } from '@bitacora/core/use-cases/activities/comments';
import { completeActivity } from '@bitacora/core/use-cases/activities/complete-activity';
import { extendDeadline } from '@bitacora/core/use-cases/activities/extend-deadline';
import { reassignActivity } from '@bitacora/core/use-cases/activities/reassign-activity';
import { assignActivity } from '@bitacora/core/use-cases/activities/register-activity';
import { validateActivity } from '@bitacora/core/use-cases/activities/validate-activity';
import { confirmChatLink, offerChatLink } from '@bitacora/core/use-cases/chat/chat-links';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { inviteUser, updateUser } from '@bitacora/core/use-cases/people/users';
import type { Email } from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { day, given, NOW, TODAY } from '../../../core/test/factories.ts';
import { type Stage, stage } from '../../../core/test/stage.ts';
import { headerOf, type Mailbox, mailbox, SITE } from './mailbox.ts';

let database: TestDatabase;
let on: Stage;
let box: Mailbox;
let laura: Person;
let inigo: Person;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
  box = mailbox(on.core);
  laura = await given(database.db).manager({ firstName: 'Laura', lastName: 'Méndez Peña', email: 'laura@empresa.mx' });
  inigo = await given(database.db).person({ firstName: 'Íñigo', lastName: 'Núñez', email: 'inigo@empresa.mx' });
});
afterEach(() => box.close());
afterAll(() => database.close());

type Facts = Parameters<ReturnType<typeof given>['activity']>[0];
const work = (facts: Facts = {}) =>
  given(database.db).activity({ owner: laura, assignee: inigo, description: 'Contar los equipos', ...facts });
const remind = () =>
  on.core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input: { dueAt: on.now() }, effect: 'writes' });
const complete = (activityId: number) => on.act(completeActivity, inigo, { activityId, resolution: 'Se contaron 214' });
const reject = (activityId: number) => on.act(validateActivity, laura, { activityId, comment: 'Falta el anexo', verdict: 'Rejected' });
const approve = (activityId: number) => on.act(validateActivity, laura, { activityId, comment: null, verdict: 'Verified' });
const recipientsOf = (mails: Email[]) => mails.map(({ to, subject }) => [to?.[0]?.address?.split('@')[0], subject]);

it('who is deactivated reads who did it, when and whom to tell, and who becomes privileged is named to each Desarrollador', async () => {
  const sara = await given(database.db).person({ kind: 'Desarrollador', firstName: 'Sara', lastName: 'Díaz', employeeNumber: 'E-7' });
  await on.act(updateUser, sara, { ...inigo, position: 'SUPERVISOR DE PLANTA' });
  await on.act(setUserStatus, sara, { id: inigo.id, isActive: false, reassignTo: null });
  const mails = await box.deliver();
  expect(recipientsOf(mails).sort()).toEqual([
    ['inigo', 'Bitácora: Sara Díaz cambió los datos de tu cuenta'],
    ['inigo', 'Bitácora: Sara Díaz desactivó tu cuenta'],
    [sara.email.split('@')[0], 'Bitácora: Sara Díaz dio a Íñigo Núñez acceso a toda la administración'],
  ]);
  const text = mails.find(({ subject }) => subject?.includes('datos'))?.text;
  expect(text).toContain(`Puesto:  ${inigo.position} → SUPERVISOR DE PLANTA`);
  expect(text).toMatch(/Cuándo: +\d+ \w+ 20\d\d, \d+:\d\d/);
  expect(text).toContain('avisa hoy mismo a tu jefe y a\nquien administra Bitácora');
});

describe('one piece of news', () => {
  it('reported twice before it goes is reported once, as it was reported last', async () => {
    const { id } = await work({ status: 'completed' });
    await reject(id);
    await complete(id);
    await on.act(validateActivity, laura, { activityId: id, comment: 'Falta la firma', verdict: 'Rejected' });
    on.setClock(new Date(on.now().getTime() + 60_000));
    await on.act(amendActivity, laura, { activityId: id, description: 'Secreto', reason: null });
    const mail = (await box.deliver()).find(({ to }) => to?.[0]?.address === inigo.email);
    expect(mail?.text).toContain('Falta la firma');
    expect(mail?.text).not.toContain('Falta el anexo');
  });

  it('an assignment: who, what, until when, where', async () => {
    const topic = await given(database.db).topic({ name: 'Inventario' });
    const input = { topicId: topic.id, description: 'Contar los equipos', priority: 'critical' as const, dueOn: day('2026-11-27') };
    const { id } = await on.act(assignActivity, laura, { ...input, repeats: null, images: [], assigneeId: inigo.id });
    const [mail] = await box.deliver();
    expect(mail?.subject).toBe('Nueva actividad: Contar los equipos');
    expect(mail?.to).toEqual([{ name: '', address: 'inigo@empresa.mx' }]);
    expect(mail?.text).toContain('Hola, Íñigo:\n\nLaura Méndez Peña te asignó una actividad');
    for (const text of [
      `Folio:            ${id}`,
      'Inventario',
      'Critica',
      'viernes 27 de noviembre · quedan 7 días',
      `${SITE}/Consult_My_Activity/${id}`,
    ]) {
      expect(mail?.text).toContain(text);
      expect(mail?.html).toContain(text.replace(/^Folio: +/, ''));
    }
  });

  it('says in its headers what it is, and where to unsubscribe', async () => {
    await complete((await work({ status: 'in_progress' })).id);
    const [mail] = (await box.deliver()) as [Email & { source: string }];
    const preferences = `${SITE}/Edit_Profile#avisos`;
    expect(mail.source).toMatch(/^List-Unsubscribe: <\S+>\r?$/m);
    const [, unsubscription = ''] = /^<(.+)>$/.exec(headerOf(mail, 'List-Unsubscribe') ?? '') ?? [];
    expect(unsubscription).toMatch(new RegExp(`^${SITE}/unsubscribe/${laura.id}\\.verificationRequested\\.[\\w-]{22}$`));
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.text).toContain(unsubscription);
    expect(mail.text).toMatch(/Nadie\s+lee\s+las\s+respuestas\s+a\s+este\s+correo\./);
    expect(mail.replyTo).toBeUndefined();
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@bitacora\.empresa\.mx>$/);
    expect(mail.text).toContain(preferences);
    expect(mail.html).toContain('href="mailto:soporte@empresa.mx"');
  });

  it('takes answers to the address of REPLY_TO, and says so', async () => {
    const replyingMailbox = mailbox(on.core, { replyTo: 'Soporte <soporte@empresa.mx>' });
    await complete((await work({ status: 'in_progress' })).id);
    const [mail] = (await replyingMailbox.deliver()) as Email[] as [Email];
    replyingMailbox.close();
    expect(mail.replyTo).toEqual([{ name: 'Soporte', address: 'soporte@empresa.mx' }]);
    expect(mail.text?.replace(/\s+/g, ' ')).toContain('Si respondes, tu correo llega a soporte@empresa.mx.');
  });

  it('a verification that waits, with the resolution, at the owner’s page', async () => {
    const { id } = await work({ status: 'in_progress' });
    await complete(id);
    const mails = await box.deliver();
    expect(recipientsOf(mails)).toEqual([['laura', 'Por verificar: Contar los equipos']]);
    expect(mails[0]?.text).toContain('Íñigo Núñez terminó una actividad que asignaste');
    expect(mails[0]?.text).toContain('Resolución final:\n> Se contaron 214');
    expect(mails[0]?.text).toContain(`Revisar y verificar:\n${SITE}/Consult_Activitie_Assigned/${id}?act=approve\n`);
  });

  it('belongs to the conversation of its activity, and several activities to none', async () => {
    const { id } = await work({ status: 'in_progress' });
    await complete(id);
    const thread = `<activity-${id}@bitacora.empresa.mx>`;
    const [toLaura] = await box.deliver();
    await reject(id);
    const [toInigo] = await box.deliver();
    for (const mail of [toLaura, toInigo]) expect([mail?.inReplyTo, mail?.references]).toEqual([thread, thread]);
    await complete(id);
    await complete((await work({ status: 'in_progress' })).id);
    const [both] = await box.deliver();
    expect([both?.inReplyTo, both?.references, both?.subject]).toEqual([undefined, undefined, 'Por verificar: Contar los equipos y 1 más']);
    expect(both?.text).toContain(`Abrir «Por verificar»:\n${SITE}/Verify_Inbox`);
  });

  it('leads a boss to what is late of those who report, or to their notifications where they may not see it', async () => {
    const boss = await given(database.db).manager({ firstName: 'Berta', email: 'a-berta@empresa.mx' });
    const other = await given(database.db).person({ firstName: 'Beto', email: 'a-beto@empresa.mx' });
    const luz = await given(database.db).person({ firstName: 'Luz' });
    await database.db('users').where({ id: luz.id }).update({ managerId: other.id });
    await database.db('users').where({ id: inigo.id }).update({ managerId: boss.id });
    for (const [manager, assignee] of [
      [boss, inigo],
      [other, luz],
    ] as const) {
      const { id } = await work({ assignee, dueOn: day('2026-11-10') });
      const row = { key: `escalated:${manager.id}`, kind: 'overdueEscalated', channel: 'email', recipientId: manager.id, activityId: id };
      const times = { createdAt: on.now(), nextTryAt: on.now(), expiresAt: new Date(on.now().getTime() + 86_400_000) };
      await database.db('outbox').insert({ ...row, ...times, facts: '{}', deadlineOn: '2026-11-10' });
    }
    const [toBerta, toBeto] = await box.deliver();
    const team = `${SITE}/Report_All_Activities_P?assignees=${inigo.id}&urgencies=late`;
    expect(toBerta?.text).toMatch(/Ver la actividad:\nhttps:\S+Consult_Activitie_Assigned/);
    expect(toBerta?.text).toContain(`Ver lo vencido de quienes te reportan:\n${team}`);
    expect(toBeto?.text).toContain(`Ver mis avisos:\n${SITE}/Notifications`);
    expect(toBeto?.text).not.toMatch(/Consult_|My_Activities/);
  });

  it('a rejection, with the comment', async () => {
    const { id } = await work({ status: 'completed' });
    await reject(id);
    const mails = await box.deliver();
    expect(recipientsOf(mails)).toEqual([['inigo', 'Rechazada: Contar los equipos']]);
    expect(mails[0]?.text).toContain('Comentario:\n> Falta el anexo');
  });

  it('a new date, with the reason and the old one', async () => {
    const { id } = await work({ status: 'in_progress', dueOn: day('2026-11-24') });
    await on.act(extendDeadline, laura, { activityId: id, extendedTo: day('2027-01-04'), reason: 'Faltan etiquetas' });
    const mails = await box.deliver();
    expect(recipientsOf(mails)).toEqual([['inigo', 'Nueva fecha, lunes 4 de enero de 2027: Contar los equipos']]);
    for (const text of ['> Faltan etiquetas', 'martes 24 de noviembre', 'lunes 4 de enero de 2027 · quedan 45 días'])
      expect(mails[0]?.text).toContain(text);
  });

  it('a verification, a cancellation, at the page of what is closed', async () => {
    const { id } = await work({ status: 'completed' });
    await approve(id);
    const [verified] = await box.deliver();
    expect([verified?.subject, verified?.text?.includes(`${SITE}/Consult_Completed_Activity/${id}`)]).toEqual([
      'Verificada: Contar los equipos',
      true,
    ]);
    await on.act(cancelActivity, laura, { activityId: (await work()).id });
    expect(recipientsOf(await box.deliver())).toEqual([['inigo', 'Cancelada: Contar los equipos']]);
  });

  it('of lost work names it as its reader knew it, with folio, actor and change, and not its page', async () => {
    const luz = await given(database.db).person({ firstName: 'Luz', lastName: 'Paz' });
    const { id } = await work({ description: 'Contar' });
    await on.act(reassignActivity, laura, { activityId: id, assigneeId: luz.id, reason: 'Vacaciones' });
    const mail = (await box.deliver()).find(({ to }) => to?.[0]?.address === inigo.email);
    expect(mail?.subject).toBe('Reasignada: Contar');
    expect(mail?.text).toContain('Laura Méndez Peña dio una actividad tuya a otra persona');
    expect(mail?.text).toContain('Íñigo Núñez → Luz Paz: Vacaciones');
    expect(mail?.text).toContain('porque eras responsable de esta actividad.');
    for (const body of [mail?.text, mail?.html]) expect(body).not.toMatch(/Secreto|\/Consult_|Prioridad|Fecha de entrega/);
  });

  it('and of several says what its reader is to each', async () => {
    const luz = await given(database.db).manager({ firstName: 'Luz', email: 'luz@empresa.mx' });
    const other = await work({ status: 'in_progress' });
    const comment = (who: Person, activityId: number) => on.act(commentActivity, who, { activityId, body: 'Hola' });
    const reasons = async (who: Person) => {
      on.setClock(new Date(on.now().getTime() + 6 * 60_000));
      const mails = (await box.deliver()).filter(({ to }) => to?.[0]?.address === who.email);
      return mails.map(({ text }) => /Recibes este correo.*/.exec((text ?? '').replace(/\n/g, ' '))?.[0].split('.')[0]);
    };
    await comment(luz, other.id);
    await comment(inigo, other.id);
    expect(await reasons(luz)).toEqual(['Recibes este correo porque comentaste esta actividad']);
    await comment(inigo, other.id);
    expect(await reasons(laura)).toEqual(['Recibes este correo porque eres dueño de esta actividad']);
    await comment(laura, other.id);
    const own = await work({ assignee: luz, status: 'in_progress' });
    await comment(laura, own.id);
    expect(await reasons(luz)).toEqual(['Recibes este correo por actividades de las que eres responsable o que comentaste']);
  });

  it('a repetition, which nobody in particular assigned', async () => {
    await approve((await work({ status: 'completed', repeats: 'week', dueOn: day('2026-11-19') })).id);
    const [mail] = await box.deliver();
    expect(mail?.subject).toMatch(/^Nueva actividad, .*: Contar los equipos y 1 más$/);
    expect(mail?.text).toMatch(/ASIGNADAS A TI · 1[^-]*Te toca de nuevo[\s\S]*VERIFICADAS · 1[^-]*Por Laura Méndez Peña/);
    const successor = await work({ description: 'Otra', status: 'completed', repeats: 'week', dueOn: day('2026-11-19') });
    await approve(successor.id);
    await database.db('outbox').where({ kind: 'verified' }).whereNull('sentAt').delete();
    expect((await box.deliver())[0]?.text).toContain('Te toca de nuevo una actividad repetible');
  });
});

it('what people write reaches the mail as text, and none of its headers', async () => {
  const description = 'Revisar\r\nBcc: otro@empresa.mx\r\n\r\n<img src=x onerror=alert(1)> https://malo.example \u202Egpj';
  const nuno = await given(database.db).person({
    firstName: 'Nuño\r\nCc: otro@empresa.mx',
    lastName: '<b>Peña</b>',
    email: 'nuno@empresa.mx',
  });
  const { id } = await work({ description, assignee: nuno, status: 'completed' });
  await on.act(validateActivity, laura, { activityId: id, comment: '</td><script>alert(1)</script>', verdict: 'Rejected' });
  const [mail] = (await box.deliver()) as Email[] as [Email];
  const ours = [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'in-reply-to',
    'list-unsubscribe',
    'list-unsubscribe-post',
    'message-id',
    'mime-version',
    'references',
    'subject',
    'to',
  ];
  expect(mail.headers.map(({ key }) => key).sort()).toEqual(ours);
  expect(mail.to).toEqual([{ name: '', address: 'nuno@empresa.mx' }]);
  expect(mail.subject).toBe('Rechazada: Revisar Bcc: otro@empresa.mx <img src=x onerror=alert(1)>…');
  expect(mail.html).toContain('&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(mail.html).not.toMatch(/<(img|script|b)\b/);
});

describe('is not reported', () => {
  it('what was verified, canceled, extended or done again before it was sent', async () => {
    const [a, b, c, d] = [
      await work({ status: 'in_progress' }),
      await work(),
      await work({ dueOn: day('2026-11-22') }),
      await work({ status: 'completed' }),
    ];
    await complete(a.id);
    await approve(a.id);
    await remind();
    await on.act(cancelActivity, laura, { activityId: b.id });
    await on.act(extendDeadline, laura, { activityId: c.id, extendedTo: day('2026-12-24'), reason: 'Más tiempo' });
    await reject(d.id);
    await complete(d.id);
    const mails = await box.deliver();
    expect(recipientsOf(mails)).toEqual([
      ['inigo', expect.stringMatching(/^Nueva fecha, .*: Contar los equipos y 2 más$/)],
      ['laura', 'Por verificar: Contar los equipos'],
    ]);
    expect(mails[0]?.text).toMatch(/CON NUEVA FECHA · 1[\s\S]*CANCELADAS · 1[\s\S]*VERIFICADAS · 1/);
    expect(await database.db('outbox').whereNull('sentAt')).toEqual([]);
  });

  it('anything to who left', async () => {
    await work({ dueOn: TODAY });
    await remind();
    await database.db('users').where({ id: inigo.id }).update({ isActive: false });
    expect(await box.deliver()).toEqual([]);
  });
});

describe('deadlines', () => {
  it('are one letter a person: one’s own, and apart those of others that the owner is notified of', async () => {
    const theirs = await work({ dueOn: day('2026-11-17'), description: 'Conciliar los vales' });
    const own = await given(database.db).ownActivity(laura, { dueOn: day('2026-11-21'), description: 'Revisar los contratos' });
    await remind();
    const [toInigo, toLaura] = await box.deliver();
    expect(toInigo?.subject).toBe('3 días de retraso: Conciliar los vales');
    expect(toLaura?.subject).toBe('Vence mañana: Revisar los contratos y 1 más');
    expect(toLaura?.text).toContain(`Recordar:\n        ${SITE}/Consult_Activitie_Assigned/${theirs.id}?act=remind`);
    expect(toLaura?.text).toContain('Responsable: Íñigo Núñez');
    expect(toLaura?.text).toContain(`${SITE}/Consult_Activitie_Assigned/${theirs.id}`);
    expect(toLaura?.text).toContain(`${SITE}/Consult_My_Activity/${own.id}`);
    expect(toInigo?.text).toContain(`${SITE}/Consult_My_Activity/${theirs.id}`);
  });

  it('are reckoned when the letter is sent, not when it was due', async () => {
    await work({ dueOn: day('2026-11-22') });
    await remind();
    on.setClock(new Date(NOW.getTime() + 86_400_000));
    expect(recipientsOf(await box.deliver())).toEqual([['inigo', 'Vence mañana: Contar los equipos']]);
  });

  it('name an activity with two notifications once', async () => {
    await work({ dueOn: day('2026-11-22') });
    await remind();
    on.setClock(new Date(NOW.getTime() + 86_400_000));
    await remind();
    const [mail] = await box.deliver();
    expect(mail?.subject).toBe('Vence mañana: Contar los equipos');
    expect(mail?.text?.match(/Contar los equipos/g)).toHaveLength(1);
  });

  it('of three hundred activities take as many questions as of one, and fifty rows', async () => {
    const questionsFor = async (count: number) => {
      const statements: string[] = [];
      for (let n = 0; n < count; n += 1) await work({ description: `${'Á&<"\u202e'.repeat(60)} ${n}`, dueOn: addDays(TODAY, (n % 9) - 4) });
      await remind();
      database.db.on('query', ({ sql }) => statements.push(sql));
      const mails = await box.deliver();
      database.db.removeAllListeners('query');
      on.setClock(new Date(on.now().getTime() + 60_000));
      return { statements: statements.filter((sql) => !/outbox/.test(sql)).length, toInigo: mails[0] };
    };
    const one = await questionsFor(1);
    const many = await questionsFor(300);
    expect(many.statements).toBeLessThanOrEqual(one.statements + 2);
    expect(many.toInigo?.html?.match(/Consult_My_Activity\/\d+"/g)).toHaveLength(50);
    expect(many.toInigo?.text).toContain('250 actividades más en tus pendientes');
    expect(Buffer.byteLength(many.toInigo?.html ?? '')).toBeLessThan(102_400); // where Gmail cuts
  });
});

it('a linked chat account is reported at once, alone, to the person who linked it, with any preferences: when, which and how to end it', async () => {
  await database.db('announcementPreferences').insert({ userId: inigo.id, kind: 'assigned', byEmail: false, byChat: true });
  on.setClock(new Date('2026-11-21T05:30:00Z'));
  const identity = { service: 'slack', workspace: 'T1', chatUserId: 'U1', conversation: 'D1', displayName: 'inigo.n' } as const;
  for (let times = 0; times < 2; times++) {
    const { url } = await on.anyone(offerChatLink, identity);
    const code = new URLSearchParams(new URL(url).hash.slice(1)).get('chat_link') as string;
    await on.act(confirmChatLink, inigo, { code });
    on.setClock(new Date(on.now().getTime() + 60_000));
  }
  const mails = await box.deliver();
  expect(recipientsOf(mails)).toEqual([
    ['inigo', 'Se vinculó una cuenta de Slack a tu cuenta de Bitácora'],
    ['inigo', 'Se vinculó una cuenta de Slack a tu cuenta de Bitácora'],
  ]);
  const reminderAt = (minute: string) =>
    expect.stringMatching(new RegExp(`inigo\\.n.*20 nov 2026, ${minute}.*desvincúlala en tu perfil.*/Edit_Profile`, 's'));
  expect(mails.map(({ text }) => text).sort()).toEqual([reminderAt('23:30'), reminderAt('23:31')]);
});

it('an invitation where passwords are off leads to the login page and has no token; a pending reset does not go', async () => {
  const developer = await given(database.db).person({ kind: 'Desarrollador', email: 'desarrollo@empresa.mx' });
  const invited = await given(database.db).person({ firstName: 'Eva', email: 'eva@empresa.mx', passwordHash: null });
  await on.act(inviteUser, developer, { id: invited.id });
  await on.anyone(requestPasswordReset, { email: inigo.email, mayMail: true });
  box.close();
  box = mailbox(on.core, { allowsPasswords: false });
  const [mail, ...more] = await box.deliver();
  expect([mail?.to?.[0]?.address, more]).toEqual(['eva@empresa.mx', []]);
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain(`${SITE}/`);
    expect(body).toContain('Entra con la cuenta de tu empresa');
    expect(body).not.toMatch(/token=|contraseña nueva/i);
  }
});

it('every mail leads to the privacy notice where the company has published one, and none where it has not', async () => {
  const bodies = async ({ email }: Person) => {
    await complete((await work({ status: 'in_progress', description: email })).id);
    await on.anyone(requestPasswordReset, { email, mayMail: true });
    const mails = await box.deliver();
    expect(mails).toHaveLength(2);
    return mails.flatMap(({ text, html }) => [text, html]);
  };
  for (const body of await bodies(inigo)) expect(body).not.toContain('aviso-de-privacidad');
  box.close();
  box = mailbox(on.core, { hasPrivacyNotice: true });
  for (const body of await bodies(laura)) expect(body).toContain(`${SITE}/aviso-de-privacidad`);
});
