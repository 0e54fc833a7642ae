import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPLOYEE, fullName, isDeveloper, isGainingPrivilege, isPrivileged } from '../../src/domain/people/person.ts';

describe('privileged is', () => {
  it.each([
    'GERENTE',
    'Gerente de Ventas',
    'SUBGERENTE DE OBRA',
    'asistente (gerente interino)',
    'CONTRALOR',
    'Contralora General',
    'Contralór',
    'SUPERVISOR',
    'supervisora de turno',
    'Súpervisor',
    'GE\u0301RENTE',
    'ＧＥＲＥＮＴＥ',
  ])('whose position is %j', (position) => {
    expect(isPrivileged({ kind: EMPLOYEE, position })).toBe(true);
  });

  it.each(['Desarrollador', 'DESARROLLADOR', 'desarrolladór'])('whose type is %j, in any position', (kind) => {
    expect(isPrivileged({ kind, position: 'ANALISTA' })).toBe(true);
    expect(isDeveloper({ kind })).toBe(true);
  });
});

describe('privileged is not', () => {
  it.each(['', 'ANALISTA', 'GEREN TE', 'GERENCIA', 'SUPERVISIÓN', 'CONTROL DE CALIDAD', 'Desarrollador', 'DIRECTOR'])(
    'whose position is %j',
    (position) => {
      expect(isPrivileged({ kind: EMPLOYEE, position })).toBe(false);
    },
  );

  it('somebody whose type only contains the word', () => {
    expect(isDeveloper({ kind: 'Ex Desarrollador' })).toBe(false);
    expect(isPrivileged({ kind: 'GERENTE', position: 'ANALISTA' })).toBe(false);
  });
});

it('case and accents never matter', () => {
  const accents = fc.array(fc.constantFrom('', '\u0301', '\u0308'), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(fc.constantFrom('gerente', 'contralor', 'supervisor'), accents, fc.string(), fc.string(), (word, marks, before, behind) => {
      const dressed = [...word].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter) + (marks[index % 7] ?? '')).join('');
      expect(isPrivileged({ kind: EMPLOYEE, position: `${before} ${dressed} ${behind}` })).toBe(true);
    }),
  );
});

it('a full name has no loose blanks', () => {
  expect(fullName({ firstName: 'Ana', lastName: 'Ruiz' })).toBe('Ana Ruiz');
  expect(fullName({ firstName: 'Ana', lastName: '' })).toBe('Ana');
});

describe('a change gives privilege', () => {
  const plain = { kind: 'Usuario', position: 'ANALISTA' };
  const supervisor = { kind: 'Usuario', position: 'Supervisor de línea' };
  const developer = { kind: 'Desarrollador', position: 'ANALISTA' };
  it.each([
    [null, supervisor, true],
    [null, plain, false],
    [plain, supervisor, true],
    [plain, developer, true],
    [supervisor, developer, false],
    [supervisor, plain, false],
  ])('from %j to %j: %s', (before, after, isGaining) => expect(isGainingPrivilege(before, after)).toBe(isGaining));
});
