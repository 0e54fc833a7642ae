import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { decodeReply } from '../../src/client/client.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';

/** What release 1.1.2 answered to one good call of each endpoint (api/test/long/every-call/good-calls.ts). */
const folder = new URL('./replies-1.1.2/', import.meta.url);
const goldens = readdirSync(folder).map((file) => {
  const name = file.replace('.json', '') as keyof typeof endpoints;
  const endpoint: Endpoint = endpoints[name];
  const body: unknown = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  return { name, body, schema: endpoint.page && !Array.isArray(body) ? endpoint.page : endpoint.reply };
});

type Path = (string | number)[];
type Node = Record<string | number, unknown>;

/** The path of every value in a reply, the reply itself first. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, Array.isArray(value) ? Number(key) : key]))];
}
const at = (body: unknown, path: Path): unknown => path.reduce<unknown>((value, key) => (value as Node)[key], body);

/** The reply after `change` was made to the object or list that holds the value at `path`. */
function changed(body: unknown, path: Path, change: (holder: Node, key: string | number) => void): unknown {
  const copy = structuredClone(body);
  change(at(copy, path.slice(0, -1)) as Node, path.at(-1) as string | number);
  return copy;
}
const isNullable = (schema: z.ZodMiniType, body: unknown, path: Path) =>
  z.safeDecode(schema, changed(body, path, (holder, key) => Object.assign(holder, { [key]: null })) as never).success;
const isClosedWord = (schema: z.ZodMiniType, body: unknown, path: Path) =>
  z
    .safeDecode(schema, body as never)
    .error?.issues.some((issue) => issue.code === 'invalid_value' && issue.values.length > 1 && issue.path.join() === path.join()) ?? false;

it('the last release answered every endpoint, and this client reads what the schema reads', () => {
  expect(goldens.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['readActivity', 'listAllActivities', 'countFacets', 'listHistory']),
  );
  expect(goldens.length).toBeGreaterThan(85);
  const extended = goldens.filter(({ body, schema }) => !z.safeDecode(schema, body as never).success);
  expect(extended.map(({ name }) => name)).toEqual([
    ...['countFacets', 'listAllActivities', 'listAwaitingVerification', 'listMyHistory', 'listMyPending'],
    ...[
      'listUsers',
      'logOut',
      'readActivity',
      'readAssignedFigures',
      'readCompanyFigures',
      'readComplianceGroups',
      'readCsrfToken',
      'readDiagnosis',
      'readSession',
      'readStatus',
    ],
    'searchActivities',
  ]);
  for (const { name, body, schema } of goldens.filter((golden) => !extended.includes(golden)))
    expect(decodeReply(schema, body), name).toEqual(z.decode(schema, body as never));
});

it('a field that this release added has its fallback', () => {
  const session = goldens.find(({ name }) => name === 'readSession') as (typeof goldens)[number];
  expect(decodeReply(session.schema, session.body)).toMatchObject({ success: true, isDemoExposed: false, user: { id: 2 } });
});

describe.each(goldens)('$name of another release', ({ body, schema }) => {
  const paths = pathsIn(body);
  const reply = decodeReply(schema, body);

  it('reads a missing nullable as null', () => {
    const keys = paths.filter((path) => typeof path.at(-1) === 'string' && isNullable(schema, body, path));
    for (const path of keys) {
      const without = changed(body, path, (holder, key) => delete holder[key]);
      const empty = changed(body, path, (holder, key) => Object.assign(holder, { [key]: null }));
      expect(decodeReply(schema, without), path.join('.')).toEqual(z.decode(schema, empty as never));
    }
  });

  it('ignores an unknown key at each level', () => {
    const objects = paths.filter((path) => typeof at(body, path) === 'object' && at(body, path) && !Array.isArray(at(body, path)));
    for (const path of objects) {
      const copy = structuredClone(body);
      Object.assign(at(copy, path) as Node, { added_later: { any: ['thing'] } });
      const extended = decodeReply(schema, copy);
      if (!JSON.stringify(extended).includes('added_later')) expect(extended, path.join('.')).toEqual(reply);
    }
  });

  it('reads an unknown word of a closed list as other', () => {
    for (const path of paths.filter((each) => typeof at(body, each) === 'string')) {
      const odd = changed(body, path, (holder, key) => Object.assign(holder, { [key]: 'Added later' }));
      if (isClosedWord(schema, odd, path)) expect(JSON.stringify(decodeReply(schema, odd)), path.join('.')).not.toContain('Added later');
    }
  });
});

it('reads an unknown status, priority, channel and lapse as other, and an unknown act as its own word', () => {
  const read = (name: string) => goldens.find((golden) => golden.name === name) as (typeof goldens)[number];
  const activity = read('readActivity');
  const words = { status_project: 'Waiting', priority: 'Low', time_lapse: 'decade' };
  expect(decodeReply(activity.schema, { ...(activity.body as object), ...words })).toMatchObject({
    status: 'other',
    priority: 'other',
    repeats: 'other',
  });
  const history = read('listHistory');
  const [entry] = history.body as object[];
  expect(decodeReply(history.schema, [{ ...entry, act: 'delegate', channel: 'phone', to_status: 'Waiting' }])).toMatchObject([
    { act: 'delegate', channel: 'other', to: 'other' },
  ]);
});

it('refuses a reply that lacks what cannot be null', () => {
  const { schema, body } = goldens.find(({ name }) => name === 'readActivity') as (typeof goldens)[number];
  expect(() => decodeReply(schema, { ...(body as object), objetive_project: undefined })).toThrow(z.core.$ZodError);
});
