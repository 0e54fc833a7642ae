import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { DeferredContent } from '../src/layout/loaded.tsx';

it('asks once, and only when it is there: a drawing of it may be thrown away', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let times = 0;
  const ask = async () => {
    times += 1;
    return 'Línea 1';
  };
  const Beside = () => use(promise);
  const page = (
    <Suspense fallback="Cargando">
      <DeferredContent ask={ask}>{(name) => <p>{name}</p>}</DeferredContent>
      <Beside />
    </Suspense>
  );
  await act(async () => void render(<MemoryRouter>{page}</MemoryRouter>));
  expect(times).toBe(0);
  await act(async () => resolve('Línea 2'));
  expect(await screen.findByText('Línea 1')).toBeTruthy();
  expect(times).toBe(1);
});
