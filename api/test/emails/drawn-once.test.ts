import { calendarDate } from '@bitacora/core/domain/calendar';
import type { ListUrls } from '@bitacora/core/messages/notifications/digest';
import { newsPhrases } from '@bitacora/core/messages/notifications/news-kinds';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { composeDigest } from '../../src/notifications/messages/activity-mails.ts';
import { aDue, aPiece, deadlines, news } from './examples.ts';

const folio = fc.integer({ min: 1, max: 4 });
const rows = ({ blocks }: ReturnType<typeof news>) =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.groups.flatMap((group) => group.rows) : []));

it('names in the subject what stands first in the body, and whose it is', () => {
  const kind = fc.record({ daysLeft: fc.integer({ min: -9, max: 7 }), isMine: fc.boolean(), isSubstituted: fc.boolean() });
  fc.assert(
    fc.property(fc.array(kind, { minLength: 1, maxLength: 60 }), (all) => {
      const digest = deadlines('Íñigo', ...all.map((one, index) => aDue(index + 1, one.daysLeft, `Tarea ${index + 1}`, one)));
      const [first] = rows(digest);
      const due = all[(first?.folio ?? 0) - 1];
      const whose = due?.isMine ? '' : due?.isSubstituted ? ', de quien suples' : ', asignada por ti';
      expect(digest.subject).toMatch(new RegExp(`^${first?.state}${whose}: ${first?.text}( y \\d+ más)?$`));
      expect(digest.preview).toContain(first?.text);
    }),
  );
});

it('draws each activity once, with everything that happened to it', () => {
  const kinds = Object.keys(newsPhrases) as (keyof typeof newsPhrases)[];
  const piece = fc.record({ folio, kind: fc.constantFrom(...kinds), by: fc.constantFrom('Ana', 'Luis') });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 12 }), (all) => {
      const digest = news('Íñigo', ...all.map((one, n) => aPiece(one.kind, { ...one, comment: `palabras ${n}.` })));
      const folios = rows(digest).map((row) => row.folio);
      expect(folios.toSorted()).toEqual([...new Set(all.map((one) => one.folio))].toSorted());
      for (const row of rows(digest)) {
        const own = all.filter((one) => one.folio === row.folio);
        expect(row.detail?.split('\n')).toHaveLength(own.length);
        for (const [n, { folio: of, kind }] of all.entries())
          if (of === row.folio && kind === 'commented') expect(row.detail).toContain(`palabras ${n}.`);
      }
    }),
  );
});

it('says of delivered and closed work what it is, and never that it is due today', () => {
  const over = [
    { status: 'completed', daysLeft: 0 },
    { status: 'verified', daysLeft: 0 },
    { status: 'canceled', daysLeft: 0 },
  ] as const;
  const digest = news('Íñigo', ...over.map((one, index) => aPiece('commented', { ...one, folio: index + 1 })));
  expect(rows(digest).map(({ state }) => state)).toEqual(['Entregada', 'Verificado', 'Cancelado']);
  for (const kind of ['assigned', 'reminded'] as const)
    for (const one of over) expect(JSON.stringify(news('Íñigo', aPiece(kind, one)))).not.toMatch(/vence hoy/i);
});

it('draws reminders and news of one activity in one block of one digest', () => {
  const numbers = fc.array(folio, { maxLength: 5 });
  fc.assert(
    fc.property(fc.uniqueArray(folio), numbers, (dueFolios, newsFolios) => {
      fc.pre(dueFolios.length > 0);
      const due = dueFolios.map((n) => aDue(n, 1, `Tarea ${n}`));
      const pieces = newsFolios.map((n, index) => aPiece('commented', { folio: n, comment: `palabras ${index}.`, by: 'Ana' }));
      const urls = Object.fromEntries(
        ['pending', 'verify', 'assigned', 'team', 'substituted', 'history', 'notifications'].map((n) => [n, n]),
      );
      const digest = composeDigest('Íñigo', due, pieces, urls as unknown as ListUrls, calendarDate('2026-11-20'));
      const all = new Set([...dueFolios, ...newsFolios]);
      expect(rows(digest).map((row) => row.folio)).toHaveLength(all.size);
      expect(digest.subject).toMatch(all.size > 1 ? new RegExp(` y ${all.size - 1} más$`) : /^Vence/);
      for (const [index] of newsFolios.entries())
        expect(rows(digest).filter(({ detail }) => detail?.includes(`palabras ${index}.`))).toHaveLength(1);
    }),
  );
});
