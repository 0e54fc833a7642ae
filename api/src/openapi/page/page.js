// @ts-check
// Runs in the browser at /api/docs: draws the API document with Swagger UI, in Spanish and in the theme of the product.

/**
 * What the document says of a call, as far as this page reads it.
 * @typedef {{ $ref?: string }} Parameter
 * @typedef {Record<string, unknown>} Way one of several ways to prove who calls
 * @typedef {{ content?: Record<string, unknown> }} Reply
 * @typedef {{ parameters: Parameter[], security: Way[], responses: Record<string, Reply | undefined>, requestBody?: unknown, 'x-audience'?: string }} Operation
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { securitySchemes: { token: unknown } }, servers?: { url: string }[] }} ApiDocument
 */

/**
 * What Swagger UI passes to plugins are maps and lists of Immutable, and it has no types for them.
 * @typedef {{ get(name: string): any, getIn(names: string[]): any, update(name: string, change: (value: any) => any): ShownArea }} ShownArea
 */

/** @type {(options: object) => void} */
const drawCalls = Reflect.get(globalThis, 'SwaggerUIBundle');

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function findElement(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/** @type {{ words: Record<string, string>, attributes: Record<string, string>, failed: string }} */
const { words, attributes, failed } = JSON.parse(findElement('texts').textContent ?? '');

/** The theme that the person chose in the product, else that of the system. */
function isDark() {
  try {
    const choice = localStorage.getItem('theme');
    if (choice) return choice === 'dark';
  } catch {
    // A browser that forbids storage has the system's theme.
  }
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/**
 * Calls that a token makes, and reads of JSON that need no credential. The page cannot make the others.
 * @param {Operation} operation
 */
function isTriable(operation) {
  const ways = operation.security ?? [];
  if (ways.length > 0) return ways.some((way) => 'token' in way) && !operation.responses[200]?.content?.['text/event-stream'];
  return operation['x-audience'] === 'anyone' && Boolean(operation.responses[200]?.content?.['application/json']) && !operation.requestBody;
}

const CSRF_TOKEN = '#/components/parameters/CsrfToken';

/**
 * The document as this page can use it: at this origin, by token alone. Returns the calls that can be tried, as `get /path`.
 * @param {ApiDocument} spec
 */
function prepare(spec) {
  spec.servers = [{ url: location.origin }];
  /** @type {Set<string>} */
  const triable = new Set();
  for (const [path, operations] of Object.entries(spec.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (isTriable(operation)) triable.add(`${method} ${path}`);
      operation.parameters = operation.parameters.filter(({ $ref }) => $ref !== CSRF_TOKEN);
      operation.security = operation.security.filter((way) => 'token' in way);
    }
  spec.components.securitySchemes = { token: spec.components.securitySchemes.token };
  return triable;
}

/**
 * The text as its record says it, or as it is.
 * @param {Record<string, string>} record
 * @param {string} text
 */
const translated = (record, text) => (Object.hasOwn(record, text) ? (record[text] ?? text) : text);

/** @param {Text} node */
function translateText(node) {
  const isContent = node.parentElement?.closest('.markdown, pre, textarea, option');
  const text = translated(words, node.data);
  // An equal text is not written, because each writing is a change to translate.
  if (!isContent && text !== node.data) node.data = text;
}

/** @param {Node} root */
function translate(root) {
  if (root instanceof Text) translateText(root);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) translateText(/** @type {Text} */ (node));
  if (!(root instanceof Element)) return;
  for (const element of [root, ...root.querySelectorAll('[placeholder], [aria-label]')])
    for (const name of ['placeholder', 'aria-label']) {
      const value = element.getAttribute(name);
      if (value !== null && Object.hasOwn(attributes, value)) element.setAttribute(name, translated(attributes, value));
    }
}

/** @param {MutationRecord[]} records */
function translateChanges(records) {
  for (const { type, target, addedNodes } of records) {
    if (type === 'characterData') translate(target);
    for (const node of addedNodes) translate(node);
  }
}

/** @param {ApiDocument} spec */
function draw(spec) {
  const triable = prepare(spec);
  /** @param {string} text */
  const plain = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  /** @param {ShownArea} call */
  const searchable = (call) => plain(`${call.get('path')} ${call.getIn(['operation', 'summary'])}`);
  /** @param {ShownArea} area @param {string} search */
  const keepMatchingCalls = (area, search) =>
    area.update('operations', (calls) => calls.filter((/** @type {ShownArea} */ call) => searchable(call).includes(plain(search))));
  /** @type {(_: unknown, path: string, method: string) => boolean} */
  const isTried = (_, path, method) => triable.has(`${method} ${path}`);
  const findCalls = () => ({
    fn: {
      /** @param {ShownArea[]} areas @param {string} search */
      opsFilter: (areas, search) => areas.map((area) => keepMatchingCalls(area, search)).filter((area) => area.get('operations').size > 0),
    },
    statePlugins: { spec: { wrapSelectors: { allowTryItOutFor: () => isTried } } },
  });
  const place = findElement('calls');
  new MutationObserver(translateChanges).observe(place, { childList: true, subtree: true, characterData: true });
  drawCalls({
    spec,
    domNode: place,
    plugins: [findCalls],
    // A call never carries the person's session, because the page sends no CSRF token.
    requestInterceptor: (/** @type {object} */ request) => Object.assign(request, { credentials: 'omit' }),
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
  });
}

document.documentElement.classList.toggle('dark-mode', isDark());
try {
  draw(await (await fetch('/api/openapi.json')).json());
} catch {
  findElement('calls').textContent = failed;
}
