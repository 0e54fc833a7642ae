import { callOnWire } from '@bitacora/core/client';
import { peopleCalls } from '@bitacora/core/client/create-client';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { readAnyFile } from '../input-files.ts';
import { terminalApi as texts } from '../messages/api.ts';

export const calls: Readonly<Record<string, Endpoint>> = peopleCalls;
export const wireNameOf = ({ path }: Endpoint) => path.split('/')[2] ?? '';

/** By our name or by that of its address: `readActivity`, `get_activity`, `/api/get_activity`. */
export function callNamed(typed: string): Endpoint {
  const name = typed.replace(/^\/?api\//, '');
  const call = calls[name] ?? Object.values(calls).find((endpoint) => wireNameOf(endpoint) === name);
  if (!call) throw new Stopped(exits.usage, texts.unknown(typed), texts.seeList);
  return call;
}

const FIELD = /^([\w[\]]+)(:=|=@|=)(.*)$/s;

/** `a=b` is a text, also of a number; `a:=…` is JSON; `a=@file` is a file; a field given again makes a list. */
async function readFields(words: readonly string[], endpoint: Endpoint, signal: AbortSignal): Promise<Record<string, unknown>> {
  const upload = endpoint.uploads ?? endpoint.sheet;
  const fileOf = (name: string, place: string) => {
    if (upload?.field !== name) throw new Stopped(exits.usage, texts.notAFile(name), texts.textWithAt(name, place));
    return readAnyFile(place, signal, upload.maxBytes);
  };
  const fields: Record<string, unknown> = {};
  for (const word of words) {
    const [, name = '', sign, text = ''] = FIELD.exec(word) ?? [];
    if (!sign) throw new Stopped(exits.usage, texts.notAField(word), texts.fieldExample);
    const value = sign === '=@' ? await fileOf(name, text) : sign === ':=' ? jsonOf(name, text) : text;
    const before = fields[name];
    const isList = before !== undefined || (sign === '=@' && name !== 'file');
    fields[name] = isList ? [before ?? [], value].flat() : value;
  }
  return fields;
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Stopped(exits.usage, texts.notJson(name), texts.fieldExample);
  }
}

/** The path with its parameters, which are taken out of the fields. */
function pathOf({ path }: Endpoint, fields: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name];
    if (value === undefined) throw new Stopped(exits.usage, texts.missing(name), texts.fieldExample);
    delete fields[name];
    return encodeURIComponent(String(value));
  });
}

export const api = command({
  name: 'api',
  summary: texts.summary,
  details: texts.details,
  words: [
    { name: '[llamada]', summary: texts.call },
    { name: '[campos...]', summary: texts.fields },
  ],
  completes: Object.values(calls).map(wireNameOf),
  flags: {},
  lists: true,
  async run({ words: [name, ...words], connect, common, signal }) {
    if (name === undefined)
      return {
        kind: 'rows',
        columns: [
          { title: texts.call, of: wireNameOf },
          { title: texts.method, of: ({ method }) => method, rank: 1 },
          { title: texts.does, of: ({ summary }) => summary, isLong: true },
        ],
        rows: Object.values(calls),
        total: Object.keys(calls).length,
        empty: '',
      };
    const endpoint = callNamed(name);
    const fields = await readFields(words, endpoint, signal);
    const path = pathOf(endpoint, fields);
    const { send } = await connect();
    const reply = await callOnWire(endpoint, path, fields, send);
    if (!(reply instanceof Blob)) {
      const text = JSON.stringify(reply, null, 2);
      // Not as `value`, whose names would be rewritten: some names of the API have capitals.
      return common.json ? { kind: 'script', text: `${text}\n` } : { kind: 'done', lines: text.split('\n'), value: reply };
    }
    const bytes = Buffer.from(await reply.arrayBuffer());
    return {
      kind: 'file',
      async write(sink) {
        await new Promise<void>((resolve, reject) => sink.write(bytes, (error) => (error ? reject(error) : resolve())));
      },
    };
  },
});
