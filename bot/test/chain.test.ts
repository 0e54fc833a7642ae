import type { ChatService } from '@bitacora/core/domain/chat/chat';
import { isSummaryKind } from '@bitacora/core/domain/notifications/notification';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { type Company, company, labelsOn, pressOn, readCard, readSentence, titlesByHeading } from './company.ts';

let firm: Company;
beforeAll(async () => {
  firm = await company();
});
beforeEach(() => firm.app.wipe());
afterAll(() => firm.close());

describe.each(['slack', 'teams'] satisfies ChatService[])('in %s', (service) => {
  it('an employee goes from the notification to done, and the manager verifies', async () => {
    const { app, answer, delivery, chats } = firm;
    chats[service].posted.length = 0;
    const db = given(app.db);
    const [boss, ana] = [
      await db.manager({ firstName: 'Marta', lastName: 'Ríos' }),
      await db.person({ firstName: 'Ana', lastName: 'Paz' }),
    ];
    const topic = await db.topic({ name: 'Mudanza' });
    const [bossAsks, anaAsks] = [await firm.link(boss, service), await firm.link(ana, service)];
    for (const person of [boss, ana]) {
      const { client } = await app.as(person);
      const preferences = (await client.listPreferences())
        .filter(({ kind }) => !isSummaryKind(kind))
        .map(({ kind }) => ({ kind, byEmail: false, byChat: true }));
      await client.choosePreferences({ preferences });
    }
    const web = await app.as(boss);
    const { id } = await web.client.assignActivity({
      topicId: topic.id,
      assigneeId: ana.id,
      description: 'Empacar el archivo',
      priority: 'normal',
      repeats: null,
      dueOn: '2026-11-25' as never,
    });

    const working = firm.bot.work();
    const postedTo = (conversation: string, title: string) =>
      vi.waitFor(
        () => {
          const message = chats[service].posted.find((each) => each.conversation === conversation && each.card.title === title);
          if (!message) throw new Error(`not posted yet: ${JSON.stringify(chats[service].posted.map(({ card }) => card.title))}`);
          return message;
        },
        { timeout: 30_000 },
      );
    try {
      const letter = await postedTo(anaAsks.conversation, 'Marta Ríos te asignó una actividad');
      expect(letter.card.activityIds).toEqual([id]);

      const press = pressOn({ kind: 'card', card: letter.card }, 'Iniciar Trabajo');
      const started = await answer({ kind: 'press', press, asker: anaAsks, deliveryId: delivery() });
      expect(readSentence(started)).toBe('Actividad actualizada correctamente.');
      expect(readCard(started).title).toBe('Marta Ríos te asignó una actividad');
      expect(labelsOn(readCard(started))).toContain('Marcar completado');

      const reply = await answer({ kind: 'press', press: pressOn(started, 'Marcar completado'), asker: anaAsks, deliveryId: delivery() });
      if (reply.kind !== 'form') throw new Error('a form was expected');
      const blank = { resolution: ' ' };
      const again = await answer({ kind: 'submit', press: reply.form.press, values: blank, asker: anaAsks, deliveryId: delivery() });
      expect(again).toMatchObject({ kind: 'form', form: { fields: [{ name: 'resolution', error: 'Este campo es obligatorio.' }] } });
      const values = { resolution: 'Quedó en doce cajas' };
      const done = await answer({ kind: 'submit', press: reply.form.press, values, asker: anaAsks, deliveryId: delivery() });
      expect(readSentence(done)).toBe('La actividad se ha marcado como completada.');

      const waiting = await postedTo(bossAsks.conversation, 'Ana Paz terminó una actividad que asignaste');
      expect(JSON.stringify(waiting.card)).toContain('Quedó en doce cajas');
      const verify = pressOn({ kind: 'card', card: waiting.card }, 'Verificar');
      const verified = await answer({ kind: 'press', press: verify, asker: bossAsks, deliveryId: delivery() });
      expect(readSentence(verified)).toBe('Actividad actualizada correctamente.');

      const notice = await postedTo(anaAsks.conversation, 'Marta Ríos verificó tu actividad');
      expect(titlesByHeading(notice.card)).toEqual({ 'Verificadas · 1': [`${id} · Empacar el archivo`] });
      expect(
        chats[service].posted.every(({ conversation }) => [anaAsks, bossAsks].some((asker) => asker.conversation === conversation)),
      ).toBe(true);
    } finally {
      await working.stop();
    }
    const history = await app.db('activityHistory').where({ activityId: id }).orderBy('id');
    expect(history.map(({ act, actorId, channel }) => [act, actorId, channel])).toEqual([
      ['register', boss.id, 'web'],
      ['start', ana.id, service],
      ['complete', ana.id, service],
      ['approve', boss.id, service],
    ]);
  });
});
