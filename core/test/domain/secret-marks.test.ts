import { expect, it } from 'vitest';
import { nextMarks } from '../../src/domain/admin/secret-marks.ts';

const alone = (current: string, stored: string[]) => nextMarks({ current, previous: null, stored });
const changing = (current: string, previous: string, stored: string[]) => nextMarks({ current, previous, stored });

it('the first process says which secret the installation works with; another secret is refused from then on', () => {
  expect(alone('a', [])).toEqual(['a']);
  expect(alone('a', ['a'])).toEqual(['a']);
  expect(alone('b', ['a'])).toBeNull();
  expect(changing('b', 'c', ['a'])).toBeNull();
});

it('a rolling change lets processes of either secret restart in any order, until the new one stands alone', () => {
  expect(changing('b', 'a', ['a'])).toEqual(['b', 'a']);
  expect(alone('a', ['b', 'a'])).toEqual(['b', 'a']);
  expect(changing('b', 'a', ['b', 'a'])).toEqual(['b', 'a']);
  expect(alone('b', ['b', 'a'])).toEqual(['b']);
  expect(changing('b', 'a', ['b'])).toEqual(['b']);
  expect(alone('a', ['b'])).toBeNull();
});

it('a second change may begin before the first has ended, and forgets the oldest secret', () => {
  expect(changing('c', 'b', ['b', 'a'])).toEqual(['c', 'b']);
  expect(alone('a', ['c', 'b'])).toBeNull();
});
