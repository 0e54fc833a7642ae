import { cleanup, configure } from '@testing-library/react';
import { DomHandler } from 'primereact/utils';
import { afterAll, afterEach, vi } from 'vitest';

// Screens are chunks that load when asked for: on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 30_000 });

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
