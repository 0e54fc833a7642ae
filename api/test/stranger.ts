import type { ApiDocument, Operation, Schema } from './documented.ts';

type Values = Record<string, unknown>;
const CSRF = '#/components/parameters/CsrfToken';

/**
 * A caller who knows only the address of the API document. Paths come from its templates and bodies from its schemas. The caller invents
 * the values that the document does not fix.
 */
export async function stranger(origin: string) {
  const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as ApiDocument;
  const cookies = new Map<string, string>();
  let token: string | null = null;

  const operations = new Map<string, { method: string; path: string; operation: Operation }>();
  for (const [path, verbs] of Object.entries(document.paths))
    for (const [verb, operation] of Object.entries(verbs))
      operations.set(operation.operationId, { method: verb.toUpperCase(), path, operation });

  const resolved = (schema: Schema): Schema =>
    typeof schema.$ref === 'string' ? (document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema) : schema;

  /** Something the schema takes. */
  function madeUp(given: Schema): unknown {
    const schema = resolved(given);
    if (schema.enum) return (schema.enum as unknown[])[0];
    if (schema.anyOf) return madeUp((schema.anyOf as Schema[])[0] as Schema);
    if (schema.type === 'integer') return schema.minimum ?? 1;
    if (schema.format === 'date') return '2026-12-15';
    return 'Texto de prueba';
  }

  function filled(schema: Schema, values: Values): Values {
    const { properties = {}, required = [] } = resolved(schema);
    const names = Object.keys(properties).filter((name) => name in values || required.includes(name));
    return Object.fromEntries(names.map((name) => [name, name in values ? values[name] : madeUp(properties[name] as Schema)]));
  }

  function bodyFrom({ requestBody }: Operation, values: Values): { body?: FormData | string; type?: string } {
    const content = requestBody?.content ?? {};
    const form = content['multipart/form-data']?.schema;
    const json = content['application/json']?.schema;
    const hasFiles = Object.values(values).some((value) => value instanceof Blob);
    if (form && (hasFiles || !json)) {
      const body = new FormData();
      for (const [name, value] of Object.entries(filled(form, values))) body.append(name, value instanceof Blob ? value : String(value));
      return { body };
    }
    return json ? { body: JSON.stringify(filled(json, values)), type: 'application/json' } : {};
  }

  return {
    /** From now on: this token, and no cookie. */
    bear(personalToken: string) {
      token = personalToken;
      cookies.clear();
    },
    mayBear: (name: string) => Boolean(operations.get(name)?.operation.security.some((way) => 'token' in way)),

    async call(name: string, values: Values = {}): Promise<Values> {
      const { method, path, operation } = operations.get(name) as { method: string; path: string; operation: Operation };
      const headers: Record<string, string> = {};
      if (token) headers.Authorization = `Bearer ${token}`;
      else if (cookies.size > 0) headers.Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const asksForCsrf = operation.parameters.some(({ $ref }) => $ref === CSRF);
      if (asksForCsrf && !token) headers['X-CSRF-Token'] = (await this.call('csrfToken')).csrf_token as string;
      if (cookies.size > 0) headers.Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const { body, type } = bodyFrom(operation, values);
      if (type) headers['Content-Type'] = type;

      const address = path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(values[parameter])));
      const response = await fetch(origin + address, { method, headers, body });
      for (const line of response.headers.getSetCookie()) {
        const [, cookie = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(cookie, value);
      }
      if (!response.headers.get('Content-Type')?.startsWith('application/json'))
        return { bytes: (await response.arrayBuffer()).byteLength };
      const answer = (await response.json()) as Values;
      if (!response.ok) throw new Error(`${name}: ${response.status} ${answer.error}`);
      return answer;
    },
  };
}
