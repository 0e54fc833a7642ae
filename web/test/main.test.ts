import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import examples from '../../api/src/openapi/examples.json' with { type: 'json' };
import { LoginPlaceholder } from '../src/login/login-lead.tsx';

const nobody = { ...examples.readSession.reply, demo: false };

// The next file has the same document.
afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(document, 'fonts');
});

it('shows the words that came with the page of the login until its form can be drawn, and then the same words once', async () => {
  window.history.replaceState(null, '', '/');
  document.body.innerHTML = `<div id="root">${renderToStaticMarkup(createElement(LoginPlaceholder))}</div>`;
  const root = document.getElementById('root') as HTMLElement;
  const words = [...root.querySelectorAll('h1, .login-lead')].map(({ textContent }) => textContent);
  expect(words).toHaveLength(2);
  let answer = (_: Response) => {};
  const session = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', () => session);
  Object.assign(document, { fonts: { load: async () => [] } });

  await import('../src/main.tsx');
  await import('../src/login/login.tsx');
  await new Promise((resolve) => setTimeout(resolve));
  expect(root.querySelector('main')?.getAttribute('aria-busy')).toBe('true');

  answer(new Response(JSON.stringify(nobody)));
  await expect.poll(() => root.querySelector('form')).not.toBeNull();
  expect([...root.querySelectorAll('h1, .login-lead')].map(({ textContent }) => textContent)).toEqual(words);
});
