import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { DomHandler } from 'primereact/utils';
import { afterAll, afterEach, vi } from 'vitest';

/** Testing Library sets it while a wait tries. */
const isTry = () => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;

configure({
  // Screens are chunks that load when asked for: on a busy machine that takes longer than the usual second.
  asyncUtilTimeout: 30_000,
  // The final failure alone shows the page, because printing it at each try takes processor time.
  getElementError: (message, container) => {
    const page = message !== null && isTry() ? '' : prettyDOM(container);
    return Object.assign(new Error([message, page].filter(Boolean).join('\n\n')), { name: 'TestingLibraryElementError' });
  },
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// The next file has the same worker and its globals.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // A link that was followed to another site would leave the next file without an origin.
  (window as never as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL('http://localhost:3000/');
});

// happy-dom knows neither; the screens only need them to answer.
URL.createObjectURL ??= () => 'blob:preview';
URL.revokeObjectURL ??= () => {};

// happy-dom also follows a link that downloads, so that the next screen would have the address of the file. A browser stays.
const follow = HTMLElement.prototype.click;
HTMLAnchorElement.prototype.click = function click() {
  if (!this.download) follow.call(this);
};

// happy-dom lets `:not([hidden])[autofocus]:not(.x)` match any button, so that PrimeReact's trap would take the focus to the first.
Object.assign(DomHandler, { getFirstFocusableElement: () => null });
