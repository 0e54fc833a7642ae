import { expect, it } from 'vitest';
import { verification } from '../../../api/src/messages/verification.ts';

it('counts the seals of the mails in the singular and in the plural', () => {
  expect(verification.mailedHeads(1)).toBe('1 sello de los correos coincide con la base de datos.');
  expect(verification.mailedHeads(3)).toBe('3 sellos de los correos coinciden con la base de datos.');
});

it('says of a row with a wrong date what is wrong with it', () => {
  const [at, recordedAt] = [new Date('2026-09-01T12:00:00Z'), new Date('2026-11-22T12:00:00Z')];
  const row = { id: 7, activityId: 3, at };
  expect(verification.misdated({ ...row, recordedAt, isOff: true })).toBe(
    'Folio 3: el renglón 7 dice 2026-09-01T12:00:00.000Z y la base de datos lo recibió el 2026-11-22T12:00:00.000Z.',
  );
  expect(verification.misdated({ ...row, recordedAt: at, isOff: false })).toContain(
    'dice 2026-09-01T12:00:00.000Z y está fuera del tiempo',
  );
  expect(verification.misdated({ ...row, recordedAt: null, isOff: false })).toContain('la base de datos no anotó cuándo lo recibió');
});
