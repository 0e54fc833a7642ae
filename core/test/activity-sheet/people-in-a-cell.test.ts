import { personFinder } from '@bitacora/core/domain/people/name-match';
import { describe, expect, it } from 'vitest';

const person = (id: number, firstName: string, lastName: string) => ({
  id,
  firstName,
  lastName,
  employeeNumber: `E-${id}`,
  email: `p+${id}@empresa.mx`,
  alias: null,
});
const find = personFinder(
  [person(1, 'María José', 'Hernández'), person(2, 'Ana', 'García López'), person(3, 'Luis', 'Ortega')],
  [person(4, 'Ana', 'García'), person(5, 'Rosa', 'Luna')],
);

describe('people in one cell', () => {
  it.each(['María / José', 'María y José', 'MARÍA Y JOSÉ', 'María & José', 'María\nJosé', 'María - José', 'García / López', 'María, José'])(
    'asks about %j: two people are not one',
    (text) => expect(find(text).isSure).toBe(false),
  );

  it('is sure of a surname before a comma, of a full name, of an email with a plus sign', () => {
    const sure = ['Ortega, Luis', 'García López, Ana', 'María José Hernández', 'Luis O. <p+3@empresa.mx>'].map(find);
    expect(sure.map(({ isSure, suggestion }) => [isSure, ...suggestion])).toEqual([
      [true, 3],
      [true, 2],
      [true, 1],
      [true, 3],
    ]);
  });

  it('suggests each person of the cell, or the one whose name the whole text is', () => {
    expect(find('Ana López y Luis Ortega')).toMatchObject({ isSure: false, suggestion: [2, 3] });
    expect(find('Luis & Hermanos Ortega')).toMatchObject({ isSure: false, suggestion: [] });
  });
});

describe('a name that somebody else may have', () => {
  it.each(['López, Ana', 'María José', 'José Hernández'])('asks about %j: the first name or the first surname is missing', (text) => {
    expect(find(text)).toMatchObject({ isSure: false, suggestion: [expect.any(Number)] });
  });

  it.each([
    ['Ma Jose', 1],
    ['L. Ortega', 3],
    ['Ana Garc', 2],
  ])('suggests the person whose names begin like %j', (text, id) => {
    expect(find(text)).toMatchObject({ isSure: false, suggestion: [id] });
  });

  it('asks about the name of a person who left, and suggests nobody', () => {
    expect(find('Ana García')).toEqual({ isSure: false, suggestion: [], candidates: [2] });
    expect(find('Ana García López').isSure).toBe(true);
  });
});
