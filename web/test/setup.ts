import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// happy-dom knows neither; the screens only need them to answer.
URL.createObjectURL ??= () => 'blob:preview';
URL.revokeObjectURL ??= () => {};
