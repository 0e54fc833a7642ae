import { expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../core/src/contract/endpoints.ts';
import { sources } from '../checks/repository.ts';
import { actGroups, notActs, printParity } from './parity.ts';

const intro = `# Which act is possible where

Read this to see what a person can do in the web, in the terminal and in each chat. \`tools/test/parity.test.ts\` reads the table from the code of
each client: \`npm test -- tools/test/parity.test.ts -u\` writes it anew. The terminal also makes any call with \`bitacora api\`, which does not count here.

`;

it('the table of acts is what the clients can do, and says why where one cannot', async () => {
  const { text, unexplained } = printParity(sources());
  expect(unexplained).toEqual([]);
  await expect(intro + text).toMatchFileSnapshot('../../docs/parity.md');
});

it('every call that writes is an act of the table, or said to be none', () => {
  const inTable = actGroups.flatMap(({ acts }) => acts.flatMap(({ calls }) => calls));
  const writes = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].effect === 'writes');
  expect(writes.filter((name) => inTable.includes(name) === name in notActs)).toEqual([]);
  expect(new Set(inTable).size).toBe(inTable.length);
});
