import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import examples from '../../../api/src/openapi/examples.json' with { type: 'json' };
import { decodeReply } from '../../src/client/client.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { addedLater } from '../../src/contract/wire.ts';
import { renamed } from '../../src/contract/wire-names.ts';

/** What the server answered to one good call of each endpoint, as the API's page shows it. */
const goldens = Object.entries(examples as Record<string, { reply?: unknown }>)
  .filter(([, { reply }]) => reply !== undefined)
  .map(([name, { reply: body }]) => {
    const endpoint: Endpoint = endpoints[name as keyof typeof endpoints];
    return { name, body, schema: endpoint.page && !Array.isArray(body) ? endpoint.page : endpoint.reply };
  });

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

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

it('reads what the schema reads', () => {
  expect(goldens.length).toBeGreaterThan(85);
  for (const { name, body, schema } of goldens) expect(decodeReply(schema, body), name).toEqual(z.decode(schema, body as never));
});

it('reads the fallback of a field that an older server does not send', () => {
  const reply = renamed({ rowCount: ['row_count', addedLater(z.int(), 7)] });
  expect(decodeReply(reply, {})).toEqual({ rowCount: 7 });
});

describe.each(goldens)('$name of another server', ({ body, schema }) => {
  // What the administration's history recorded of a change is data, and no field of the contract.
  const paths = pathsIn(body).filter((path) => !path.slice(0, -1).some((key) => key === 'before' || key === 'after'));
  const reply = decodeReply(schema, body);

  it('reads a missing nullable as null', () => {
    const keys = paths.filter((path) => typeof path.at(-1) === 'string' && isNullable(schema, body, path));
    for (const path of keys) {
      const without = changed(body, path, (holder, key) => delete holder[key]);
      const empty = changed(body, path, (holder, key) => Object.assign(holder, { [key]: null }));
      expect(decodeReply(schema, without), path.join('.')).toEqual(decodeReply(schema, empty));
    }
  });

  it('ignores an unknown key at each level', () => {
    const objects = paths.filter((path) => isObject(at(body, path)) && !['before', 'after'].includes(String(path.at(-1))));
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
