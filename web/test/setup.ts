import { cleanup, configure } from '@testing-library/react';
import { DomHandler } from 'primereact/utils';
import { afterEach } from 'vitest';

// Screens are chunks that load when asked for: on a busy machine that takes longer than the usual second.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// happy-dom knows neither; the screens only need them to answer.
URL.createObjectURL ??= () => 'blob:preview';
URL.revokeObjectURL ??= () => {};

// happy-dom lets `:not([hidden])[autofocus]:not(.x)` match any button, so that PrimeReact's trap would take the focus to the first.
Object.assign(DomHandler, { getFirstFocusableElement: () => null });
