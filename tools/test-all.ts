/** `npm run test:all`: the everyday tests and the long ones (test-scopes.ts). `.ci/run` uses it. */
process.env.TEST_SCOPE = 'all';
await import('./test.ts');
