import { expect, it } from 'vitest';
import { searchTermsIn } from '../../src/domain/activity/search.ts';

it.each([
  ['#123', { folio: 123, words: '' }],
  [' # 123 ', { folio: 123, words: '' }],
  ['123', { folio: 123, words: '123' }],
  ['7', { folio: 7, words: '' }],
  ['0', null],
  ['#0', { folio: null, words: '#0' }],
  ['2147483648', { folio: null, words: '2147483648' }],
  ['1.5', { folio: null, words: '1.5' }],
  ['-12', { folio: null, words: '-12' }],
  ['ñ', null],
  [' a ', null],
  ['Año  100 %', { folio: null, words: 'ano 100 %' }],
  ['orden 123', { folio: null, words: 'orden 123' }],
])('%j asks for %j', (text, sought) => {
  expect(searchTermsIn(text)).toEqual(sought);
});
