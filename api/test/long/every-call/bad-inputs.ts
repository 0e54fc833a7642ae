import { endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { isDeep } from '../../../../core/test/deep.ts';
import { operationsByName, type Schema } from '../../documented.ts';
import type { RawCall } from '../../raw.ts';
import { badValue, type Dice, withKeysOfEveryObject } from './bad-values.ts';
import type { Company } from './called-company.ts';
import { addressOf, type CallName, goodCalls, routes } from './good-calls.ts';

const JSON_TYPE = 'application/json';
const schemaOf = (name: CallName, type: string) => operationsByName.get(name)?.requestBody?.content[type]?.schema;

/** The good body as plain fields, from a form or from an object. */
const fieldsOf = (body: object | undefined): Record<string, unknown> =>
  body instanceof FormData
    ? Object.fromEntries([...body].filter(([, value]) => typeof value === 'string'))
    : { ...(body as Record<string, unknown>) };

/** A wrong token for somebody who waits for one is counted, and so it is asked for somebody who does not. */
const nobodyWaits: Partial<Record<CallName, object>> = {
  checkResetToken: { email: 'colega@demo.mx' },
  resetPassword: { email: 'colega@demo.mx' },
};

type Maker = (roll: Dice) => RawCall;

/** Every way to misuse a call's address: other methods, other paths, hostile parameters. */
function badAddresses(name: CallName, good: string): Maker[] {
  const { method, path } = routes[name];
  const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'REPORT'].filter((other) => other !== method);
  const odd = [
    '%00',
    '%2e%2e%2f',
    '..%5c',
    '%E0%A4%A',
    '%',
    '%ff',
    "'",
    '%22',
    ';',
    '%3Cscript%3E',
    '%0d%0aX: y',
    'x'.repeat(4000),
    '🙂',
    '__proto__',
  ];
  const piece = (roll: Dice) =>
    `${encodeURI(roll.pick(odd).slice(0, 40))}${roll.below(1e6).toString(36)}${roll.pick(['', '%00', '%2f', '.json', '~'])}`;
  const makers: Maker[] = [
    (roll) => ({ method: roll.pick(others), path: good }),
    (roll) => ({ method, path: `${good}/${piece(roll)}` }),
    (roll) => ({ method, path: `${path.split('/:')[0]}${roll.pick(['x', '_', '-', '%20', '.', '%00'])}${piece(roll)}/${piece(roll)}` }),
  ];
  const hostile = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x1',
    '99999999999999999999',
    '9223372036854775808',
    '%00',
    '1%27',
    'NaN',
    '[]',
    '{}',
    'null',
    '%F0%9F%99%82',
  ];
  if (!path.includes(':')) return makers;
  const given = (roll: Dice) => roll.pick([roll.pick(hostile), roll.pick(odd), piece(roll)]).replace(/%$|%A$/, '%25');
  return [...makers, (roll) => ({ method, path: path.replace(/:\w+/, () => encodeURI(given(roll)).replaceAll('%25', '%')) })];
}

