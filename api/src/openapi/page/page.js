// @ts-nocheck Swagger UI has no types for what it passes to plugins.
// Runs in the browser at /api/docs: draws the API document with Swagger UI, in Spanish and in the theme of the product.
const { words, attributes, failed } = JSON.parse(document.getElementById('texts').textContent);

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

/** Calls that a token makes, and reads of JSON that need no credential. The page cannot make the others. */
function isTriable(operation) {
  const ways = operation.security ?? [];
  if (ways.length > 0) return ways.some((way) => 'token' in way) && !operation.responses[200].content?.['text/event-stream'];
  return operation['x-audience'] === 'anyone' && Boolean(operation.responses[200]?.content?.['application/json']) && !operation.requestBody;
}

const CSRF_TOKEN = '#/components/parameters/CsrfToken';

/** The document as this page can use it: at this origin, by token alone. Returns the calls that can be tried, as `get /path`. */
function prepare(document) {
  document.servers = [{ url: location.origin }];
  const triable = new Set();
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      if (isTriable(operation)) triable.add(`${method} ${path}`);
      operation.parameters = operation.parameters.filter(({ $ref }) => $ref !== CSRF_TOKEN);
      operation.security = operation.security.filter((way) => 'token' in way);
    }
  document.components.securitySchemes = { token: document.components.securitySchemes.token };
  return triable;
}

function translate(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = root.nodeType === Node.TEXT_NODE ? root : texts.nextNode(); node; node = texts.nextNode()) {
    const isContent = node.parentElement?.closest('.markdown, pre, textarea, option');
    if (!isContent && Object.hasOwn(words, node.data)) node.data = words[node.data];
  }
  if (root.nodeType !== Node.ELEMENT_NODE) return;
  for (const element of [root, ...root.querySelectorAll('[placeholder], [aria-label]')])
    for (const name of ['placeholder', 'aria-label']) {
      const value = element.getAttribute(name);
      if (value !== null && Object.hasOwn(attributes, value)) element.setAttribute(name, attributes[value]);
    }
}

function translateChanges(records) {
  for (const { type, target, addedNodes } of records) {
    if (type === 'characterData') translate(target);
    for (const node of addedNodes) translate(node);
  }
}

function draw(spec) {
  const triable = prepare(spec);
  const plain = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const searchable = (call) => plain(`${call.get('path')} ${call.getIn(['operation', 'summary'])}`);
  const findCalls = () => ({
    fn: {
      opsFilter: (areas, search) =>
        areas
          .map((area) => area.update('operations', (calls) => calls.filter((call) => searchable(call).includes(plain(search)))))
          .filter((area) => area.get('operations').size > 0),
    },
    statePlugins: { spec: { wrapSelectors: { allowTryItOutFor: () => (_, path, method) => triable.has(`${method} ${path}`) } } },
  });
  const place = document.getElementById('calls');
  new MutationObserver(translateChanges).observe(place, { childList: true, subtree: true, characterData: true });
  SwaggerUIBundle({
    spec,
    domNode: place,
    plugins: [findCalls],
    // A call never carries the person's session, because the page sends no CSRF token.
    requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
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
  document.getElementById('calls').textContent = failed;
}
