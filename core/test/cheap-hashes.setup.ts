import { hashCost } from '../src/secrets/password-hash.ts';

/** Files share a worker, and each runs this again on the same `hashCost`. */
const globals = globalThis as { hashCostOfProduct?: typeof hashCost };
globals.hashCostOfProduct ??= { ...hashCost };
const ofProduct = globals.hashCostOfProduct;

/** A password hash costs a twenty-fourth of the product's in every test, because hundreds of tests log people in. */
Object.assign(hashCost, { memory: 8_192, passes: 1 });

/** For a test file that needs hashing to be slow. */
export const restoreProductHashCost = (): object => Object.assign(hashCost, ofProduct);