/** Bodies that are none, or are called what they are not. */
const badForms: ((json: string) => Pick<RawCall, 'body' | 'headers'>)[] = [
  ...[
    '',
    'null',
    '[]',
    '7',
    'true',
    '"x"',
    '[{}]',
    '{',
    '{]',
    '{"a":',
    "{'a': 1}",
    '{"a": undefined}',
    '\ufeff{',
    'a=1&b=2',
    '\u0000',
    '{"a": 1}{',
  ].map((body) => () => ({ body: body || ' ', headers: { 'Content-Type': JSON_TYPE } })),
  ...[
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonx',
    'nonsense',
    '',
    'a/b; charset',
  ].map((type) => (json: string) => ({ body: json, headers: { 'Content-Type': type } })),
  (json) => ({ body: `[${json}]`, headers: { 'Content-Type': JSON_TYPE } }),
  (json) => ({ body: json, headers: { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'nonsense' } }),
  (json) => ({ body: json, headers: { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' } }),
  (json) => ({
    body: `${json.slice(0, -1)}${json === '{}' ? '' : ','}"x":"${'x'.repeat(1_000_000)}"}`,
    headers: { 'Content-Type': JSON_TYPE },
  }),
  () => ({ body: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, headers: { 'Content-Type': JSON_TYPE } }),
  () => ({ body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22]), headers: { 'Content-Type': JSON_TYPE } }),
];

/** Good fields with one or more bad ones among them. */
function badFields(schema: Schema, good: Record<string, unknown>): Maker {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  return (roll) => {
    const body = { ...good };
    const many = 1 + roll.below(Math.min(3, names.length));
    for (let n = 0; n < many; n++) {
      const name = roll.pick(names);
      body[name] = badValue(properties[name] as Schema, roll, required.includes(name));
    }
    const json = JSON.stringify(body);
    return { method: '', path: '', body: roll.below(4) === 0 ? withKeysOfEveryObject(json) : json, headers: { 'Content-Type': JSON_TYPE } };
  };
}

const B = 'limite';
const multipart = (body: string | Buffer): Pick<RawCall, 'body' | 'headers'> => ({
  body,
  headers: { 'Content-Type': `multipart/form-data; boundary=${B}` },
});
const partOf = (name: string, value: string, more = '') =>
  `--${B}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const END = `--${B}--\r\n`;

/** Forms that are broken, doubled or filled with what they do not take. */
function badMultipart({ uploads, sheet }: Endpoint, good: Record<string, unknown>): Maker[] {
  const fields = Object.entries(good).map(([name, value]) => partOf(name, String(value)));
  const file = (field: string, bytes: string) => partOf(field, bytes, '; filename="a.png"\r\nContent-Type: image/png');
  const field = uploads?.field ?? sheet?.field ?? 'images';
  const noise = (roll: Dice) => Array.from({ length: 8 }, () => roll.below(2 ** 30).toString(36)).join('');
  const call = (...parts: string[]): RawCall => ({ method: '', path: '', ...multipart(parts.join('')) });
  return [
    (roll) => call(...fields, file(`${field}[0]`, noise(roll)), END),
    (roll) =>
      call(
        ...fields,
        file(roll.pick(['foto', `${field}[0][x]`, `${field}[100]`, '__proto__', 'constructor', '', '../x']), noise(roll)),
        END,
      ),
    (roll) => call(...fields, file(`${field}[0]`, noise(roll)).slice(0, -20)),
    (roll) => call(...fields, ...Array.from({ length: 5 + roll.below(9) }, (_, n) => file(`${field}[${n}]`, noise(roll))), END),
    (roll) => call(`--${noise(roll)}`, ...fields),
    (roll) => ({
      ...call(...fields, END),
      headers: { 'Content-Type': `multipart/form-data${roll.pick(['', ';', '; boundary=', '; boundary="', `; boundary=${noise(roll)}`])}` },
    }),
    (roll) => call(...fields, ...Array.from({ length: 41 }, (_, n) => partOf(`x${n}`, noise(roll))), END),
    (roll) => call(...fields, partOf('x', noise(roll).repeat(2_500)), END),
    ...(fields.length === 0
      ? []
      : [
          (roll: Dice) => call(...fields, partOf(roll.pick(Object.keys(good)), noise(roll)), file(`${field}[0]`, noise(roll)), END),
          (roll: Dice) =>
            call(...fields.slice(1), partOf(Object.keys(good)[0] as string, `${noise(roll)}\u0000`), file(field, noise(roll)), END),
        ]),
  ];
}

/** What nobody may send to a call: `count` requests, the same at every run. */
export function badInputs(name: CallName, company: Company, roll: Dice, count: number): RawCall[] {
  const input = goodCalls[name][1](company);
  const endpoint = (endpoints as Record<string, Endpoint>)[name];
  const { method } = routes[name];
  const path = addressOf(name, input);
  const good = { ...fieldsOf(input.body), ...nobodyWaits[name] };
  const json = JSON.stringify(good);
  const addressed = ({ body, headers }: Pick<RawCall, 'body' | 'headers'>): RawCall => ({ method, path, body, headers });

  const schema = schemaOf(name, JSON_TYPE);
  // All calls have one parser of bodies, so the short form sends each call a few of the bad forms, and all of them to some call.
  const forms = isDeep ? badForms : badForms.filter((_, index) => index % 6 === name.length % 6);
  const calls: RawCall[] = endpoint?.body ? forms.map((form) => addressed(form(json))) : [];
  const makers: Maker[] = badAddresses(name, path);
  if (schema && Object.keys(schema.properties ?? {}).length > 0) {
    const fields = badFields(schema, good);
    const maker: Maker = (roll) => addressed(fields(roll));
    makers.push(...Array.from({ length: 12 }, () => maker));
  }
  if (endpoint?.uploads || endpoint?.sheet) for (const maker of badMultipart(endpoint, good)) makers.push((roll) => addressed(maker(roll)));
  if (endpoint?.effect === 'writes') {
    makers.push((roll) => ({
      ...addressed({ body: json, headers: { 'Content-Type': JSON_TYPE } }),
      headers: { 'Content-Type': JSON_TYPE, 'Idempotency-Key': 'k'.repeat(201 + roll.below(500)) },
    }));
  }
  while (calls.length < count) calls.push(roll.pick(makers)(roll));
  return calls;
}
