/** `npm run test:deep`: every test with the full figures of the reliability tests; half an hour or more. */
process.env.DEEP = '1';
await import('./test.ts');
