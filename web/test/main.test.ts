import { afterEach, expect, it, vi } from 'vitest';
import examples from '../../api/src/openapi/examples.json' with { type: 'json' };
import { drawPage } from '../src/draw-page.tsx';

const nobody = { ...examples.readSession.reply, demo: false };

// The next file has the same document.
afterEach(() => {
  document.body.replaceChildren();
});

it('shows what came with the page of the login until its form can be used, and then the same once', async () => {
  window.history.replaceState(null, '', '/');
  const { html } = await drawPage('/', nobody);
  document.body.innerHTML = `<div id="root" inert>${html}</div>`;
  const root = document.getElementById('root') as HTMLElement;
  const [before, words] = [root.innerHTML, root.textContent];
  expect(words).toContain('Correo electrónico');
  let answer = (_: Response) => {};
  const session = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', () => session);

  await import('../src/main.tsx');
  await import('../src/login/login.tsx');
  await new Promise((resolve) => setTimeout(resolve));
  expect(root.innerHTML).toBe(before);
  expect(root.inert).toBe(true);

  answer(new Response(JSON.stringify(nobody)));
  await expect.poll(() => root.inert).toBe(false);
  expect(root.textContent).toBe(words);
});
