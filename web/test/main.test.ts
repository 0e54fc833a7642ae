import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import examples from '../../api/src/openapi/examples.json' with { type: 'json' };
import { answerByExample } from '../../api/test/answer-by-example.ts';

const nobody = { ...examples.readSession.reply, demo: false };
const deck = { id: 1, num_employe: 'E1', user: 'Ana Luz', email: 'ana@demo.mx', type_user: 'Usuario', position: 'P', department: 'D' };
const ana = { ...nobody, user_action_deck: { ...deck, profile_image: null, list_sizes: [], page_size: 25 } };
const reader = { session: ana, width: window.innerWidth, ask: answerByExample };

let drawnRoot: Root | null = null;
let drawPage: typeof import('../src/draw-page.tsx')['drawPage'];
beforeEach(async () => {
  vi.resetModules();
  vi.doMock('react-dom/client', async (load) => {
    const client = await load<typeof import('react-dom/client')>();
    const createRoot: typeof client.createRoot = (element) => {
      drawnRoot = client.createRoot(element);
      return drawnRoot;
    };
    return { ...client, createRoot };
  });
  ({ drawPage } = await import('../src/draw-page.tsx'));
});
// The next file has the same document and its listeners.
afterEach(() => {
  drawnRoot?.unmount();
  drawnRoot = null;
  vi.doUnmock('react-dom/client');
  vi.restoreAllMocks();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Opens a page as the browser has it when its scripts begin. */
async function openPage(address: string, page: { head: string; html: string }) {
  window.history.replaceState(null, '', address);
  document.head.innerHTML = page.head;
  document.body.innerHTML = `<div id="root" inert>${page.html}</div>`;
  await import('../public/theme.js' as string);
  return document.getElementById('root') as HTMLElement;
}

/** Collects what is fetched, and answers nothing. */
function stubNetwork(): string[] {
  const asked: string[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return new Promise(() => {});
  });
  return asked;
}

it('draws the rows that came with the page at once, and asks for nothing that came', async () => {
  const asked = stubNetwork();
  const page = await drawPage('/My_Activities', reader);
  const root = await openPage('/My_Activities', page);
  const row = examples.listAllActivities.reply.rows[0]?.objetive_project as string;
  expect(root.textContent).toContain(row);
  const drawn: (string | null)[] = [];
  new MutationObserver(() => drawn.push(root.textContent)).observe(root, { childList: true });
  await import('../src/main.tsx');
  await expect.poll(() => root.inert).toBe(false);
  expect(drawn).toEqual([expect.stringContaining(row)]);
  expect(asked).not.toContain('/api/get-session');
  expect(asked).not.toContain('/api/get_all_activities');
});

it('asks at once for what was late, and draws the rest', async () => {
  const asked = stubNetwork();
  const page = await drawPage('/My_Activities', { ...reader, ask: async () => null });
  const root = await openPage('/My_Activities', page);
  expect(asked).toEqual(['/api/get_all_activities']);
  const words = root.textContent;
  await import('../src/main.tsx');
  await expect.poll(() => root.inert).toBe(false);
  expect(root.textContent).toBe(words);
  expect(asked.filter((path) => path === '/api/get_all_activities')).toHaveLength(1);
});

it('gives up a screen that awaits a call before it is drawn', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort('late'));
  vi.resetModules();
  vi.doMock('../src/routes.tsx', () => ({ routes: [{ path: '*', loader: () => new Promise(() => {}) }] }));
  const { drawPage } = await import('../src/draw-page.tsx');
  await expect(drawPage('/My_Activities', reader)).rejects.toBe('late');
  expect(timeout).toHaveBeenCalledWith(5_000);
  vi.doUnmock('../src/routes.tsx');
});

it('shows what came with the page of the login until its form can be used, and then the same once', async () => {
  let answer = (_: Response) => {};
  const session = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', () => session);
  const { html } = await drawPage('/', { ...reader, session: nobody });
  const root = await openPage('/', { head: '', html });
  const [before, words] = [root.innerHTML, root.textContent];
  expect(words).toContain('Correo electrónico');

  await import('../src/main.tsx');
  await import('../src/login/login.tsx');
  await new Promise((resolve) => setTimeout(resolve));
  expect(root.innerHTML).toBe(before);
  expect(root.inert).toBe(true);

  answer(new Response(JSON.stringify(nobody)));
  await expect.poll(() => root.inert).toBe(false);
  expect(root.textContent).toBe(words);
});
