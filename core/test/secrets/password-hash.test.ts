import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Module = typeof import('../../src/secrets/password-hash.ts');
const { argon2 } = crypto;
const derived: { memory: number; passes: number; parallelism: number; nonce: unknown; message: unknown }[] = [];

let product: Module;
/** The module as the product has it, without the cheap hashes of the tests, on a recorded argon2. */
beforeEach(async () => {
  derived.length = 0;
  crypto.argon2 = ((algorithm, parameters, done) => {
    derived.push(parameters as never);
    argon2(algorithm, parameters, done);
  }) as typeof argon2;
  syncBuiltinESMExports();
  vi.resetModules();
  product = await import('../../src/secrets/password-hash.ts');
});
afterEach(() => {
  crypto.argon2 = argon2;
  syncBuiltinESMExports();
});
const costs = () => derived.map(({ memory, passes, parallelism }) => ({ memory, passes, parallelism }));

it('a new hash costs 64 MiB and three passes', async () => {
  const stored = await product.hashPassword('demo1234');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(costs()).toEqual([{ memory: 65_536, passes: 3, parallelism: 1 }]);
  expect(product.isOutdated(stored)).toBe(false);
  expect(await product.isPassword('demo1234', stored)).toBe(true);
});

it('a person who is not there costs the same hash as a wrong password', async () => {
  const stored = await product.hashPassword('demo1234');
  await product.isPassword('equivocada', stored); // The first call also makes the hash that strangers are compared with.
  derived.length = 0;
  expect(await product.isPassword('equivocada', stored)).toBe(false);
  const firstCosts = costs();
  derived.length = 0;
  expect(await product.isPassword('equivocada', null)).toBe(false);
  expect(costs()).toEqual(firstCosts);
  expect(firstCosts).toHaveLength(1);
});
