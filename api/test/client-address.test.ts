import { expect, it } from 'vitest';
import { clientAddress } from '../src/http/client-network.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::7]:51234', '2001:db8::7'],
  ['', null],
  ['unknown', null],
  [`1.2.3.4\nforged line`, null],
])('the client address of %j is %j', (ip, address) => {
  expect(clientAddress({ ip })).toBe(address);
});
