import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { CallExample } from '../../src/openapi/describe-api.ts';
import type { Answer } from '../browser.ts';
import { type Demo, demoSecrets } from './demo.ts';
import { type DemoCall, demoCalls } from './demo-calls.ts';

/** Rows that an example shows of a list. */
const ROWS_MAX = 2;

/** What is another at each recording, by the name of its field: secrets, and figures of this machine. */
const replacements: Readonly<Record<string, unknown>> = {
  csrf_token: 'c2VndXJpZGFkLWRlLWVqZW1wbG8.ZmlybWEtZGUtZWplbXBsbw',
  device_code: 'q3Jb0fVxYkUu8Zt1LmN2oPwR',
  manifest: '3ce2c7c757507634dcd45b22fbbfe46077488e7c3235fea586d302450f13b68c',
  user_code: 'BCDF-GHJK',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  store_free_bytes: 78_000_000_000,
  at: '2026-11-20T18:00:00.000Z',
  database_version: '18.4',
  database_bytes: 16_000_000,
  migrations_applied: 69,
  key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
};
const WEBHOOK_SECRET = 'whsec_ZWplbXBsbyBkZSBzZWNyZXRvLCBubyBmaXJtYSBuYWRh';
/** The same inside of texts. */
const textReplacements: readonly [pattern: RegExp, fixed: string][] = [
  [/^tk_[\w-]{40,}$/, 'tk_8f2kQ1uVtZ0yXw3sR5nM7pL9aB4cD6eF'],
  // The version of the program changes with each release.
  [/^\d+\.\d+\.\d+$/, '1.3.0'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, '3f2a9c14-7b6e-4d05-9a81-5c0de2b7f436'],
  [/(?<=signed_images\/|calendar\/|chat_link=)[\w-]+/, 'Zk8sQ2vN1xUu5tRw7yLm3oPb'],
  [/(?<=\bsecret=)[A-Z2-7]+/, 'JBSWY3DPEHPK3PXP'],
  [/^[A-Z\d]{5}-[A-Z\d]{5}-[A-Z\d]{5}$/, 'N6GSM-55JND-W3HMG'],
  [/(?<=^|VINCULAR%20)[A-Z\d]{5}-[A-Z\d]{5}$/, 'K7QXM-4F2PQ'],
];

/** The same with few rows, and with fixed values for what no recording repeats. */
function steady(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, ROWS_MAX).map((one) => steady(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, steady(part, key)]));
  if (typeof value === 'string' && value.startsWith('whsec_')) return WEBHOOK_SECRET;
  if (Object.hasOwn(replacements, name) && typeof value === typeof replacements[name]) return replacements[name];
  if (typeof value !== 'string') return value;
  return textReplacements.reduce((text, [pattern, fixed]) => text.replace(pattern, fixed), value);
}

async function send(demo: Demo, name: EndpointName, { by, body, files, ...call }: DemoCall): Promise<Answer> {
  const { method, path }: Endpoint = endpoints[name];
  const address = path.replace(/:\w+/, encodeURIComponent(String(call.in)));
  const query = call.query ? `?${new URLSearchParams(Object.entries(call.query).map(([key, value]) => [key, String(value)]))}` : '';
  const form = files && new FormData();
  for (const [key, value] of Object.entries(form ? { ...body, ...files } : {}))
    form?.append(key, value instanceof File ? value : String(value));
  const payload = form ?? body;
  if (typeof by === 'object' && 'session' in by) return (await demo.sessionOf(by.session)).call(method, address + query, { body: payload });
  if (by === 'visitor') return demo.visitor().call(method, address + query, { body: payload });
  const headers = by === 'bot' ? { Authorization: `Bearer ${demoSecrets.bot}` } : await bearer(demo, by);
  return demo.visitor().call(method, address + query, { body: payload, headers, csrf: false });
}

function bearer(demo: Demo, by: { token: number } | { chat: 'worker' | 'manager' }): Promise<Record<string, string>> {
  if ('token' in by) return demo.tokenOf(by.token);
  return by.chat === 'worker' ? demo.tokenOf(demo.worker.id, demo.chatLinkId) : demo.tokenOf(demo.manager.id, demo.managersLinkId);
}

/** Makes every call of the contract on the demo company, in order, and keeps what was sent and answered. */
export async function recordExamples(demo: Demo): Promise<Record<string, CallExample>> {
  const examples: Record<string, CallExample> = {};
  const failures: string[] = [];
  for (const name of Object.keys(demoCalls) as EndpointName[]) {
    const call = await demoCalls[name](demo);
    const { status, body: reply } = await send(demo, name, call);
    const isRefused = name === 'createFirstAdministrator';
    if (status !== (isRefused ? 404 : 200)) failures.push(`${name}: ${status} ${JSON.stringify(reply)} after ${JSON.stringify(call)}`);
    examples[name] = {
      ...(call.in !== undefined && { in: call.in }),
      ...(call.query && { query: call.query }),
      ...(call.body && { body: steady(call.body) as Record<string, unknown> }),
      ...(reply !== undefined && !isRefused && { reply: steady(reply) }),
    };
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return examples;
}
