import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { LoginPlaceholder } from './src/login/login-lead.tsx';

/** Writes what the server sends with the page of the login, because its words are then painted before any script is there. */
export const loginPage = (): Plugin => ({
  name: 'login-page',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'login.html', source: renderToStaticMarkup(createElement(LoginPlaceholder)) });
  },
});
